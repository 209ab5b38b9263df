/** The rarest shingles of sets: every implementation against a sort. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64, rarestScratchBytes } from '../../src/texts/kernels/layout/memory-layout.ts'
import { runs } from '../ground/runs.ts'
import { randomSource } from '../worlds/world.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

const counters = 2 ** 20

function rarest(kernels: Kernels, lows: ArrayLike<number>, classes: Uint8Array, many: number): number[] {
  const count = lows.length
  const values = align64(kernels.base + counters)
  const scratch = { at: placeBehind(values + 8 * count), bytes: rarestScratchBytes(count), slack: 0 }
  const out = { at: placeBehind(scratch.at + scratch.bytes), bytes: 4 * many, slack: 0 }
  reserveGuarded(kernels, out.at + out.bytes)
  const { buffer } = kernels.memory
  new Uint8Array(buffer).set(classes, kernels.base)
  const words = new Uint32Array(buffer)
  for (let i = 0; i < count; i++) words.set([lows[i], 7 * i], values / 4 + 2 * i)
  guarded(kernels, [scratch, out], () =>
    kernels.rarest(values, count, many, kernels.base, scratch.at, out.at),
  )
  return [...words.subarray(out.at / 4, out.at / 4 + many)]
}

/** Classes of counters, by the first bits of a low half. */
function sorted(lows: readonly number[], classes: Uint8Array, many: number): number[] {
  const classOf = (low: number) => classes[Math.floor(low / 2 ** 12)]
  return [...lows].sort((a, b) => classOf(a) - classOf(b) || a - b).slice(0, many)
}

const low = fc.oneof(
  fc.nat(20),
  fc.nat(20).map(value => value * 2 ** 12),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
)

test('the rarest come first by their class, then by their low half', () => {
  const classes = new Uint8Array(counters)
  fc.assert(
    fc.property(fc.array(low, { maxLength: 60 }), fc.nat(60), fc.nat(2 ** 31), (lows, most, seed) => {
      const random = randomSource(seed)
      for (const value of lows)
        classes[Math.floor(value / 2 ** 12)] = random() < 0.7 ? random() * 3 : random() * 33
      const many = Math.min(most, lows.length)
      for (const kernels of all)
        assert.deepEqual(rarest(kernels, lows, classes, many), sorted(lows, classes, many), kernels.name)
    }),
    { numRuns: runs(60) },
  )
})

test('the same for sets of many thousands, and of few different values', () => {
  const random = randomSource(5)
  const classes = Uint8Array.from({ length: counters }, () => random() ** 3 * 33)
  for (const [count, values] of [
    [1000, 2 ** 32],
    [70_000, 2 ** 32],
    [3000, 5],
  ]) {
    const lows = Array.from({ length: count }, () => Math.floor(random() * values))
    for (const many of [1, Math.floor(count / 5), count])
      for (const kernels of all)
        assert.deepEqual(rarest(kernels, lows, classes, many), sorted(lows, classes, many), kernels.name)
  }
})
