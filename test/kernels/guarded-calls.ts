/** Calls of single kernels: their sources laid out between hostile bytes, their targets between guards. */
import assert from 'node:assert/strict'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { setTableBytes } from '../../src/texts/kernels/layout/memory-layout.ts'
import { oddSketchWords } from '../../src/texts/kernels/layout/plan-layout.ts'
import { blockBytes, guarded, placeBehind, reserveGuarded, type Target } from './guards.ts'

/** Puts bytes into kernel memory between other bytes, which must not matter. */
export function place(kernels: Kernels, bytes: Uint8Array, at: number): void {
  assert.ok(kernels.reserve(at + bytes.length + 128))
  const memory = new Uint8Array(kernels.memory.buffer)
  memory.fill(0x61, at, at + bytes.length + 64)
  memory.set(bytes, at)
}

/** The u64 values that a kernel wrote to a target. */
export const readHashes = (kernels: Kernels, { at }: Target, count: number): bigint[] => [
  ...new BigUint64Array(kernels.memory.buffer, at, count),
]

export function hash128(kernels: Kernels, bytes: Uint8Array): string {
  const from = kernels.base
  const target = { at: placeBehind(from + bytes.length), bytes: 16, slack: 0 }
  place(kernels, bytes, from)
  reserveGuarded(kernels, target.at + target.bytes)
  guarded(kernels, [target], () => kernels.hash128(from, from + bytes.length, target.at))
  return readHashes(kernels, target, 2)
    .map(half => half.toString(16).padStart(16, '0'))
    .join('')
}

/** Hashes of the tokens of a text, of their sequence and of its shingles of three. */
export function tokens(
  kernels: Kernels,
  bytes: Uint8Array,
): { hashes: bigint[]; sequence: bigint[]; shingles: bigint[] } {
  const from = kernels.base
  const to = from + bytes.length
  const room = 8 * Math.floor((bytes.length + 1) / 2)
  const hashes = { at: placeBehind(to), bytes: room, slack: blockBytes }
  const runs = { at: placeBehind(hashes.at + room), bytes: 0, slack: blockBytes }
  const sequence = { at: placeBehind(runs.at + room), bytes: 16, slack: 0 }
  place(kernels, bytes, from)
  reserveGuarded(kernels, sequence.at + sequence.bytes)
  const count = guarded(kernels, [hashes], () => kernels.tokenHashes(from, to, hashes.at, 0))
  const runBytes = 8 * Math.max(count - 2, Math.min(count, 1))
  const shingles = guarded(kernels, [{ ...runs, bytes: runBytes }], () =>
    kernels.wordShingles(hashes.at, count, 3, runs.at),
  )
  guarded(kernels, [sequence], () => kernels.sequenceHash(hashes.at, count, sequence.at))
  return {
    hashes: readHashes(kernels, hashes, count),
    sequence: readHashes(kernels, sequence, 2),
    shingles: readHashes(kernels, runs, shingles),
  }
}

/** Shingles of the code points of a canonical text. */
export function charShingles(kernels: Kernels, canonical: Uint8Array, size: number): bigint[] {
  const from = kernels.base
  const to = from + canonical.length
  const bytes = 8 * (canonical.length + size + 1)
  const target = { at: placeBehind(to), bytes, slack: blockBytes }
  place(kernels, canonical, from)
  reserveGuarded(kernels, target.at + bytes)
  const count = guarded(kernels, [target], () => kernels.charShingles(from, to, size, target.at))
  return readHashes(kernels, target, count)
}

/** Shingles that begin with a stop word; `stops` is the table of their hashes. */
export function stopwordShingles(
  kernels: Kernels,
  tokens: readonly bigint[],
  size: number,
  stops: BigUint64Array,
): bigint[] {
  const tokensAt = kernels.base + 8 * stops.length
  const end = tokensAt + 8 * tokens.length
  const target = { at: placeBehind(end), bytes: 8 * tokens.length, slack: blockBytes }
  reserveGuarded(kernels, target.at + target.bytes)
  const words = new BigUint64Array(kernels.memory.buffer)
  words.fill(stops[stops.findIndex(hash => hash !== 0n)], end / 8, end / 8 + 8)
  words.set(stops, kernels.base / 8)
  words.set(tokens, tokensAt / 8)
  const bits = Math.log2(stops.length)
  const count = guarded(kernels, [target], () =>
    kernels.stopwordShingles(tokensAt, tokens.length, size, kernels.base, bits, target.at),
  )
  return readHashes(kernels, target, count)
}

/** The results of the set kernels for two lists, whose place the distinct values take. */
export function sets(kernels: Kernels, a: readonly bigint[], b: readonly bigint[]): unknown {
  const targetOf = (end: number, bytes: number): Target => ({ at: placeBehind(end), bytes, slack: 0 })
  const left = targetOf(kernels.base, 8 * a.length)
  const right = targetOf(left.at + left.bytes, 8 * b.length)
  const tableFor = (count: number) => targetOf(right.at + right.bytes, setTableBytes(count))
  const { at: table, bytes } = tableFor(Math.max(a.length, b.length))
  reserveGuarded(kernels, table + bytes)
  const words = new BigUint64Array(kernels.memory.buffer)
  words.set(a, left.at / 8)
  words.set(b, right.at / 8)
  words.fill(7n, table / 8, (table + bytes) / 8)
  const distinct = (list: Target, count: number) =>
    guarded(kernels, [list, tableFor(count)], () => kernels.distinct(list.at, count, table, list.at))
  const tableOf = (list: Target, count: number) =>
    guarded(kernels, [tableFor(count)], () => kernels.tableOf(list.at, count, table))
  const countB = distinct(right, b.length)
  const size = tableOf(left, a.length)
  const ofRepeats = kernels.shared(table, a.length, right.at, countB)
  const countA = distinct(left, a.length)
  tableOf(left, countA)
  return {
    size,
    ofRepeats,
    shared: kernels.shared(table, countA, right.at, countB),
    left: readHashes(kernels, left, countA),
    right: readHashes(kernels, right, countB),
  }
}

export function oddSketch(kernels: Kernels, values: readonly bigint[]): number[] {
  const bytes = 4 * oddSketchWords
  const target = { at: placeBehind(kernels.base + 8 * values.length), bytes, slack: 0 }
  reserveGuarded(kernels, target.at + bytes)
  new BigUint64Array(kernels.memory.buffer).set(values, kernels.base / 8)
  guarded(kernels, [target], () => kernels.oddSketch(kernels.base, values.length, target.at))
  return [...new Uint32Array(kernels.memory.buffer, target.at, oddSketchWords)]
}

/** The pairs left of `pairs` of documents with these sketches. */
export function likely(
  kernels: Kernels,
  pairs: readonly (readonly [number, number])[],
  sketches: readonly Uint32Array[],
  isContainment: number,
  least: number,
): number[][] {
  const target = {
    at: placeBehind(kernels.base + 4 * oddSketchWords * sketches.length),
    bytes: 8 * pairs.length,
    slack: 0,
  }
  reserveGuarded(kernels, target.at + target.bytes)
  const words = new Uint32Array(kernels.memory.buffer)
  for (const [i, sketch] of sketches.entries()) words.set(sketch, kernels.base / 4 + oddSketchWords * i)
  words.set(pairs.flat(), target.at / 4)
  const count = guarded(kernels, [target], () =>
    kernels.likely(target.at, pairs.length, kernels.base, isContainment, least),
  )
  return Array.from({ length: count }, (_, pair) => [
    ...words.subarray(target.at / 4 + 2 * pair).subarray(0, 2),
  ])
}
