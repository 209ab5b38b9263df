/**
 * Agreement counts: how often each of `segmentNumbers` places was met, and which were met often enough.
 *
 * Only what was met is cleared again, so that a lookup costs what it meets.
 */
import { resized } from '../../ground/lists/growing-lists.ts'
import { segmentNumbers } from './segment-numbers.ts'

export class AgreementCounts {
  readonly #agree: number
  /** Counts stop at `agree`, which is below 256. */
  readonly #counts = new Uint8Array(segmentNumbers)
  // They grow: one is made for every group of documents that is written, and most meet few places.
  #met = new Uint32Array(256)
  #metLength = 0
  #enough = new Uint32Array(64)
  #enoughLength = 0

  constructor(agree: number) {
    this.#agree = agree
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

  /** Places that were met at least `agree` times, ascending; a view until the next use. Clears the counts. */
  take(): Uint32Array {
    for (let i = 0; i < this.#metLength; i++) this.#counts[this.#met[i]] = 0
    const found = this.#enough.subarray(0, this.#enoughLength).sort()
    this.#metLength = 0
    this.#enoughLength = 0
    return found
  }
}
