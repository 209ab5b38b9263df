/** Winnowing: every implementation against the reference, and the property that makes it find equal windows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { blockBytes, guarded, placeBehind, reserveGuarded } from './guards.ts'
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

test('the edges of tokens are found alike, in canonical text and in ASCII', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200, unit: fc.constantFrom(...'aB9 -\u0001é中') }),
      fc.constantFrom(0, 2),
      (text, rule) => {
        const bytes = new TextEncoder().encode(text)
        const [expected, ...others] = all.map(kernels => {
          const target = {
            at: placeBehind(kernels.base + bytes.length),
            bytes: 4 * bytes.length + 8,
            slack: blockBytes,
          }
          reserveGuarded(kernels, target.at + target.bytes + blockBytes)
          new Uint8Array(kernels.memory.buffer).set(bytes, kernels.base)
          const end = kernels.base + bytes.length
          const count = guarded(kernels, [target], () =>
            kernels.tokenEdges(kernels.base, end, target.at, rule),
          )
          return [...new Uint32Array(kernels.memory.buffer, target.at, 2 * count)].map(
            at => at - kernels.base,
          )
        })
        for (const each of others) assert.deepEqual(each, expected)
      },
    ),
  )
})
