import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { naivePassages } from '../../../test/worlds/naive-passages.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { tokenHash } from '../../texts/kernels/reference/tokens.ts'
import { findPassages } from './find-passages.ts'

/** Documents of words joined by blanks, so that places of tokens are known. */
const textOf = (words: readonly string[]): string => words.join(' ')

/** UTF-16 offset of word `at`. */
const offsetOf = (words: readonly string[], at: number): number =>
  textOf(words.slice(0, at)).length + (at > 0 ? 1 : 0)

async function checkPassages(texts: readonly (readonly string[])[], least: number): Promise<void> {
  const { passages } = await findPassages(texts.map(textOf), { least })
  const spanOf = (document: number, from: number, length: number) => [
    document,
    offsetOf(texts[document], from),
    offsetOf(texts[document], from + length - 1) + texts[document][from + length - 1].length,
  ]
  assert.deepEqual(
    passages.map(({ index, from, to, tokens, first }) => [
      ...[index, from, to],
      tokens,
      ...[first.index, first.from, first.to],
    ]),
    naivePassages(texts, least).map(({ document, from, length, firstDocument, firstFrom }) => [
      ...spanOf(document, from, length),
      length,
      ...spanOf(firstDocument, firstFrom, length),
    ]),
  )
}

const wordOf = (number: number): string => `w${number.toString(36)}`

const corpusOf = (vocabulary: number, longest: number) =>
  fc.array(fc.array(fc.nat(vocabulary - 1).map(wordOf), { maxLength: longest, size: 'max' }), {
    maxLength: 5,
    size: 'max',
  })

test('passages are those of the definition, for small vocabularies and all sizes of windows', async () => {
  for (const vocabulary of [1, 2, 3, 8, 30]) {
    await fc.assert(
      fc.asyncProperty(corpusOf(vocabulary, 90), fc.integer({ min: 1, max: 60 }), checkPassages),
      { numRuns: 30 },
    )
  }
})

test('copies of cuts of a text with a large vocabulary are found wherever they stand', async () => {
  const source = fc.array(fc.nat(3999).map(wordOf), { minLength: 150, maxLength: 150, size: 'max' })
  const cut = fc.tuple(fc.nat(149), fc.nat(149)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
  const documents = fc.array(fc.array(cut, { maxLength: 4 }), { minLength: 2, maxLength: 5, size: 'max' })
  await fc.assert(
    fc.asyncProperty(source, documents, fc.integer({ min: 2, max: 60 }), (words, cuts, least) =>
      checkPassages(
        cuts.map(some => some.flatMap(([from, to]) => words.slice(from, to))),
        least,
      ),
    ),
    { numRuns: 30 },
  )
})

test('a repeated token is found at each place, and its copies are counted', async () => {
  const { passages, counts } = await findPassages(['a a a a'], { least: 2 })
  assert.deepEqual(
    passages.map(({ from, first, places }) => [from, first.from, places]),
    [
      [2, 0, 3],
      [4, 0, 3],
    ],
  )
  assert.deepEqual(counts, { documents: 1, tokens: 4, repeated: 3 })
})

test('spans are those of the original text: characters with their marks, and bytes', async () => {
  const { passages } = await findPassages(
    ['x cafe\u0301 中文 \u05e9\u05dc\u05d5\u05dd', 'CAFE\u0301, (中文) “\u05e9\u05dc\u05d5\u05dd”!'],
    {
      least: 3,
    },
  )
  assert.equal(passages.length, 1)
  const [{ from, to, fromByte, toByte, first, tokens }] = passages
  assert.equal(tokens, 4)
  assert.deepEqual([from, to, fromByte, toByte], [0, 17, 0, 28])
  assert.deepEqual([first.from, first.to, first.fromByte, first.toByte], [2, 15, 2, 24])
})

test('keep rules decide which document has the first copy', async () => {
  const documents = [
    { id: 'a', text: 'one two three', year: 2001 },
    { id: 'b', text: 'zero one two three', year: 1999 },
  ]
  const { passages } = await findPassages(documents, { least: 3, keep: 'min:year' })
  assert.deepEqual(
    passages.map(({ id, first }) => [id, first.id]),
    [['a', 'b']],
  )
})

test('lines and paragraphs are compared whole, by their tokens', async () => {
  const texts = [
    'Menu | Home\r\nA text.\n\n  \nLegal: all rights',
    'menu – home\nAnother\n\nlegal all RIGHTS\n',
  ]
  const lines = await findPassages(texts, { unit: 'lines' })
  assert.deepEqual(
    lines.passages.map(({ from, to, first, tokens }) => [
      texts[1].slice(from, to),
      texts[0].slice(first.from, first.to),
      tokens,
    ]),
    [
      ['menu – home', 'Menu | Home', 2],
      ['legal all RIGHTS', 'Legal: all rights', 3],
    ],
  )
  const paragraphs = await findPassages(texts, { unit: 'paragraphs' })
  assert.deepEqual(
    paragraphs.passages.map(({ from, to }) => texts[1].slice(from, to)),
    ['legal all RIGHTS'],
  )
  assert.equal((await findPassages(texts, { unit: 'lines', least: 3 })).passages.length, 1)
})

test('lines equal those found by comparing all', async () => {
  const line = fc.array(fc.constantFrom('a', 'b', '-'), { maxLength: 3 }).map(words => words.join(' '))
  const text = fc.array(line, { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 4 }), async texts => {
      const { passages } = await findPassages(
        texts.map(lines => lines.join('\n')),
        { unit: 'lines' },
      )
      const seen = new Map<string, [number, number]>()
      const expected: unknown[] = []
      for (const [index, lines] of texts.entries()) {
        let from = 0
        for (const each of lines) {
          const key = each.replaceAll('-', ' ').split(' ').filter(Boolean).join(' ')
          const first = seen.get(key)
          if (key !== '' && first !== undefined) expected.push([index, from, ...first])
          if (first === undefined) seen.set(key, [index, from])
          from += each.length + 1
        }
      }
      assert.deepEqual(
        passages.map(({ index, from, first }) => [index, from, first.index, first.from]),
        expected,
      )
    }),
  )
})

