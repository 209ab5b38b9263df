/**
 * Guards: a kernel writes into its targets and nowhere else.
 *
 *     source  64 hostile bytes  GUARD  target  slack  GUARD  next target  slack  GUARD
 *
 * A guard is a pattern, so that a stray store shows whatever it writes; sources and everything else between the
 * targets must also be unchanged afterwards.
 */
import assert from 'node:assert/strict'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'

/** Size of a guard: before each target and after the last byte it may reach. */
const guardBytes = 256

/** Bytes behind a target that block-writing kernels may overwrite: see `kernels.ts`. */
export const blockBytes = 64

/** The bytes a kernel may write: [at, at + bytes), and `slack` bytes behind that. */
export interface Target {
  readonly at: number
  readonly bytes: number
  readonly slack: number
}

// Two periods, so that the pattern can begin at any address within one.
const pattern = Uint8Array.from({ length: 2 * guardBytes }, (_, i) => ((i % guardBytes) * 167 + 89) & 255)

/** First place for a target after something that ends at `end`; memory must be reserved that far for the last. */
export const placeBehind = (end: number): number => align64(end + blockBytes + guardBytes)

/** Reserves memory for a layout whose last target ends at `end`. */
export function reserveGuarded(kernels: Kernels, end: number): void {
  assert.ok(kernels.reserve(placeBehind(end)))
}

/**
 * Runs a kernel whose sources are in place.
 *
 * @param targets in the order of their places, by `placeBehind`
 * @returns what `run` returns
 * @throws AssertionError if something outside the targets was written
 */
export function guarded<T>(kernels: Kernels, targets: readonly Target[], run: () => T): T {
  const memory = Buffer.from(kernels.memory.buffer)
  assert.ok(targets[0].at - guardBytes >= kernels.base, 'a target has room for its guard')
  const between = targets.map(({ at, bytes, slack }, i) => {
    const from = at + bytes + slack
    const next = targets[i + 1]?.at ?? from + guardBytes
    assert.ok(from + guardBytes <= next && next <= memory.length, 'a target has room for its guard')
    putGuard(memory, at - guardBytes)
    putGuard(memory, from)
    return { from, to: next }
  })
  const kept = [{ from: kernels.base, to: targets[0].at }, ...between]
  const before = copiesOf(memory, kept)
  const result = run()
  for (const [i, { from, to }] of kept.entries()) {
    if (before[i].equals(memory.subarray(from, to))) continue
    const at = before[i].findIndex((byte, offset) => byte !== memory[from + offset])
    const place = i === 0 ? `${to - from - at} before its first target` : `${at} behind its target ${i}`
    assert.fail(`${kernels.name} wrote byte ${place}`)
  }
  return result
}

let room = Buffer.alloc(0)

/** Copies, concatenated in a reused buffer: tests call kernels some hundred thousand times. */
function copiesOf(memory: Buffer, stretches: readonly { from: number; to: number }[]): Buffer[] {
  const total = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  if (total > room.length) room = Buffer.alloc(2 * total)
  let end = 0
  return stretches.map(({ from, to }) => {
    const start = end
    end += memory.copy(room, start, from, to)
    return room.subarray(start, end)
  })
}

function putGuard(memory: Uint8Array, at: number): void {
  const phase = at % guardBytes
  memory.set(pattern.subarray(phase, phase + guardBytes), at)
}
