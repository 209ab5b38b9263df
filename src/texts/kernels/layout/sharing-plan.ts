/** The plan of `Kernels.sharingRows` in kernel memory: a list of rows of words, and room to find them by. */

import { align64 } from './memory-layout.ts'

/** u32 words of a plan. */
export const sharingWords = 13

/** Maximum rows of a list with chains. */
const mostChained = 65_536
/** Equal words that a look-up meets at most. */
const mostMet = 1024

/** log2 of the most bits for a column: 16 MiB. */
const mostBits = 27
/** log2 of the bits for a column up to which a word gets 128: 128 KiB, which stay in the cache. Else it gets 32. */
const cachedBits = 20

interface SharingShape {
  readonly rows: number
  readonly columns: number
  /** The first columns of which one equal word is enough. */
  readonly alone: number
  /** Minimum number of equal words in the other columns, 1 or more. */
  readonly needed: number
}

/** Addresses of the plan and of what it names. */
interface SharingLayout {
  readonly plan: number
  /** u32 [columns * rows] of the list, column by column. */
  readonly words: number
  /** For the kernel: bits, u32, u32, u64. `heads` is 0 if the list is too long for chains. */
  readonly marks: number
  readonly heads: number
  readonly next: number
  readonly counts: number
  /** log2 of the bits and heads of a column. */
  readonly markBits: number
  readonly slotBits: number
  /** First free byte. */
  readonly free: number
}

/** @param at free kernel memory */
export function sharingLayout(at: number, { rows, columns }: SharingShape): SharingLayout {
  const markBits = markBitsFor(rows)
  const slotBits = Math.ceil(Math.log2(rows + 1))
  const plan = align64(at)
  const words = align64(plan + 4 * sharingWords)
  const marks = align64(words + 4 * columns * rows)
  const end = align64(marks + columns * 2 ** (markBits - 3))
  const shared = { plan, words, marks, markBits, slotBits }
  if (rows > mostChained) return { ...shared, heads: 0, next: 0, counts: 0, free: end }
  const next = align64(end + 4 * columns * 2 ** slotBits)
  const counts = align64(next + 4 * columns * rows)
  return { ...shared, heads: end, next, counts, free: align64(counts + 8 * rows) }
}

function markBitsFor(rows: number): number {
  const each = (bits: number) => Math.ceil(Math.log2(bits * (rows + 1)))
  return Math.min(mostBits, Math.max(Math.min(cachedBits, each(128)), each(32)))
}

/** Writes the plan, before `Kernels.planSharing`. */
export function writeSharingPlan(
  memory: Uint32Array,
  { plan, words, marks, markBits, heads, next, counts, slotBits }: SharingLayout,
  { rows, columns, alone, needed }: SharingShape,
): void {
  const shape = [rows, columns, alone, needed]
  memory.set([...shape, words, marks, markBits, heads, next, counts, slotBits, mostMet, 0], plan / 4)
}
