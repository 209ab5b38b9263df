/**
 * Shingle cache: sets in kernel memory, one after the other from the first free byte, until their room is used up; then
 * all are dropped at once. The room grows while dropped documents return.
 */

import { withRoom } from '../../ground/lists/growing-lists.ts'
import { align64 } from '../kernels/layout/memory-layout.ts'
import type { PlacedShingles } from './workspace.ts'

// Usually a text is measured once or twice, and a fresh page of memory costs about as much as cutting a text of that
// size again. If thousands resemble each other, each is measured against hundreds.
const leastRoom = 2 * 2 ** 20
const usualMost = 64 * 2 ** 20
/** Reserved before the sets, for the table of a document of up to 16,384 shingles, or at most 32,768. */
export const tableRoom = 8 * 2 ** 16 + 64

export class ShingleCache {
  readonly #start: number
  readonly #sets = new Map<number, PlacedShingles>()
  /** [document] 1 if its set was in the cache before. */
  #wasHere = new Uint8Array(0)
  /** Number of current sets that were in the cache before. */
  #again = 0
  #room: number
  readonly #most: number
  /** First byte behind the sets. */
  free: number

  /** @param start first byte for the sets; @param most bytes of all */
  constructor(start: number, most = usualMost) {
    this.#most = most
    this.#room = Math.min(leastRoom, most)
    this.#start = start
    this.free = start
  }

  get(document: number): PlacedShingles | undefined {
    return this.#sets.get(document)
  }

  /** Keeps the `count` distinct shingles written at `free`. */
  add(document: number, count: number): PlacedShingles {
    const set = { at: this.free, count }
    this.#sets.set(document, set)
    this.free = align64(this.free + 8 * count)
    this.#wasHere = withRoom(this.#wasHere, document + 1)
    this.#again += this.#wasHere[document]
    this.#wasHere[document] = 1
    return set
  }

  /** Drops all sets when their room is used up; if half of them had been dropped before, the room doubles. */
  trim(): void {
    if (this.free - this.#start <= this.#room) return
    if (2 * this.#again > this.#sets.size) this.#room = Math.min(this.#most, 2 * this.#room)
    this.clear()
  }

  clear(): void {
    this.#sets.clear()
    this.#again = 0
    this.free = this.#start
  }
}
