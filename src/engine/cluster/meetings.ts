/**
 * Meetings: who among many others is met often enough by one document, group by group.
 *
 *     counts[other] = base + meetings with the document at hand, or less than `base`: none yet
 *
 * Every document counts from a base of its own, above all counts of those before it: nothing is to be forgotten when
 * the next one comes.
 *
 * Ours: all of it. Cost: 8 bytes for each of the others; some nanoseconds a meeting, whatever comes of it.
 */

/** From one base to the next at least. */
const leastStep = 2 ** 16

export class Meetings {
  readonly #counts: Int32Array
  /** From one base to the next: more than one document can meet another. */
  readonly #step: number
  #base = 0
  #enough = 0
  /** The first `found` are those that were met often enough, in the order in which they were. */
  readonly met: Int32Array
  found = 0

  /**
   * @param count others are numbers in [0, count)
   * @param most meetings with one of them, below 2^30
   */
  constructor(count: number, most: number) {
    this.#step = Math.max(leastStep, most + 1)
    this.#counts = new Int32Array(count)
    this.met = new Int32Array(count + 1)
  }

  /** Begins with the next document, for which `agree` meetings are enough, 1 or more. */
  begin(agree: number): void {
    if (this.#base > 2 ** 31 - 1 - 2 * this.#step) {
      this.#counts.fill(0)
      this.#base = 0
    }
    this.#base += this.#step
    this.#enough = this.#base + agree
    this.found = 0
  }

  /** Meets `others` [from, to). */
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
      // Cannot be predicted, so it is not branched on: what is one too far is written over by the next.
      met[found] = other
      found += +(count === enough)
    }
    this.found = found
  }

  /** Meets `others` from place `newest` on, each followed by the place `next` says, as long as that is above `end`. */
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
