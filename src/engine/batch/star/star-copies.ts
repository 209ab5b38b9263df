/**
 * Copies under star: a removed text may occur again later. Its copy joins the nearest of all survivors visited before
 * the copy, perhaps one that did not exist when the text itself joined another:
 *
 *     visited     A (survives)   B (joins A)   C (survives, nearer to B)   B again (joins C)
 *
 * So each removed text with copies is measured against the survivors visited between it and its last copy. Copies of a
 * survivor join it: nothing is nearer than an equal text.
 *
 * Cost: if there is such a copy, 8 bytes a document while it runs, and 16 a match found.
 */

import { DoubleList, IntList } from '../../../ground/lists/growing-lists.ts'
import type { PairList } from '../../cluster/pair-list.ts'
import { PairQueue, reporting } from '../../cluster/pair-queue.ts'
import type { SurvivorLists } from '../../cluster/survivor-lists.ts'
import type { ClusterWork, Outcome, Visiting } from '../columns.ts'
import type { Nearest } from './nearest.ts'

/**
 * Writes survivor and similarity of copies of removed texts. REQUIRES: those of all representatives are final.
 *
 * @param decided lists of all survivors, and the bounds that skip pairs with them
 */
export async function joinCopies(
  work: ClusterWork,
  { order, rank }: Visiting,
  outcome: Outcome,
  { survivors, nearest }: { readonly survivors: SurvivorLists; readonly nearest: Nearest | undefined },
): Promise<void> {
  const copied = copiedTexts(work, order, rank, outcome)
  if (copied === undefined) return
  const matches = new LaterMatches(order.length)
  const queue = new PairQueue(
    work.verifier,
    reporting(work.onPair, (text, survivor, value) => {
      if (value >= work.threshold) matches.add(text, survivor, value)
    }),
  )
  const isWanted = (text: number, survivor: number) =>
    rank[survivor] > rank[text] &&
    rank[survivor] < copied.last[text] &&
    (nearest === undefined || nearest.mayJoin(text, survivor))
  const narrow = (pairs: PairList) => pairs.filter(isWanted)
  await survivors.askAll(copied.texts, queue, { narrow, between: work.bounds?.rest })
  await queue.drain()
  const { representative } = work
  for (let place = 0; place < order.length; place++) {
    const copy = order[place]
    const text = representative[copy]
    if (text !== copy && outcome.survivor[text] !== text) joinAsText(copy, text, outcome, rank, matches)
  }
}

/** Lets a copy of a removed text join the survivor of the text, or a later one that is nearer. */
function joinAsText(
  copy: number,
  text: number,
  outcome: Outcome,
  rank: Int32Array,
  matches: LaterMatches,
): void {
  const { survivor, similarity } = outcome
  survivor[copy] = survivor[text]
  similarity[copy] = similarity[text]
  matches.each(text, (found, value) => {
    const best = similarity[copy]
    const isNearer = value > best || (value === best && rank[found] < rank[survivor[copy]])
    if (rank[found] > rank[copy] || !isNearer) return
    survivor[copy] = found
    similarity[copy] = value
  })
}

/** Removed texts with copies, and [count] the rank of the last copy of each; undefined if there are none. */
function copiedTexts(
  { representative }: ClusterWork,
  order: Int32Array,
  rank: Int32Array,
  { survivor }: Outcome,
): { texts: Int32Array; last: Int32Array } | undefined {
  const texts = new IntList()
  let last: Int32Array | undefined
  for (let place = 0; place < order.length; place++) {
    const copy = order[place]
    const text = representative[copy]
    if (text === copy || survivor[text] === text) continue
    last ??= new Int32Array(order.length)
    if (last[text] === 0) texts.push(text) // a copy is never visited first
    last[text] = rank[copy]
  }
  return last && { texts: texts.values.subarray(0, texts.length), last }
}

/** Matches of texts with later survivors: a linked list for each text. */
class LaterMatches {
  /** [count] the newest match of a text, + 1. */
  readonly #newest: Int32Array
  readonly #before = new IntList()
  readonly #survivors = new IntList()
  readonly #values = new DoubleList()

  constructor(count: number) {
    this.#newest = new Int32Array(count)
  }

  add(text: number, survivor: number, value: number): void {
    this.#before.push(this.#newest[text])
    this.#survivors.push(survivor)
    this.#values.push(value)
    this.#newest[text] = this.#before.length
  }

  each(text: number, use: (survivor: number, value: number) => void): void {
    for (let at = this.#newest[text]; at !== 0; at = this.#before.at(at - 1)) {
      use(this.#survivors.at(at - 1), this.#values.values[at - 1])
    }
  }
}
