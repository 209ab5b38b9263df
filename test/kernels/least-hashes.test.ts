/** Least hashes: every implementation against the formula, and against the library's trial keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { TrialKeys } from '../../src/texts/sketch/trial-keys.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

const wordMask = 2n ** 32n - 1n

/** h(x, y) of the definition, in whole numbers that never overflow. */
function hashOf(shingle: bigint, [a, b]: readonly [number, number]): number {
  const low = (shingle & wordMask) ^ BigInt(a)
  const high = (shingle >> 32n) ^ BigInt(b)
  let x = ((low * 0x9e3779b1n) ^ (high * 0x85ebca77n)) & wordMask
  x = ((x ^ (x >> 16n)) * 0x85ebca6bn) & wordMask
  x = ((x ^ (x >> 13n)) * 0xc2b2ae35n) & wordMask
  return Number(x ^ (x >> 16n))
}

function leastHashes(
  kernels: Kernels,
  shingles: readonly bigint[],
  functions: ArrayLike<number>,
): number[] {
  const hashes = functions.length / 2
  const functionsAt = kernels.base + 8 * shingles.length + 64
  const target = { at: placeBehind(functionsAt + 8 * hashes), bytes: 4 * hashes, slack: 0 }
  reserveGuarded(kernels, target.at + target.bytes)
  const { buffer } = kernels.memory
  new BigUint64Array(buffer, kernels.base, shingles.length).set(shingles)
  new Uint32Array(buffer, functionsAt, 2 * hashes).set(functions)
  guarded(kernels, [target], () =>
    kernels.leastHashes(kernels.base, shingles.length, functionsAt, hashes, target.at),
  )
  return [...new Uint32Array(buffer, target.at, hashes)]
}

const word = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1))
const shingle = fc.tuple(word, word).map(([low, high]) => (BigInt(high) << 32n) | BigInt(low))
const sets = fc.array(shingle, { minLength: 1, maxLength: 40 })

test('least hashes equal the formula in every implementation', () => {
  const fours = fc.array(fc.tuple(word, word, word, word, word, word, word, word), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(sets, fours, (shingles, functions) => {
      const words = functions.flat()
      const expected = Array.from({ length: words.length / 2 }, (_, i) =>
        Math.min(...shingles.map(shingle => hashOf(shingle, [words[2 * i], words[2 * i + 1]]))),
      )
      for (const kernels of all)
        assert.deepEqual(leastHashes(kernels, shingles, words), expected, kernels.name)
    }),
  )
})

test('trial keys are folded least hashes', () => {
  const hashing = fc.record({
    trials: fc.integer({ min: 1, max: 7 }),
    hashes: fc.integer({ min: 1, max: 15 }),
    seed: fc.nat(99),
  })
  fc.assert(
    fc.property(sets, hashing, (shingles, hashing) => {
      const trials = new TrialKeys(hashing)
      const expected = new Uint32Array(hashing.trials)
      trials.write(new Uint32Array(BigUint64Array.from(shingles).buffer), expected)
      for (const kernels of all) {
        const keys = new Uint32Array(hashing.trials)
        trials.fold(leastHashes(kernels, shingles, new Uint32Array(trials.functions)), keys)
        assert.deepEqual(keys, expected, kernels.name)
      }
    }),
  )
})
