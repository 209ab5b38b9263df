/**
 * Shingle sets kept in kernel memory, one behind the other from the first free byte on, until their room is used up;
 * then all are dropped at once. Documents that are measured often come again soon, and cutting a set anew is cheap.
 */
import { align64 } from '../kernels/memory-layout.ts'

export interface ShingleSet {
  readonly at: number
  readonly count: number
}

// A fresh page of memory costs about as much as cutting a text of its size anew: more room than this buys no time.
const roomBytes = 12 * 2 ** 20
/** Kept free before the sets, for the table of a document of up to 16,384 shingles, or at most 32,768. */
export const tableRoom = 8 * 2 ** 16 + 64

export class ShingleCache {
  readonly #start: number
  readonly #sets = new Map<number, ShingleSet>()
  /** First byte behind the sets. */
  free: number

  /** @param start first byte that the sets may use */
  constructor(start: number) {
    this.#start = start
    this.free = start
  }

  get(document: number): ShingleSet | undefined {
    return this.#sets.get(document)
  }

  /** Keeps the `count` distinct shingles that were written from `free` on. */
  add(document: number, count: number): ShingleSet {
    const set = { at: this.free, count }
    this.#sets.set(document, set)
    this.free = align64(this.free + 8 * count)
    return set
  }

  /** Drops all sets when their room is used up. */
  trim(): void {
    if (this.free - this.#start > roomBytes) this.clear()
  }

  clear(): void {
    this.#sets.clear()
    this.free = this.#start
  }
}
