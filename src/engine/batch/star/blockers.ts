/**
 * Blockers: the places of a window that wait for an earlier unsettled one with a shared group.
 *
 *     group 1:  0 3 7     group 2:  3 5     0 settles ─▶ 3 is the first of both groups: it settles next
 *
 * A place settles when it is the first unsettled one of all its groups. Otherwise it waits for one earlier place and is
 * skipped until that one is settled: a chain of n documents takes about n / 2 rounds.
 *
 * Ours: all of it. Cost: 8 bytes a place, 4 a group of the window; one scan of a place's groups for each place that it
 * waited for, and one look at that place in each other round.
 */

import type { Window } from '../../cluster/window.ts'
import { inputOrder } from '../columns.ts'

export class Blockers {
  readonly #window: Window
  readonly #isRemoved: (document: number) => boolean
  /** [groups of the window] the cell of the first place not known to be settled. */
  readonly #heads: Int32Array
  /** [size] the place that each waits for, itself at first. */
  readonly #waitsFor: Int32Array
  /** [size] the round in which a place settled without being removed, 0 until then. */
  readonly #settledIn: Int32Array

  /** @param isRemoved whether a document has been removed, from then on for good */
  constructor(window: Window, isRemoved: (document: number) => boolean) {
    this.#window = window
    this.#isRemoved = isRemoved
    this.#heads = window.firstCells()
    this.#waitsFor = inputOrder(window.size)
    this.#settledIn = new Int32Array(window.size)
  }

  /**
   * Settles a place unless an earlier one blocks it. Places settled in this round still block, because their pairs are
   * not measured yet. REQUIRES: the place is neither removed nor settled; rounds begin with 1 and never decrease.
   *
   * @returns whether it did
   */
  settle(place: number, round: number): boolean {
    const known = this.#waitsFor[place]
    if (known !== place && !this.#isPast(known, round)) return false
    const { locals, places, starts } = this.#window
    for (let member = starts[place]; member < starts[place + 1]; member++) {
      const local = locals[member]
      let cell = this.#heads[local]
      while (places[cell] !== place && this.#isPast(places[cell], round)) cell++
      this.#heads[local] = cell
      if (places[cell] === place) continue
      this.#waitsFor[place] = places[cell]
      return false
    }
    this.#settledIn[place] = round
    return true
  }

  /** Whether a place was removed, or settled before this round. */
  #isPast(place: number, round: number): boolean {
    const settled = this.#settledIn[place]
    return (settled !== 0 && settled < round) || this.#isRemoved(this.#window.documents[place])
  }
}
