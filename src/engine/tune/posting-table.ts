/**
 * Posting table: an inverted index of sets of 64-bit numbers that counts what another set shares with each.
 *
 *     number ──hash──▶ slot {low, high, from, length} ──▶ sets[from] ... sets[from + length - 1]
 *
 * Flat arrays over one buffer, which threads may share. Ours: all of it.
 * Cost: 16 bytes for each of two to four slots a number, 4 bytes an entry; one or two probes a lookup.
 */

import { inBlocks, type Steps } from '../../ground/breath/steps.ts'

/** Concatenated sets: number i is halves[2i] (low) and halves[2i + 1]; set s ends before number ends[s]. */
export interface NumberSets {
  readonly halves: Uint32Array
  readonly ends: Uint32Array
}

/** Plain data: slots of four u32, then the entries. */
export interface PostingTable {
  /** [4 * slots] low, high, first entry, entries (0: free). */
  readonly slots: Uint32Array
  /** Numbers of sets, ascending within a slot. */
  readonly entries: Uint32Array
}

/** Allocates the buffers; a `SharedArrayBuffer` if threads read them. */
export type NewBuffer = (bytes: number) => ArrayBuffer | SharedArrayBuffer

/** Number of lookups in about a millisecond. */
const numbersAStep = 2 ** 14
const setsAStep = 16

/** REQUIRES: no number twice in one set. */
export function* postingTable(
  { halves, ends }: NumberSets,
  newBuffer: NewBuffer = bytes => new ArrayBuffer(bytes),
): Steps<PostingTable> {
  const count = halves.length / 2
  const size = 2 ** Math.max(4, Math.ceil(Math.log2(2 * count + 1)))
  const slots = new Uint32Array(newBuffer(16 * size))
  const slotOf = new Uint32Array(count)
  yield* inBlocks(count, numbersAStep, (from, to) => {
    for (let i = from; i < to; i++) {
      const slot = findSlot(slots, halves[2 * i], halves[2 * i + 1])
      slots[slot] = halves[2 * i]
      slots[slot + 1] = halves[2 * i + 1]
      slots[slot + 3]++
      slotOf[i] = slot
    }
  })
  let next = 0
  for (let slot = 0; slot < slots.length; slot += 4) {
    slots[slot + 2] = next
    next += slots[slot + 3]
  }
  yield
  const entries = new Uint32Array(newBuffer(4 * count))
  const filled = new Uint32Array(size)
  yield* inBlocks(ends.length, setsAStep, (first, end) => {
    for (let set = first; set < end; set++)
      for (let i = set === 0 ? 0 : ends[set - 1]; i < ends[set]; i++)
        entries[slots[slotOf[i] + 2] + filled[slotOf[i] / 4]++] = set
  })
  return { slots, entries }
}

/** Counts the numbers that one set shares with each set of a table. */
export class SharedCounts {
  readonly #table: PostingTable
  /** [sets] numbers shared; all but those `touched` are 0. */
  readonly counts: Uint32Array
  /** The first `touchedCount` are the sets that share anything, in no useful order. */
  readonly touched: Uint32Array
  touchedCount = 0

  constructor(table: PostingTable, sets: number) {
    this.#table = table
    this.counts = new Uint32Array(sets)
    this.touched = new Uint32Array(sets)
  }

  /** REQUIRES: `count` different numbers at the start of `halves`, as in `NumberSets`. */
  count(halves: Uint32Array, count: number): void {
    const { slots, entries } = this.#table
    const { counts, touched } = this
    for (let i = 0; i < 2 * count; i += 2) {
      const slot = findSlot(slots, halves[i], halves[i + 1])
      const from = slots[slot + 2]
      const to = from + slots[slot + 3]
      for (let at = from; at < to; at++) {
        const set = entries[at]
        if (counts[set]++ === 0) touched[this.touchedCount++] = set
      }
    }
  }

  clear(): void {
    for (let i = 0; i < this.touchedCount; i++) this.counts[this.touched[i]] = 0
    this.touchedCount = 0
  }
}

/** The slot of the number, or the free slot where it belongs. */
function findSlot(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length - 4
  const mixed = Math.imul(low ^ (high >>> 7), 0x9e3779b1)
  let slot = ((mixed ^ (mixed >>> 15)) << 2) & mask
  while (slots[slot + 3] !== 0 && (slots[slot] !== low || slots[slot + 1] !== high))
    slot = (slot + 4) & mask
  return slot
}
