/**
 * Numbers for character 3-grams, in the order in which they are first seen.
 *
 * A gram is a run of UTF-16 units; up to four fit in two 32-bit keys. So an open-addressing table of integers holds the
 * grams without strings, and two different grams never share a number.
 *
 *     slots  id + 1, or 0 for free          high, low  the two keys of an id
 *
 * Cost: about 16 bytes a distinct gram; one multiplication and one or two table lookups a gram.
 */
import { resized } from '../../../ground/lists/growing-lists.ts'

export class GramIds {
  #slots = new Int32Array(1 << 12)
  #high = new Int32Array(1 << 11)
  #low = new Int32Array(1 << 11)
  #count = 0

  /** The number of ids so far. */
  get count(): number {
    return this.#count
  }

  /** The number of the gram with these keys; a new one if unseen. */
  idOf(high: number, low: number): number {
    const mask = this.#slots.length - 1
    let at = mix(high, low) & mask
    for (;;) {
      const id = this.#slots[at] - 1
      if (id < 0) break
      if (this.#low[id] === low && this.#high[id] === high) return id
      at = (at + 1) & mask
    }
    const id = this.#count++
    this.#slots[at] = id + 1
    this.#high[id] = high
    this.#low[id] = low
    if (this.#count === this.#high.length) this.#grow()
    return id
  }

  /** Doubles the room, so that the table stays at most half full. */
  #grow(): void {
    const room = this.#high.length * 2
    const high = resized(this.#high, room)
    const low = resized(this.#low, room)
    const slots = new Int32Array(room * 2)
    const mask = slots.length - 1
    for (let id = 0; id < this.#count; id++) {
      let at = mix(high[id], low[id]) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = id + 1
    }
    this.#slots = slots
    this.#high = high
    this.#low = low
  }
}

function mix(high: number, low: number): number {
  let h = Math.imul(high, 0x85ebca6b) ^ Math.imul(low, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f)
  return (h ^ (h >>> 13)) >>> 0
}
