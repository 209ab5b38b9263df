/** Groups of equal keys: every implementation against the definition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64, groupScratchBytes } from '../../src/texts/kernels/layout/memory-layout.ts'
import { runs } from '../ground/runs.ts'
import { randomSource } from '../worlds/world.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

/** The keys afterwards, and how many groups they have. */
function grouped(kernels: Kernels, keys: ArrayLike<number>, takes: ArrayLike<number>) {
  const count = keys.length
  const target = { at: placeBehind(kernels.base + count), bytes: 4 * count, slack: 0 }
  const scratch = { at: placeBehind(target.at + target.bytes), bytes: groupScratchBytes(count), slack: 0 }
  reserveGuarded(kernels, scratch.at + scratch.bytes)
  const { buffer } = kernels.memory
  new Uint8Array(buffer, kernels.base, count).set(takes)
  const cells = new Uint32Array(buffer, target.at, count)
  cells.set(keys)
  const run = () => kernels.groupKeys(target.at, kernels.base, count, scratch.at)
  const groups = guarded(kernels, [target, scratch], run)
  return { groups, cells: [...cells] }
}

const key = fc.oneof(fc.nat(9), fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1))

test('keys become group numbers by their second member, 0 if alone or left out', () => {
  const keys = [7, 2 ** 32 - 1, 7, 0, 0, 2 ** 32 - 1, 5, 9, 9, 9]
  const takes = [1, 1, 1, 1, 1, 1, 1, 1, 0, 1]
  for (const kernels of all) {
    const { groups, cells } = grouped(kernels, keys, takes)
    assert.equal(groups, 4)
    const equal = cells.map(cell =>
      cells.flatMap((other, at) => (cell !== 0 && other === cell ? [at] : [])),
    )
    assert.deepEqual(equal, [[0, 2], [1, 5], [0, 2], [3, 4], [3, 4], [1, 5], [], [7, 9], [], [7, 9]])
  }
})

test('every implementation groups random keys as the definition', () => {
  const keys = fc.array(fc.tuple(key, fc.boolean()), { maxLength: 200 })
  fc.assert(
    fc.property(keys, given => {
      const [first, ...others] = all.map(kernels =>
        grouped(
          kernels,
          given.map(([key]) => key),
          given.map(([, takes]) => +takes),
        ),
      )
      for (const other of others) assert.deepEqual(other, first)
    }),
    { numRuns: runs(300) },
  )
})

test('the same for more keys than one part has, and for parts of very different sizes', () => {
  const random = randomSource(3)
  for (const [count, values] of [
    [9000, 2 ** 32],
    [30_000, 20_000],
    [30_000, 5],
  ]) {
    const keys = Uint32Array.from({ length: count }, () => random() * values)
    const takes = Uint8Array.from({ length: count }, () => +(random() < 0.9))
    const [first, ...others] = all.map(kernels => grouped(kernels, keys, takes))
    for (const other of others) assert.deepEqual(other, first)
  }
})

test('the groups of each document are listed in the order of bands', () => {
  const numbers = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 })), { maxLength: 60 })
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 5 }), (given, bands) => {
      const count = Math.floor(given.length / bands)
      const before = Array.from({ length: bands }, (_, band) => 100 * band)
      const expected = Array.from({ length: count }, (_, document) =>
        before.flatMap((first, band) => {
          const number = given[band * count + document]
          return number === 0 ? [] : [first + number]
        }),
      )
      for (const kernels of all) {
        const beforeAt = align64(kernels.base + 4 * given.length)
        const ends = { at: placeBehind(beforeAt + 4 * bands), bytes: 4 * count, slack: 0 }
        const flat = expected.flat()
        const out = { at: placeBehind(ends.at + ends.bytes), bytes: 4 * flat.length, slack: 0 }
        reserveGuarded(kernels, out.at + out.bytes)
        const words = new Uint32Array(kernels.memory.buffer)
        words.set(given.slice(0, bands * count), kernels.base / 4)
        words.set(before, beforeAt / 4)
        const total = guarded(kernels, [ends, out], () =>
          kernels.listGroups(kernels.base, bands, count, beforeAt, ends.at, out.at),
        )
        assert.equal(total, flat.length)
        assert.deepEqual([...words.subarray(out.at / 4, out.at / 4 + total)], flat)
        const sizes = [...words.subarray(ends.at / 4, ends.at / 4 + count)].map(
          (end, i, all) => end - (all[i - 1] ?? 0),
        )
        assert.deepEqual(
          sizes,
          expected.map(list => list.length),
        )
      }
    }),
  )
})
