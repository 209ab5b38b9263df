/**
 * Copies under star: a removed text may occur again later. Its copy joins the nearest of all survivors visited before
 * the copy, perhaps one that did not exist when the text itself joined another:
 *
 *     visited     A (survives)   B (joins A)   C (survives, nearer to B)   B again (joins C)
 *
 * So each removed text with copies is measured against the survivors visited between it and its last copy. Copies of a
 * survivor join it: nothing is nearer than an equal text.
 *
 * Cost: if there is a copy, 4 bytes a document while it runs, and 16 a match found, 60 more the first of a text.
 */

import { DoubleList, IntList } from '../../../ground/lists/growing-lists.ts'
import type { PairList } from '../../cluster/pair-list.ts'
import { PairQueue, reporting } from '../../cluster/pair-queue.ts'
import type { SurvivorLists } from '../../cluster/survivor-lists.ts'
import type { ClusterWork, Outcome, Visiting } from '../columns.ts'
import type { Nearest } from './nearest.ts'

export class StarCopies {
  readonly #work: ClusterWork
  readonly #visits: Visiting
  readonly #outcome: Outcome
  readonly #nearest: Nearest | undefined
  /** [count] the rank of the last copy of each text, 0 if it has none: a copy is never visited first. */
  readonly #last: Int32Array | undefined
  readonly #matches = new LaterMatches()
  readonly #queue: PairQueue

  /** @param nearest the bounds that skip pairs */
  constructor(work: ClusterWork, visits: Visiting, outcome: Outcome, nearest: Nearest | undefined) {
    this.#work = work
    this.#visits = visits
    this.#outcome = outcome
    this.#nearest = nearest
    this.#last = lastCopies(work, visits)
    this.#queue = new PairQueue(
      work.verifier,
      reporting(work.onPair, (text, survivor, value) => {
        if (value >= work.threshold) this.#matches.add(text, survivor, value)
      }),
    )
  }

  /** Whether a text is removed and has a copy visited at `rank` or later. REQUIRES: the text is decided. */
  hasCopy(text: number, rank: number): boolean {
    if (this.#last === undefined || this.#last[text] === 0) return false
    return this.#last[text] >= rank && this.#outcome.survivor[text] !== text
  }

  /** Measures the removed ones of some decided texts that have copies against later survivors of the lists. */
  async meet(texts: Int32Array, survivors: SurvivorLists): Promise<void> {
    const copied = texts.filter(text => this.hasCopy(text, 0))
    if (copied.length === 0) return
    await survivors.askAll(copied, this.#queue, { narrow: this.#narrow, between: this.#work.bounds?.rest })
    await this.#queue.drain()
  }

  /** Measures such texts with the survivors that they met, and empties the list. */
  async measure(pairs: PairList): Promise<void> {
    this.#narrow(pairs)
    await this.#queue.addAll(pairs)
    await this.#work.bounds?.rest?.()
    pairs.length = 0
  }

  readonly #narrow = (pairs: PairList): void => {
    const { rank } = this.#visits
    const last = this.#last as Int32Array
    pairs.filter(
      (text, survivor) =>
        rank[survivor] > rank[text] &&
        rank[survivor] < last[text] &&
        (this.#nearest === undefined || this.#nearest.mayJoin(text, survivor)),
    )
  }

  /** Writes survivor and similarity of copies of removed texts. REQUIRES: all texts are final, and measured. */
  async join(): Promise<void> {
    if (this.#last === undefined) return
    await this.#queue.drain()
    const { representative } = this.#work
    const { survivor } = this.#outcome
    for (const copy of this.#visits.order) {
      const text = representative[copy]
      if (text !== copy && survivor[text] !== text) this.#joinAsText(copy, text)
    }
  }

  /** Lets a copy of a removed text join the survivor of the text, or a later one that is nearer. */
  #joinAsText(copy: number, text: number): void {
    const { survivor, similarity } = this.#outcome
    const { rank } = this.#visits
    survivor[copy] = survivor[text]
    similarity[copy] = similarity[text]
    this.#matches.each(text, (found, value) => {
      const best = similarity[copy]
      const isNearer = value > best || (value === best && rank[found] < rank[survivor[copy]])
      if (rank[found] > rank[copy] || !isNearer) return
      survivor[copy] = found
      similarity[copy] = value
    })
  }
}

/** [count] the rank of the last copy of each text; undefined if there are no copies. */
function lastCopies({ representative }: ClusterWork, { order, rank }: Visiting): Int32Array | undefined {
  let last: Int32Array | undefined
  // An iterator would make an object for each document, 16 MB for 400,000 of them.
  for (let at = 0; at < order.length; at++) {
    const copy = order[at]
    if (representative[copy] === copy) continue
    last ??= new Int32Array(order.length)
    last[representative[copy]] = rank[copy]
  }
  return last
}

/** Matches of texts with later survivors: a linked list for each text. */
class LaterMatches {
  /** The newest match of a text, + 1. */
  readonly #newest = new Map<number, number>()
  readonly #before = new IntList()
  readonly #survivors = new IntList()
  readonly #values = new DoubleList()

  add(text: number, survivor: number, value: number): void {
    this.#before.push(this.#newest.get(text) ?? 0)
    this.#survivors.push(survivor)
    this.#values.push(value)
    this.#newest.set(text, this.#before.length)
  }

  each(text: number, use: (survivor: number, value: number) => void): void {
    for (let at = this.#newest.get(text) ?? 0; at !== 0; at = this.#before.at(at - 1)) {
      use(this.#survivors.at(at - 1), this.#values.values[at - 1])
    }
  }
}
