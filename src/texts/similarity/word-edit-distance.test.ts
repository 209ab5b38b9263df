/** Word edit distance against the whole matrix. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { wordEditDistance } from './word-edit-distance.ts'

/** The recurrence, cell by cell. */
function naive(a: readonly string[], b: readonly string[]): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = d[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1])
      d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, replaced)
    }
  }
  return d[a.length][b.length]
}

test('has the textbook distances', () => {
  assert.equal(wordEditDistance([...'kitten'], [...'sitting']), 3)
  assert.equal(wordEditDistance([...'saturday'], [...'sunday']), 3)
  assert.equal(wordEditDistance([...'intention'], [...'execution']), 5)
})

const word = fc.constantFrom('a', 'b', 'c')
const words = fc.array(word, { maxLength: 14 })

test('equals the recurrence, for any words', () => {
  const property = fc.property(words, words, (a, b) => {
    assert.equal(wordEditDistance(a, b), naive(a, b))
  })
  fc.assert(property, { numRuns: runs(2000), seed: 5 })
})

test('is unaffected by a limit it does not exceed, and Infinity otherwise', () => {
  const property = fc.property(words, words, fc.nat(15), (a, b, limit) => {
    const distance = naive(a, b)
    assert.equal(wordEditDistance(a, b, limit), distance <= limit ? distance : Number.POSITIVE_INFINITY)
  })
  fc.assert(property, { numRuns: runs(3000), seed: 6 })
})

test('a long text with few edits is cheap with a small limit', () => {
  const a = Array.from({ length: 50_000 }, (_, i) => `w${i}`)
  const b = a.toSpliced(100, 1).toSpliced(49_000, 0, 'new')
  assert.equal(wordEditDistance(a, b, 2), 2)
  assert.equal(wordEditDistance(a, b, 1), Number.POSITIVE_INFINITY)
})

test('compares words, not characters', () => {
  assert.equal(wordEditDistance(['art', 's', 'deli'], ['arts', 'deli']), 2)
  assert.equal(wordEditDistance([], []), 0)
  assert.equal(wordEditDistance([], ['a'], 0), Number.POSITIVE_INFINITY)
})
