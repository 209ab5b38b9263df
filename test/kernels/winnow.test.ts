/** Winnowing: every implementation against the reference, and the property that makes it find equal windows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

/** [place, first window] of each place taken. */
function winnowed(kernels: Kernels, hashes: readonly bigint[], window: number): [number, number][] {
  const windows = hashes.length - window + 1
  const target = { at: placeBehind(kernels.base + 8 * hashes.length), bytes: 8 * windows, slack: 0 }
  reserveGuarded(kernels, target.at + target.bytes)
  const { buffer } = kernels.memory
  new BigUint64Array(buffer, kernels.base, hashes.length).set(hashes)
  const count = guarded(kernels, [target], () =>
    kernels.winnow(kernels.base, hashes.length, window, target.at),
  )
  const rows = new Uint32Array(buffer, target.at, 2 * count)
  return Array.from({ length: count }, (_, i) => [rows[2 * i], rows[2 * i + 1]])
}

test('each window takes its least hash, the last of equal ones', () => {
  for (const kernels of all) {
    assert.deepEqual(winnowed(kernels, [5n, 2n, 2n, 7n, 9n, 8n], 3), [
      [2, 0],
      [3, 3],
    ])
    assert.deepEqual(winnowed(kernels, [1n, 1n, 1n], 2), [
      [1, 0],
      [2, 1],
    ])
    assert.deepEqual(winnowed(kernels, [2n ** 64n - 1n], 1), [[0, 0]])
  }
})

test('all implementations take the same places', () => {
  const value = fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
  const sequence = fc.array(value, { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(sequence, fc.nat(79), (hashes, most) => {
      const window = 1 + (most % hashes.length)
      const [expected, ...others] = all.map(kernels => winnowed(kernels, hashes, window))
      for (const each of others) assert.deepEqual(each, expected)
    }),
  )
})
