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

import { DoubleList } from '../../../ground/lists/growing-lists.ts'
import type { Bounds } from '../../cluster/candidates.ts'
import { PairList } from '../../cluster/pair-list.ts'
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

  /** The same with the arguments swapped. */
  readonly mayTake = (survivor: number, document: number): boolean => this.mayJoin(document, survivor)

  #least(document: number): number {
    const { survivor, similarity } = this.#outcome
    return this.#isReported || survivor[document] === document ? this.#threshold : similarity[document]
  }

  /** Narrows the pairs of a document, from a place on, to those that may join; of many only the first stays. */
  readonly narrow = (pairs: PairList, from: number): void => {
    if (pairs.length === from) return
    const document = pairs.left[from]
    const bounds = this.#bounds
    const before = bounds.length
    const first = this.#keepWhatMayJoin(document, pairs, from)
    const isCrowd = pairs.length - from > few && this.#outcome.survivor[document] === document
    if (this.#isReported || !isCrowd) {
      bounds.length = before
      return
    }
    // The first stays: its cell and its bound swap with those of the last; the others wait.
    const { right } = pairs
    const survivor = right[first]
    right[first] = right[--pairs.length]
    bounds.values[before + first - from] = bounds.values[--bounds.length]
    for (let at = from; at < pairs.length; at++) this.#waiting.add(document, right[at])
    right[from] = survivor
    pairs.length = from + 1
  }

  /** Keeps the pairs that may join and notes their bounds. @returns the place of the highest bound */
  #keepWhatMayJoin(document: number, pairs: PairList, from: number): number {
    const { right } = pairs
    const least = this.#least(document)
    let first = from
    let highest = -1
    let kept = from
    for (let at = from; at < pairs.length; at++) {
      const bound = this.#upper.bound(document, right[at])
      if (bound < least) continue
      right[kept] = right[at]
      this.#bounds.push(bound)
      if (bound > highest) {
        highest = bound
        first = kept
      }
      kept++
    }
    pairs.length = kept
    return first
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
