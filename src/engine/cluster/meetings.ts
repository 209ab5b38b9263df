/**
 * Meetings: which of many others one document meets often enough, group by group.
 *
 *     counts[other] = base + meetings with the current document, or less than `base`: none yet
 *
 * Each document counts from its own base, above all earlier counts, so nothing needs clearing for the next one.
 *
 * Ours: all of it. Cost: 8 bytes for each of the others; a few nanoseconds a meeting.
 */

/** Minimum distance from one base to the next. */
const leastStep = 2 ** 16

export class Meetings {
  readonly #counts: Int32Array
  /** Distance from one base to the next: more than the maximum number of meetings of two documents. */
  readonly #step: number
  #base = 0
  #enough = 0
  /** The first `found` are those met often enough, in the order in which they reached that. */
  readonly met: Int32Array
  found = 0

  /**
   * @param count others are numbers in [0, count)
   * @param most maximum number of meetings with one of them, below 2^30
   */
  constructor(count: number, most: number) {
    this.#step = Math.max(leastStep, most + 1)
    this.#counts = new Int32Array(count)
    this.met = new Int32Array(count + 1)
  }

  /** Begins the next document, for which `agree` meetings, 1 or more, are enough. */
  begin(agree: number): void {
    if (this.#base > 2 ** 31 - 1 - 2 * this.#step) {
      this.#counts.fill(0)
      this.#base = 0
    }
    this.#base += this.#step
    this.#enough = this.#base + agree
    this.found = 0
  }

  /** Counts a meeting with each of `others` [from, to). */
  meet(others: Int32Array, from: number, to: number): void {
    const { met } = this
    const counts = this.#counts
    const base = this.#base
    const enough = this.#enough
    let { found } = this
    for (let at = from; at < to; at++) {
      const other = others[at]
      const known = counts[other]
      const count = (known > base ? known : base) + 1
      counts[other] = count
      // A branch would be unpredictable, so there is none: an entry too many is overwritten by the next.
      met[found] = other
      found += +(count === enough)
    }
    this.found = found
  }

  /** The same for the linked list from place `newest` on, along `next`, while places are above `end`. */
  meetChain(others: Int32Array, next: Int32Array, newest: number, end: number): void {
    const { met } = this
    const counts = this.#counts
    const base = this.#base
    const enough = this.#enough
    let { found } = this
    for (let at = newest; at > end; at = next[at]) {
      const other = others[at]
      const known = counts[other]
      const count = (known > base ? known : base) + 1
      counts[other] = count
      met[found] = other
      found += +(count === enough)
    }
    this.found = found
  }
}
