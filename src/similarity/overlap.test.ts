/** Set measures against sets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { containment, jaccard, jaccardOf, overlap } from './overlap.ts'

/** The definition. */
function naive(a: BigUint64Array, b: BigUint64Array): { shared: number; a: number; b: number } {
  const [x, y] = [new Set(a), new Set(b)]
  return { shared: x.intersection(y).size, a: x.size, b: y.size }
}

// Few values, so that sets meet, at all ends of both halves.
const hash = fc.oneof(
  fc.bigInt(0n, 7n),
  fc.constantFrom(2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n, 5n << 32n),
  fc.bigInt(0n, 2n ** 64n - 1n),
)
const hashes = fc.array(hash, { maxLength: 60 }).map(list => BigUint64Array.from(list))

test('counts shared and distinct hashes as sets do, sorted or not', () => {
  const property = fc.property(hashes, hashes, (a, b) => {
    assert.deepEqual(overlap(a, b), naive(a, b))
    assert.deepEqual(overlap(a.slice().sort(), b.slice().sort()), naive(a, b))
  })
  fc.assert(property, { numRuns: 1000, seed: 11 })
})

test('leaves what it was given as it was', () => {
  const a = new BigUint64Array([9n, 1n, 5n])
  overlap(a, new BigUint64Array([7n, 2n]))
  assert.deepEqual(a, new BigUint64Array([9n, 1n, 5n]))
})

test('reads a part of a larger buffer', () => {
  const all = new BigUint64Array([8n, 1n, 2n, 3n])
  assert.deepEqual(overlap(all.subarray(1, 3), all.subarray(2)), { shared: 1, a: 2, b: 2 })
})

test('gives both measures between 0 and 1, equal in both directions', () => {
  const property = fc.property(hashes, hashes, (a, b) => {
    assert.equal(jaccard(a, b), jaccard(b, a))
    assert.equal(containment(a, b), containment(b, a))
    assert.ok(jaccard(a, b) >= 0 && jaccard(a, b) <= containment(a, b) && containment(a, b) <= 1)
    assert.equal(jaccard(a, b), jaccardOf(naive(a, b)))
  })
  fc.assert(property, { numRuns: 300, seed: 12 })
})

test('a part is wholly contained and not wholly alike', () => {
  const whole = new BigUint64Array([1n, 2n, 3n, 4n])
  const part = new BigUint64Array([4n, 2n])
  assert.equal(containment(whole, part), 1)
  assert.equal(jaccard(whole, part), 0.5)
})

test('two empty sets are alike, one empty set is like nothing', () => {
  const empty = new BigUint64Array(0)
  const one = new BigUint64Array(1)
  assert.deepEqual([jaccard(empty, empty), containment(empty, empty)], [1, 1])
  assert.deepEqual([jaccard(empty, one), containment(one, empty)], [0, 0])
})
