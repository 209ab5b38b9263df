/** Features against their formulas: numbering, weights, grams, and the similarity of pairs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { type Features, gramFeatures, pairSimilarities, wordFeatures } from './features.ts'
import { GramIds } from './gram-ids.ts'

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-6, `${a} and ${b}`)
const rowOf = (f: Features, row: number): number[] => [
  ...f.items.subarray(f.starts[row], f.starts[row + 1]),
]

test('items are numbered from rare to frequent, then by first occurrence, and rows are sorted', () => {
  const f = atOnce(
    wordFeatures([
      ['all', 'b', 'all'],
      ['c', 'all'],
      ['b', 'all', 'd'],
    ]),
  )
  assert.deepEqual([...f.frequency], [1, 1, 2, 3])
  assert.deepEqual(
    [rowOf(f, 0), rowOf(f, 1), rowOf(f, 2)],
    [
      [2, 3],
      [0, 3],
      [1, 2, 3],
    ],
  )
})

test('weights are (1 + ln tf) ln((rows + 1) / df), normalised to length 1 per row; masses are sums of idf', () => {
  const f = atOnce(wordFeatures([['a', 'a', 'b'], ['b'], []]))
  const [a, b] = [(1 + Math.log(2)) * Math.log(4), Math.log(2)]
  close(f.cosine[0], a / Math.hypot(a, b))
  close(f.cosine[1], b / Math.hypot(a, b))
  close(f.cosine[2], 1)
  close(f.mass[0], Math.log(4) + Math.log(2))
  assert.equal(f.mass[2], 0)
})

test('grams are the runs of the text enclosed in two spaces', () => {
  assert.equal(atOnce(gramFeatures(['abcd'])).count, 4)
  assert.equal(atOnce(gramFeatures(['a'])).count, 1)
  assert.equal(atOnce(gramFeatures(['', ''])).count, 0)
  assert.deepEqual([...atOnce(gramFeatures(['aaaa', 'aaab'])).frequency], [1, 1, 1, 2, 2])
})

test('grams are equal exactly if their characters are, in any script', () => {
  // Units that differ in one bit each, including the highest.
  const text = fc.string({
    unit: fc.constantFrom('a', '\u0161', '\u4e61', '\u8061', '\uce61'),
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), texts => {
      const grams = texts.flatMap(text =>
        Array.from({ length: text.length }, (_, at) => ` ${text} `.slice(at, at + 3)),
      )
      assert.equal(atOnce(gramFeatures(texts)).count, new Set(grams).size)
    }),
  )
})

test('numbers of grams are those of a map, also after the table has grown', () => {
  const pairs = fc.array(fc.tuple(fc.integer(), fc.integer({ min: 0, max: 3000 })), { maxLength: 5000 })
  fc.assert(
    fc.property(pairs, keys => {
      const ids = new GramIds()
      const known = new Map<string, number>()
      for (const [high, low] of keys) {
        const key = `${high} ${low}`
        if (!known.has(key)) known.set(key, known.size)
        assert.equal(ids.idOf(high, low), known.get(key))
      }
      assert.equal(ids.count, known.size)
    }),
    { numRuns: runs(20) },
  )
})

test('the similarity is 1 for equal texts, 0 without common items, else the mean of the four measures', () => {
  const texts = ['ab cd', 'ab cd', 'xy', 'ab ef', '']
  const families = [
    atOnce(wordFeatures(texts.map(text => text.split(' ').filter(Boolean)))),
    atOnce(gramFeatures(texts)),
  ]
  const pairs = { left: Int32Array.of(0, 0, 0, 0), right: Int32Array.of(1, 2, 3, 4) }
  const [equal, other, half, blank] = atOnce(pairSimilarities(families, pairs))
  close(equal, 1)
  assert.deepEqual([other, blank], [0, 0])
  close(half, naive(texts, 0, 3))
})

/** The definition, over strings. */
function naive(texts: readonly string[], i: number, j: number): number {
  const split = [
    (text: string): string[] => text.split(' ').filter(Boolean),
    (text: string): string[] => Array.from({ length: text.length }, (_, k) => ` ${text} `.slice(k, k + 3)),
  ]
  let sum = 0
  for (const itemsOf of split) {
    const rows = texts.map(itemsOf)
    const idf = (item: string): number =>
      Math.log((rows.length + 1) / rows.filter(row => row.includes(item)).length)
    const norm = (row: string[]): number => Math.hypot(...row.map(idf))
    const shared = rows[i].filter(item => rows[j].includes(item))
    const mass = (row: string[]): number => row.reduce((all, item) => all + idf(item), 0)
    sum += shared.reduce((all, item) => all + idf(item) ** 2, 0) / (norm(rows[i]) * norm(rows[j]))
    sum += mass(shared) / Math.min(mass(rows[i]), mass(rows[j]))
  }
  return sum / 4
}
