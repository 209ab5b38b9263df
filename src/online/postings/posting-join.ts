/**
 * Posting join: makes one segment of neighbouring ones, or drops the postings of removed documents from one, in steps
 * that hold up no call for long.
 *
 * A segment has its postings by the highest bits of their keys. So a step takes all that agree in a few highest bits, a
 * run in each source, and puts them into their new buckets by counting.
 *
 * The sources stay in use meanwhile. A document removed from one during the join is only marked in the new segment.
 */
import { withRoom } from '../../ground/lists/growing-lists.ts'
import {
  bucketOf,
  keyIn,
  PostingSegment,
  printOf,
  type SegmentParts,
  segmentParts,
} from './posting-segment.ts'

/** Buckets of the new segment that a step fills, about eight postings each. */
const bucketsAtOnce = 128

export class PostingJoin {
  readonly sources: readonly PostingSegment[]
  readonly #parts: SegmentParts
  /** Number of documents whose postings are taken, unless they are removed meanwhile. */
  readonly #documents: number
  /** A step takes the postings whose keys agree in this many bits. */
  readonly #stepBits: number
  #step = 0
  #end = 0
  #keys = new Uint32Array()
  #places = new Uint32Array()

  /** @param sources ascending, at least one */
  constructor(sources: readonly PostingSegment[]) {
    this.sources = sources
    const [{ from }] = sources
    const postings = sources.reduce((sum, { parts }) => sum + parts.entries.length, 0)
    const keyBits = Math.min(...sources.map(({ parts }) => parts.bits + parts.printBits))
    this.#parts = segmentParts(from, sources[sources.length - 1].end, { postings, keyBits })
    this.#documents = sources.reduce((sum, { documents }) => sum + documents, 0)
    const coarse = Math.max(0, this.#parts.bits - Math.log2(bucketsAtOnce))
    this.#stepBits = Math.min(coarse, ...sources.map(({ parts }) => parts.bits))
  }

  /** Number of postings to take, those of removed documents included. */
  get postings(): number {
    return this.#parts.entries.length
  }

  /** Takes at least this many postings. @returns whether all are taken */
  advance(postings: number): boolean {
    const steps = 2 ** this.#stepBits
    for (let taken = 0; this.#step < steps && taken < postings; this.#step++) taken += this.#take()
    return this.#step === steps
  }

  /** REQUIRES: all postings are taken. */
  joined(): PostingSegment {
    const { from, entries, alive } = this.#parts
    for (const { parts } of this.sources) alive.set(parts.alive, (parts.from - from) >>> 5)
    const used = this.#end === entries.length ? entries : entries.slice(0, this.#end)
    return new PostingSegment({ ...this.#parts, entries: used }, this.#documents)
  }

  /** @returns the number of postings seen, and one for the step itself */
  #take(): number {
    let seen = 1
    let length = 0
    for (const { parts } of this.sources) {
      const { offsets, entries, alive } = parts
      const shift = parts.from - this.#parts.from
      const buckets = 2 ** (parts.bits - this.#stepBits)
      const end = (this.#step + 1) * buckets
      const count = offsets[end] - offsets[end - buckets]
      seen += count
      this.#keys = withRoom(this.#keys, length + count)
      this.#places = withRoom(this.#places, length + count)
      for (let bucket = end - buckets; bucket < end; bucket++) {
        for (let at = offsets[bucket]; at < offsets[bucket + 1]; at++) {
          const place = entries[at] & parts.placeMask
          if ((alive[place >>> 5] & (1 << (place & 31))) === 0) continue
          this.#keys[length] = keyIn(bucket, entries[at], parts)
          this.#places[length++] = shift + place
        }
      }
    }
    this.#place(length)
    return seen
  }

  /** Puts the postings of a step into their buckets. */
  #place(length: number): void {
    const { bits, offsets, entries } = this.#parts
    const buckets = 2 ** (bits - this.#stepBits)
    const first = this.#step * buckets
    const next = new Uint32Array(buckets)
    for (let row = 0; row < length; row++) next[bucketOf(this.#keys[row], bits) - first]++
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = next[bucket]
      next[bucket] = this.#end
      this.#end += count
      offsets[first + bucket + 1] = this.#end
    }
    for (let row = 0; row < length; row++) {
      const key = this.#keys[row]
      entries[next[bucketOf(key, bits) - first]++] = printOf(key, this.#parts) | this.#places[row]
    }
  }
}
