import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { similarityOf } from './overlap.ts'
import { leastShared, longestPrefix, prefixLength } from './prefix-filter.ts'

/** Includes thresholds that pairs of small sets meet exactly. */
const thresholds = fc.oneof(
  fc.double({ min: 1e-9, max: 1, noNaN: true }),
  fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 60 })).map(([a, b]) => a / (a + b)),
)
const size = fc.integer({ min: 1, max: 60 })

test('leastShared equals a search through all numbers', () => {
  fc.assert(
    fc.property(thresholds, size, size, (threshold, a, b) => {
      const all = Array.from({ length: a + b }, (_, shared) => shared)
      const found = all.find(shared => similarityOf('jaccard', { shared, a, b }) >= threshold)
      assert.equal(leastShared(threshold, a, b), found ?? a + b)
    }),
    { numRuns: runs(2000) },
  )
})

test('published: two sets of 5 with a Jaccard of 0.8 share 5, so a prefix of one is enough', () => {
  // Xiao et al., section 2.2: sets of equal size need an overlap of ceil(2 t / (1 + t) |x|).
  assert.deepEqual([leastShared(0.8, 5, 5), prefixLength(0.8, 5, 5)], [5, 1])
  assert.deepEqual([leastShared(0.8, 9, 9), prefixLength(0.8, 9, 9)], [8, 2])
  assert.equal(prefixLength(0.8, 10, 13), 0)
})

test('the prefixes of matching sets have a common member, in any order', () => {
  const members = fc.uniqueArray(fc.nat(29), { minLength: 1 })
  let matches = 0
  fc.assert(
    fc.property(thresholds, members, fc.array(fc.nat(29), { maxLength: 6 }), (threshold, a, changes) => {
      const b = [...new Set([...a.slice(changes.length % 3), ...changes])]
      if (b.length === 0) return
      const shared = a.filter(member => b.includes(member)).length
      if (similarityOf('jaccard', { shared, a: a.length, b: b.length }) < threshold) return
      matches++
      const first = (of: number[], partner: number) =>
        of.toSorted((x, y) => x - y).slice(0, prefixLength(threshold, of.length, partner))
      for (const [leastA, leastB] of [
        [a.length, b.length],
        [Math.ceil(a.length / 2), 1],
      ]) {
        const ofB = first(b, Math.min(leastA, a.length))
        assert.ok(first(a, Math.min(leastB, b.length)).some(member => ofB.includes(member)))
      }
      assert.ok(prefixLength(threshold, a.length, b.length) <= longestPrefix(threshold, a.length))
    }),
    { numRuns: runs(3000) },
  )
  assert.ok(matches > runs(300), `${matches} matches`)
})

test('the longest prefix belongs to the smallest partner', () => {
  fc.assert(
    fc.property(thresholds, size, (threshold, a) => {
      const partners = Array.from({ length: a }, (_, i) => i + 1).filter(b => b / a >= threshold)
      assert.equal(longestPrefix(threshold, a), prefixLength(threshold, a, partners[0]))
    }),
    { numRuns: runs(2000) },
  )
})
