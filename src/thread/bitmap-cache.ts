/**
 * Bitmaps of the documents measured lately, and the size of their sets: enough to refuse most pairs below a threshold
 * without having their sets. All are dropped when their room is used up.
 */
import { bitmapBytes } from '../kernels/reference/bitmaps.ts'

const slots = 32768

/** Bytes that a cache needs. */
export const bitmapRoom = slots * bitmapBytes

export class BitmapCache {
  readonly #start: number
  readonly #slotOf = new Map<number, number>()
  readonly #counts = new Uint32Array(slots)
  /** Grows when all bitmaps are dropped: slots of an earlier generation mean nothing. */
  generation = 0

  constructor(start: number) {
    this.#start = start
  }

  /** Slot of a document's bitmap, or -1. */
  slotOf(document: number): number {
    return this.#slotOf.get(document) ?? -1
  }

  addressOf(slot: number): number {
    return this.#start + slot * bitmapBytes
  }

  /** Members of the set whose bitmap is in the slot. */
  countOf(slot: number): number {
    return this.#counts[slot]
  }

  /** Takes a slot for a document that has none; its bitmap is to be written. */
  add(document: number, count: number): number {
    if (this.#slotOf.size === slots) this.clear()
    const slot = this.#slotOf.size
    this.#slotOf.set(document, slot)
    this.#counts[slot] = count
    return slot
  }

  clear(): void {
    this.#slotOf.clear()
    this.generation++
  }
}