/** Two different words with the same hash: the last eight bytes undo the difference of those before. */
function collidingWords(): [string, string] {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const [mask, mix] = [2n ** 64n - 1n, 0xbf58476d1ce4e5b9n]
  const wordOf = (text: string): bigint =>
    [...text].reduceRight((sum, c) => (sum << 8n) | BigInt(c.charCodeAt(0)), 0n)
  const textOfWord = (word: bigint): string =>
    Array.from({ length: 8 }, (_, i) => String.fromCharCode(Number((word >> BigInt(8 * i)) & 255n))).join(
      '',
    )
  const state = (text: string): bigint => {
    const h = ((BigInt(16) * 0x9e3779b97f4a7c15n) ^ wordOf(text)) & mask
    const mixed = ((h * mix) & mask) as bigint
    return mixed ^ (mixed >> 32n)
  }
  const a = 'aaaaaaaa'
  for (let i = 0; ; i++) {
    const b = Array.from({ length: 8 }, (_, at) => letters[Math.floor(i / 36 ** at) % 36]).join('')
    const difference = state(a) ^ state(b)
    const pairs = Array.from({ length: 8 }, (_, at) => {
      const wanted = Number((difference >> BigInt(8 * at)) & 255n)
      return [...letters].find(c => letters.includes(String.fromCharCode(c.charCodeAt(0) ^ wanted)))
    })
    if (a === b || pairs.includes(undefined)) continue
    const last = pairs.join('')
    return [`${a}${last}`, `${b}${textOfWord(wordOf(last) ^ difference)}`]
  }
}

test('different tokens with the same hash do not match', async () => {
  const [a, b] = collidingWords()
  const bytes = (text: string) => new TextEncoder().encode(text)
  assert.notEqual(a, b)
  assert.equal(tokenHash(bytes(a)), tokenHash(bytes(b)))
  const texts = [
    ['one', a, 'two', 'three'],
    ['one', b, 'two', 'three', 'one', b, 'two'],
    ['one', a, 'two'],
  ]
  for (const least of [1, 2, 3]) await checkPassages(texts, least)
  const { passages } = await findPassages([a, `x\n${b}\n${a}\n${b}`], { unit: 'lines' })
  assert.deepEqual(
    passages.map(({ from, first }) => [from, first.index, first.from]),
    [
      [19, 0, 0],
      [36, 1, 2],
    ],
  )
})

test('wrong options are refused', async () => {
  for (const options of [{ least: 0 }, { least: 1.5 }, { unit: 'words' }, { threshold: 0.5 }]) {
    await assert.rejects(findPassages([], options as object), isNearsameError)
  }
})
