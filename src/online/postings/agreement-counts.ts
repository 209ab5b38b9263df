/**
 * Agreement counts: counts how often each place comes up, and lists those that reach `agree`.
 *
 * Clears only the counts in use, so the cost of a lookup depends on what it finds.
 */
import { resized } from '../../ground/lists/growing-lists.ts'
import { segmentNumbers } from './segment-numbers.ts'

export class AgreementCounts {
  readonly #agree: number
  /** Counts stop at `agree`, which is below 256. */
  #counts = new Uint8Array(segmentNumbers)
  // Grows: every written batch makes one, and most batches need few places.
  #met = new Uint32Array(256)
  #metLength = 0
  #enough = new Uint32Array(64)
  #enoughLength = 0

  constructor(agree: number) {
    this.#agree = agree
  }

  /** Makes room for places below a number. REQUIRES: nothing is counted. */
  fit(places: number): void {
    if (places > this.#counts.length) this.#counts = new Uint8Array(places)
  }

  add(place: number): void {
    const count = this.#counts[place]
    if (count === this.#agree) return
    if (count === 0) {
      if (this.#metLength === this.#met.length) this.#met = resized(this.#met, 2 * this.#metLength)
      this.#met[this.#metLength++] = place
    }
    this.#counts[place] = count + 1
    if (count + 1 < this.#agree) return
    if (this.#enoughLength === this.#enough.length)
      this.#enough = resized(this.#enough, 2 * this.#enoughLength)
    this.#enough[this.#enoughLength++] = place
  }

  /** Places that came up at least `agree` times, ascending; a view until the next use. Clears the counts. */
  take(): Uint32Array {
    for (let i = 0; i < this.#metLength; i++) this.#counts[this.#met[i]] = 0
    const found = this.#enough.subarray(0, this.#enoughLength).sort()
    this.#metLength = 0
    this.#enoughLength = 0
    return found
  }
}
