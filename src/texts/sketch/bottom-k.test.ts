/** Bottom-k against sorting everything. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { fmix64 } from '../kernels/reference/mix.ts'
import { bottomK, estimateJaccardOfBottomK } from './bottom-k.ts'

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
const hashes = fc.array(fc.bigInt(0n, 40n), { maxLength: 40 }).map(list => BigUint64Array.from(list))
const k = fc.integer({ min: 1, max: 30 })

test('keeps the k smallest distinct hashes and leaves the input alone', () => {
  const property = fc.property(hashes, k, (given, k) => {
    const before = given.slice()
    assert.deepEqual([...bottomK(given, k)], [...new Set(given)].sort(ascending).slice(0, k))
    assert.deepEqual(given, before)
  })
  fc.assert(property, { numRuns: runs(300), seed: 8 })
})

test('estimates from the k smallest of the union, and exactly for small sets', () => {
  const property = fc.property(hashes, hashes, k, (a, b, k) => {
    const [x, y] = [new Set(a), new Set(b)]
    const sample = [...x.union(y)].sort(ascending).slice(0, k)
    const shared = sample.filter(hash => x.has(hash) && y.has(hash)).length
    const expected = sample.length === 0 ? 1 : shared / sample.length
    assert.equal(estimateJaccardOfBottomK(bottomK(a, k), bottomK(b, k), k), expected)
  })
  fc.assert(property, { numRuns: runs(500), seed: 9 })
})

test('is unbiased', () => {
  // 60 shared of a union of 100; standard error of 300 trials with k = 32: 0.005.
  let sum = 0
  for (let trial = 0; trial < 300; trial++) {
    const all = BigUint64Array.from({ length: 100 }, (_, i) => fmix64(BigInt(trial * 100 + i + 1)))
    sum += estimateJaccardOfBottomK(bottomK(all.subarray(0, 80), 32), bottomK(all.subarray(20), 32), 32)
  }
  assert.ok(Math.abs(sum / 300 - 0.6) < 4.5 * 0.005, String(sum / 300))
})
