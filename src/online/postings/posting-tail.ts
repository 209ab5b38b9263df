/**
 * Posting tail: the growing postings of the newest documents, as hash chains by key in flat arrays.
 *
 * Cost: 12 to 24 bytes per posting, and the heads. Heads grow in few large steps, because rehashing all rows blocks the
 * thread: the last step, to 8 MiB, is at 262,144 rows. A lookup walks one chain.
 */
import { resized } from '../../ground/lists/growing-lists.ts'
import type { AgreementCounts } from './agreement-counts.ts'
import { PostingSegment } from './posting-segment.ts'
import { segmentNumbers } from './segment-numbers.ts'

const none = 0xffff_ffff

/** About the number of postings in a full segment. */
const mostHeads = 2 ** 21
const headStep = 16

export class PostingTail {
  /** First number of the tail. */
  readonly from: number
  #keys = new Uint32Array(1024)
  #numbers = new Uint32Array(1024)
  #next = new Uint32Array(1024)
  #heads = new Uint32Array(1024).fill(none)
  #length = 0
  readonly #alive = new Uint32Array(segmentNumbers / 32)

  constructor(from: number) {
    this.from = from
  }

  has(number: number): boolean {
    const place = number - this.from
    return (this.#alive[place >>> 5] & (1 << (place & 31))) !== 0
  }

  /** @param keys distinct */
  add(number: number, keys: Uint32Array): void {
    const place = number - this.from
    this.#alive[place >>> 5] |= 1 << (place & 31)
    for (const key of keys) {
      if (this.#length === this.#keys.length) this.#grow()
      const row = this.#length++
      this.#keys[row] = key
      this.#numbers[row] = number
      this.#chain(row)
    }
  }

  remove(number: number): void {
    const place = number - this.from
    this.#alive[place >>> 5] &= ~(1 << (place & 31))
  }

  /** Counts each document under a key. */
  collect(key: number, counts: AgreementCounts): void {
    for (let row = this.#heads[this.#slotOf(key)]; row !== none; row = this.#next[row]) {
      if (this.#keys[row] === key && this.has(this.#numbers[row]))
        counts.add(this.#numbers[row] - this.from)
    }
  }

  sealed(): PostingSegment {
    const rows = { keys: this.#keys, numbers: this.#numbers, length: this.#length }
    return PostingSegment.of(this.from, rows, this.#alive.slice())
  }

  /** At most as many chains as rows. Keys are hashes, except those of words, so the slot mixes their bits. */
  #slotOf(key: number): number {
    const mixed = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) & (this.#heads.length - 1)
  }

  #chain(row: number): void {
    const slot = this.#slotOf(this.#keys[row])
    this.#next[row] = this.#heads[slot]
    this.#heads[slot] = row
  }

  #grow(): void {
    const capacity = 2 * this.#keys.length
    this.#keys = resized(this.#keys, capacity)
    this.#numbers = resized(this.#numbers, capacity)
    this.#next = resized(this.#next, capacity)
    if (this.#length < this.#heads.length || this.#heads.length === mostHeads) return
    this.#heads = new Uint32Array(Math.min(mostHeads, headStep * this.#heads.length)).fill(none)
    for (let row = 0; row < this.#length; row++) this.#chain(row)
  }
}
