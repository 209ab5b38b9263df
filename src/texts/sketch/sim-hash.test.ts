/** SimHash against a sum bit by bit, and against the angle it represents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { fmix64 } from '../kernels/reference/mix.ts'
import { hammingDistance, simHash } from './sim-hash.ts'

/** The definition, bit by bit. */
function naive(hashes: BigUint64Array, weights: readonly number[]): bigint {
  let bits = 0n
  for (let bit = 0n; bit < 64n; bit++) {
    let sum = 0
    hashes.forEach((hash, i) => {
      sum += (hash >> bit) & 1n ? weights[i] : -weights[i]
    })
    if (sum > 0) bits |= 1n << bit
  }
  return bits
}

const u64 = fc.bigInt(0n, 2n ** 64n - 1n)

test('each bit is the sign of its sum', () => {
  const feature = fc.record({ hash: u64, weight: fc.integer({ min: 1, max: 5 }) })
  const property = fc.property(fc.array(feature, { maxLength: 30 }), features => {
    const hashes = BigUint64Array.from(features.map(({ hash }) => hash))
    const weights = features.map(({ weight }) => weight)
    assert.equal(simHash(hashes, weights), naive(hashes, weights))
    assert.equal(
      simHash(hashes),
      naive(
        hashes,
        weights.map(() => 1),
      ),
    )
  })
  fc.assert(property, { numRuns: runs(200), seed: 2 })
})

test('one hash is its own SimHash, no hash gives 0', () => {
  assert.equal(simHash(new BigUint64Array([0xfedcba9876543210n])), 0xfedcba9876543210n)
  assert.equal(simHash(new BigUint64Array(0)), 0n)
})

test('the distance is the number of differing bits', () => {
  const property = fc.property(u64, u64, (a, b) => {
    assert.equal(hammingDistance(a, b), (a ^ b).toString(2).replaceAll('0', '').length)
  })
  fc.assert(property, { numRuns: runs(500), seed: 4 })
  assert.equal(hammingDistance(0n, 2n ** 64n - 1n), 64)
})

test('the mean distance of sets is 64 times their angle over pi', () => {
  // 100 shared of 200 each: cosine 1/2, angle pi/3, distance 21.3. Standard error of 200 trials: 0.27.
  let sum = 0
  for (let trial = 0; trial < 200; trial++) {
    const all = BigUint64Array.from({ length: 300 }, (_, i) => fmix64(BigInt(trial * 300 + i + 1)))
    sum += hammingDistance(simHash(all.subarray(0, 200)), simHash(all.subarray(100)))
  }
  assert.ok(Math.abs(sum / 200 - 64 / 3) < 4.5 * 0.27, String(sum / 200))
})

test('pairs of two hashes with one in common differ in a quarter of the bits, not in a third', () => {
  // All eight cases of three bits, one in each of the lowest bits; all others are equal.
  const [shared, a, b] = [0b00001111n, 0b00110011n, 0b01010101n]
  const differing = hammingDistance(
    simHash(BigUint64Array.of(shared, a)),
    simHash(BigUint64Array.of(shared, b)),
  )
  assert.equal(differing, 8 / 4)
})
