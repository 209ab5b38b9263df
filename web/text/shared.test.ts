/** Words are found where they stand, shingles cover their tokens, and pieces are the text again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { explain, shingles, tokens } from '../../src/doors/index.ts'
import { runs } from '../../test/ground/runs.ts'
import { compared } from './compared.ts'
import { diffMarks, marks } from './moved.ts'
import { sharedPieces, wordsOf } from './shared.ts'
import { wordPieces } from './spans.ts'

test('words have their places, also if they repeat or contain others', async () => {
  const words = await wordsOf('an a, <b>a</b> ㍿', {})
  assert.deepEqual(
    words.map(({ from, to, tokens }) => [from, to, tokens.join(' ')]),
    [
      [0, 2, 'an'],
      [3, 4, 'a'],
      [7, 8, 'b'],
      [9, 10, 'a'],
      [12, 13, 'b'],
      [15, 16, '株 式 会 社'],
    ],
  )
})

test('pieces joined are the text, whatever is marked', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(2), { maxLength: 60 }), async (given, chosen) => {
      const words = await wordsOf(given, {})
      const all = words.flatMap(({ tokens }) => tokens)
      assert.deepEqual(all, await tokens(given))
      const pieces = wordPieces(
        given,
        words,
        words.map((_, at) => chosen[at] ?? 0),
      )
      assert.equal(pieces.map(piece => piece.text).join(''), given)
    }),
    { numRuns: runs(200) },
  )
})

test('a shingle covers all of its tokens; the first source wins, but the place decides before', async () => {
  const sources = [new Set(['b c']), new Set(['c d', 'a'])]
  assert.deepEqual(await marked('a b c d e', sources, { shingle: 'stopword:1' }), ['a:2', 'b c:1', 'd:2'])
})

/** Pieces with a mark, as `text:mark`. */
async function marked(text: string, sources: readonly ReadonlySet<string>[], options: object) {
  const pieces = sharedPieces(text, await wordsOf(text, { ...options }), sources, { ...options })
  assert.equal(pieces.map(piece => piece.text).join(''), text)
  return pieces.filter(({ mark }) => mark > 0).map(piece => `${piece.text}:${piece.mark}`)
}

test('a text shorter than a shingle is one shingle', async () => {
  assert.deepEqual(await marked('The Bridge!', [new Set(['the bridge'])], { shingle: 'words:5' }), [
    'The Bridge:1',
  ])
  assert.deepEqual(await marked('The Bridge!', [new Set(['the bridge'])], { shingle: 'chars:20' }), [
    'The Bridge:1',
  ])
})

test('a word of several tokens is marked if one of them is', async () => {
  assert.deepEqual(await marked('㍿ b', [new Set(['社'])], { shingle: 'words:1' }), ['㍿:1'])
})

test('shingles of characters mark the characters that they cover, also in words and across them', async () => {
  const options = { shingle: 'chars:3' }
  assert.deepEqual(await marked('An old-Stone bridge', [new Set(['d s', 'rid'])], options), [
    'd-S:1',
    'rid:1',
  ])
  assert.deepEqual(await marked('東京都 x', [new Set(['京都 '])], options), ['京都:1'])
  // Folding makes two characters of one: the whole word is marked.
  assert.deepEqual(await marked('aa ﬁne b', [new Set(['fin'])], options), ['ﬁne:1'])
  assert.deepEqual(await marked('abcdef', [new Set(['bcd']), new Set(['abc', 'def'])], options), [
    'abc:2',
    'd:1',
    'ef:2',
  ])
})

test('every shingle of characters of a text covers something in it, and all of them all of its words', async () => {
  const alphabet = fc.constantFrom('a', 'B', 'ß', 'é', ' ', '-', '東', '㍿', '😀', 'ﬁ', '\u0301', 'ي')
  const text = fc.array(alphabet, { maxLength: 20 }).map(parts => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 4 }), async (given, size) => {
      const options = { shingle: `chars:${size}` }
      const own = await shingles(given, options)
      for (const shingle of own.filter(each => each !== ' '))
        assert(
          (await marked(given, [new Set([shingle])], options)).length > 0,
          JSON.stringify([given, shingle]),
        )
      const words = await wordsOf(given, options)
      const pieces = sharedPieces(given, words, [new Set(own)], options)
      const plain = pieces.filter(({ mark }) => mark === 0).map(piece => piece.text)
      for (const rest of plain) assert.deepEqual(await tokens(rest, options), [])
    }),
    { numRuns: runs(150) },
  )
})

test('a run of four words that stands elsewhere is moved, of three is not', async () => {
  const moved = await explain(
    'one two three four five six seven eight',
    'five six seven eight one two three four',
  )
  const { a, b } = diffMarks(moved.diff)
  assert.equal(a.filter(mark => mark === marks.moved).length, 4)
  assert.equal(b.filter(mark => mark === marks.moved).length, 4)
  const short = await explain('one two three five six seven eight', 'five six seven eight one two three')
  assert(!diffMarks(short.diff).a.includes(marks.moved))
})

test('what is called moved are the same words on both sides', async () => {
  const word = fc.constantFrom('a', 'b', 'c')
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 24 }),
      fc.array(word, { maxLength: 24 }),
      async (left, right) => {
        const { diff } = await explain(left.join(' '), right.join(' '))
        const { a, b } = diffMarks(diff)
        const of = (words: string[], side: Uint8Array) => words.filter((_, at) => side[at] === marks.moved)
        assert.deepEqual(of(left, a).toSorted(), of(right, b).toSorted())
      },
    ),
    { numRuns: runs(300) },
  )
})

test('the inline text has the common words as in A and the added ones of B', async () => {
  const [a, b] = ['The <b>old</b> bridge.', 'The <b>new</b> BRIDGE!']
  const { diff } = await explain(a, b)
  const { inline, shared } = await compared(a, b, diff, { shingle: 'words:1' })
  const of = (...ops: string[]) =>
    inline
      .filter(({ op }) => ops.includes(op))
      .map(({ text }) => text)
      .join('')
  assert.equal(of('same', 'removed'), a)
  assert.match(of('added'), /new/)
  assert.deepEqual(
    shared.a.filter(({ mark }) => mark === 1).map(({ text }) => text),
    ['The <b', 'b> bridge'],
  )
})
