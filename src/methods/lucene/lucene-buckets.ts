/**
 * Buckets of Lucene's MinHash: bounded sets of 128-bit values, ascending, all in one array.
 *
 *     values: │ bucket 0: room for `room` values │ bucket 1 │ ...        a value: four words, highest first
 *
 * `room` doubles when a set outgrows it, up to the bound, so a bound that no set reaches costs nothing.
 *
 * Source: the rule of a full set is that of Lucene's `MinHashFilter`: a value below the largest first removes the
 * largest and is then added, unless the set already holds it. So a repeated value shrinks the set.
 */
import { firstWhere } from '../../ground/lists/bisection.ts'
export class LuceneBuckets {
  readonly #bound: number
  #room: number
  #values: Uint32Array
  readonly #sizes: Uint32Array

  /** `count` empty sets of at most `bound` values. */
  constructor(count: number, bound: number) {
    this.#bound = bound
    this.#room = Math.min(bound, 4)
    this.#values = new Uint32Array(4 * count * this.#room)
    this.#sizes = new Uint32Array(count)
  }

  sizeOf(bucket: number): number {
    return this.#sizes[bucket]
  }

  /** Offers a value of four words to a set. Cost: O(log size) if refused, else O(size). */
  insert(bucket: number, value: Uint32Array): void {
    const size = this.#sizes[bucket]
    const first = 4 * bucket * this.#room
    const at = this.#placeOf(value, first, size)
    const isThere = at < size && this.#compare(value, first + 4 * at) === 0
    if (size < this.#bound) {
      if (isThere) return
      if (size === this.#room) {
        this.#grow()
        this.insert(bucket, value)
        return
      }
      this.#sizes[bucket]++
    } else {
      // Full: the largest goes, unless the value is not below it.
      if (at >= size - (isThere ? 1 : 0)) return
      if (isThere) {
        this.#sizes[bucket]--
        return
      }
    }
    const places = this.#sizes[bucket]
    this.#values.copyWithin(first + 4 * (at + 1), first + 4 * at, first + 4 * (places - 1))
    this.#values.set(value, first + 4 * at)
  }

  /** The values of some buckets one after the other, each ascending. A bucket may be named more than once. */
  valuesOf(buckets: Uint32Array): Uint32Array {
    const total = buckets.reduce((sum, bucket) => sum + this.#sizes[bucket], 0)
    const out = new Uint32Array(4 * total)
    let at = 0
    for (const bucket of buckets) {
      const from = 4 * bucket * this.#room
      const end = from + 4 * this.#sizes[bucket]
      for (let p = from; p < end; p++) out[at++] = this.#values[p]
    }
    return out
  }

  /** How many values of a set are below `value`. */
  #placeOf(value: Uint32Array, first: number, size: number): number {
    return firstWhere(0, size, place => this.#compare(value, first + 4 * place) <= 0)
  }

  #compare(value: Uint32Array, at: number): number {
    const values = this.#values
    for (let i = 0; i < 4; i++) {
      if (value[i] !== values[at + i]) return value[i] < values[at + i] ? -1 : 1
    }
    return 0
  }

  #grow(): void {
    const room = Math.min(this.#bound, 2 * this.#room)
    const count = this.#sizes.length
    const values = new Uint32Array(4 * count * room)
    for (let bucket = 0; bucket < count; bucket++) {
      const from = 4 * bucket * this.#room
      values.set(this.#values.subarray(from, from + 4 * this.#sizes[bucket]), 4 * bucket * room)
    }
    this.#values = values
    this.#room = room
  }
}
