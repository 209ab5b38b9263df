/**
 * Rounds: settles the documents of a window that no survivor from before it removed.
 *
 * A document without an earlier unsettled blocker survives. Its pairs with later documents of the window are measured,
 * and the documents that it removes no longer block others in the next round.
 *
 * Ours: all of it. Cost: `Blockers`, and 4 bytes for each unsettled document.
 */

import { IntList } from '../../../ground/lists/growing-lists.ts'
import { PairList, pairsAtOnce } from '../../cluster/pair-list.ts'
import type { PairQueue } from '../../cluster/pair-queue.ts'
import type { SurvivorLists } from '../../cluster/survivor-lists.ts'
import type { Window } from '../../cluster/window.ts'
import type { Outcome } from '../columns.ts'
import { Blockers } from './blockers.ts'
import type { Nearest } from './nearest.ts'

interface RoundsSettings {
  /** Measures the pairs, and writes the results to `outcome`. */
  readonly queue: PairQueue
  readonly outcome: Outcome
  /** Collects the survivors. */
  readonly survivors: SurvivorLists
  /** Present only with bounds. */
  readonly nearest: Nearest | undefined
  /** Awaited now and then. */
  readonly rest: (() => Promise<void>) | undefined
}

/** A round over the unsettled places of a window. */
interface Round {
  readonly window: Window
  readonly unsettled: IntList
  readonly blockers: Blockers
  readonly number: number
  /** Collects the places that are still unsettled. */
  readonly waiting: IntList
  /** Collects the pairs to measure. */
  readonly pairs: PairList
}

export class Rounds {
  readonly #settings: RoundsSettings

  constructor(settings: RoundsSettings) {
    this.#settings = settings
  }

  /** Settles all documents of a window. REQUIRES: its pairs with the survivors so far are measured. */
  async settle(window: Window): Promise<void> {
    const { outcome, queue, rest } = this.#settings
    const blockers = new Blockers(window, document => outcome.survivor[document] !== document)
    const pairs = new PairList()
    let unsettled = places(window.size)
    for (let number = 1; unsettled.length > 0; number++) {
      const waiting = new IntList(unsettled.length)
      for (let at = 0; at < unsettled.length; ) {
        at = this.#look({ window, unsettled, blockers, number, waiting, pairs }, at)
        this.#settings.nearest?.dropFar(pairs)
        await queue.addAll(pairs)
        await rest?.()
      }
      await queue.drain()
      unsettled = waiting
    }
  }

  /** Visits unsettled places from `at` on until there are pairs to send. @returns the first place not visited. */
  #look({ window, unsettled, blockers, number, waiting, pairs }: Round, at: number): number {
    const { outcome, survivors } = this.#settings
    const { documents } = window
    pairs.length = 0
    let next = at
    while (next < unsettled.length && pairs.length < pairsAtOnce) {
      const place = unsettled.at(next++)
      const document = documents[place]
      if (outcome.survivor[document] !== document) continue
      if (blockers.settle(place, number)) {
        survivors.add(document)
        window.laterPairs(place, pairs)
      } else waiting.push(place)
    }
    return next
  }
}

/** All places of a window. */
function places(size: number): IntList {
  const list = new IntList(size)
  for (let place = 0; place < size; place++) list.push(place)
  return list
}
