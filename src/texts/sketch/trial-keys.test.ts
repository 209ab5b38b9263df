import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TrialKeys } from './trial-keys.ts'

const sets = fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 40 })

function keysOf(shingles: readonly bigint[], hashing = { trials: 6, hashes: 14, seed: 1 }): number[] {
  const keys = new Uint32Array(hashing.trials)
  new TrialKeys(hashing).write(new Uint32Array(BigUint64Array.from(shingles).buffer), keys)
  return [...keys]
}

test('keys do not depend on the order or repeats of shingles', () => {
  fc.assert(
    fc.property(sets, shingles => {
      const again = [...shingles].reverse().concat(shingles[0])
      assert.deepEqual(keysOf(again), keysOf(shingles))
    }),
  )
})

test('equal sets agree on all trials, sets without a common shingle on none', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      fc.pre(!a.some(shingle => b.includes(shingle)))
      const agreed = keysOf(a).filter((key, trial) => key === keysOf(b)[trial]).length
      assert.equal(agreed, 0)
    }),
  )
})

test('trials differ, and the seed chooses them', () => {
  const keys = keysOf([1n, 2n, 3n])
  assert.equal(new Set(keys).size, 6)
  assert.notDeepEqual(keysOf([1n, 2n, 3n], { trials: 6, hashes: 14, seed: 2 }), keys)
})

test('keys are the same in every release', () => {
  assert.deepEqual(
    keysOf([1n, 2n ** 63n, 0x0123456789abcdefn], { trials: 3, hashes: 2, seed: 7 }).map(key =>
      key.toString(16),
    ),
    ['5497cc2b', 'a2c55a3', '3a719476'],
  )
})
