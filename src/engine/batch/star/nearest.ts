/**
 * Nearest: which survivors may still be the nearest of a document, by bounds and earlier results.
 *
 * A document joins the most similar survivor. Once it has a match, a survivor whose bound is below that similarity
 * cannot be nearer and is not measured. So among many, the one with the highest bound is measured first:
 *
 *     bounds of survivors   .91  .97  .93  .95  ...      first: .97, measured .96      skipped: all below .96
 *
 * The others wait for its result. If pairs are reported, every pair that may match is measured.
 *
 * Ours: all of it. Cost: a bound for each candidate, 16 bytes for each that waits. Error: none, given the bounds.
 */

import { DoubleList, withRoom } from '../../../ground/lists/growing-lists.ts'
import type { Bounds } from '../../cluster/candidates.ts'
import { firstRoom, PairList } from '../../cluster/pair-list.ts'
import type { ClusterWork, Outcome } from '../columns.ts'

/** With more survivors than this, all others wait for the result of the first. */
const few = 8
/** Initial room for the survivors of a document. */
const usualSurvivors = 1024
/** With this many waiting pairs, the first pairs are sent. */
const enough = 2 ** 18

/** Keeps the most similar survivor of every document, and the earlier visited of equals, in any order of results. */
export function keepNearest({ survivor, similarity }: Outcome, rank: Int32Array, threshold: number) {
  return (left: number, right: number, value: number): void => {
    if (value < threshold) return
    const isLeftLater = rank[left] > rank[right]
    const document = isLeftLater ? left : right
    const found = isLeftLater ? right : left
    const known = survivor[document]
    const best = similarity[document]
    const isNearer = known === document || value > best || (value === best && rank[found] < rank[known])
    if (!isNearer) return
    survivor[document] = found
    similarity[document] = value
  }
}

export class Nearest {
  readonly #upper: Bounds
  readonly #threshold: number
  readonly #isReported: boolean
  readonly #outcome: Outcome
  /** Bounds of the pairs at hand. */
  #current = new Float64Array(firstRoom)
  /** Waiting pairs, and their bounds. */
  readonly #waiting = new PairList()
  readonly #bounds = new DoubleList(usualSurvivors)

  constructor(bounds: Bounds, { threshold, onPair }: ClusterWork, outcome: Outcome) {
    this.#upper = bounds
    this.#threshold = threshold
    this.#isReported = onPair !== undefined
    this.#outcome = outcome
  }

  /** Whether measuring the pair may change the document's survivor. */
  readonly mayJoin = (document: number, survivor: number): boolean =>
    this.#upper.bound(document, survivor) >= this.#least(document)

  /** Drops the pairs of a survivor, left, with documents that certainly do not join it. */
  dropFar(pairs: PairList): void {
    const bounds = this.#boundsOf(pairs)
    const { left, right, length } = pairs
    let kept = 0
    for (let at = 0; at < length; at++) {
      if (bounds[at] < this.#least(right[at])) continue
      left[kept] = left[at]
      right[kept++] = right[at]
    }
    pairs.length = kept
  }

  #least(document: number): number {
    const { survivor, similarity } = this.#outcome
    return this.#isReported || survivor[document] === document ? this.#threshold : similarity[document]
  }

  /** The bound of each pair, in memory that the next call overwrites. */
  #boundsOf({ left, right, length }: PairList): Float64Array {
    this.#current = withRoom(this.#current, length)
    this.#upper.boundAll(left, right, length, this.#current)
    return this.#current
  }

  /**
   * Narrows the pairs of documents, left, with survivors to those that may join; of many only the first stays. The
   * pairs of a document stand together.
   */
  readonly narrow = (pairs: PairList): void => {
    const bounds = this.#boundsOf(pairs)
    const { left, right, length } = pairs
    let kept = 0
    for (let at = 0; at < length; ) {
      const document = left[at]
      const least = this.#least(document)
      const from = kept
      for (; at < length && left[at] === document; at++) {
        if (bounds[at] < least) continue
        left[kept] = document
        right[kept] = right[at]
        bounds[kept++] = bounds[at]
      }
      if (kept - from > few) kept = this.#firstOf(pairs, from, kept)
    }
    pairs.length = kept
  }

  /**
   * Lets the pairs of a document in [from, to) wait for that with the highest bound, unless all of them are measured.
   *
   * @returns the end of those to measure now
   */
  #firstOf({ left, right }: PairList, from: number, to: number): number {
    const document = left[from]
    const bounds = this.#current
    if (this.#isReported || this.#outcome.survivor[document] !== document) return to
    let first = from
    for (let at = from; at < to; at++) if (bounds[at] > bounds[first]) first = at
    for (let at = from; at < to; at++) {
      if (at === first) continue
      this.#waiting.add(document, right[at])
      this.#bounds.push(bounds[at])
    }
    right[from] = right[first]
    return from + 1
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  get isFull(): boolean {
    return this.#waiting.length >= enough
  }

  /** The waiting pairs that may still join now that the first ones are measured; the caller empties the list. */
  takeWaiting(): PairList {
    const pairs = this.#waiting
    const bounds = this.#bounds.values
    let kept = 0
    for (let at = 0; at < pairs.length; at++) {
      if (bounds[at] < this.#least(pairs.left[at])) continue
      pairs.left[kept] = pairs.left[at]
      pairs.right[kept++] = pairs.right[at]
    }
    pairs.length = kept
    this.#bounds.length = 0
    return pairs
  }
}
