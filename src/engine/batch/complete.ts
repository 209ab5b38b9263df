/**
 * Complete clustering: every two members of a cluster match.
 *
 *     for each document d in visiting order, of equal texts the first:                   (1)
 *       C = the clusters all of whose members have a similarity with d >= threshold
 *       d joins the one of C whose survivor is most similar, the survivor visited earliest among equals;
 *       C empty: d starts a cluster and is its survivor
 *
 * Copies of a text stay with it, even if a nearer survivor came later (unlike star): every two members must match, so
 * equal texts are treated as one.
 *
 * A cluster is considered when its survivor shares a group with d; then its other members are measured, whether they
 * share a group or not. The code runs (1) in windows, with equal results:
 *
 * 1. The documents of a window are measured against the survivors from before it that share a group.
 * 2. Each match is a choice. The other members of its cluster are measured in rounds of 1, 2, 4, ... until one fails.
 * 3. The pairs inside the window that share a group are measured into a square matrix.
 * 4. Now (1) runs document by document; the rare similarity still missing (a pair in the window that shares no group,
 *    of a cluster not yet excluded) is measured when needed.
 *
 * Ours: all of it. Cost: a cluster of n members takes n(n-1)/2 pairs, as it must; a hot group of several clusters
 * up to window/2 pairs a document above that. About 30 bytes a document and 8 * window^2.
 * Error: none, given the candidates.
 */

import { IntList } from '../../ground/lists/growing-lists.ts'
import { boundedVerifier } from '../cluster/bounded-verifier.ts'
import { OpenChoices } from '../cluster/open-choices.ts'
import { type Answer, PairQueue, reporting } from '../cluster/pair-queue.ts'
import { SurvivorLists } from '../cluster/survivor-lists.ts'
import { Window } from '../cluster/window.ts'
import { type ClusterWork, type Outcome, visiting } from './columns.ts'
import { finishOutcome, startOutcome } from './outcome.ts'

/** 8 MB of similarities. Larger windows give larger batches, but more pairs in step 3 that (1) would not measure. */
const defaultWindow = 1024

/** Clusters by (1). @throws what the verifier throws. */
export async function complete(work: ClusterWork): Promise<Outcome> {
  const { columns, representative } = work
  const { order, rank } = visiting(columns.count, work.order)
  const deciding = new Complete(work, rank)
  for (const document of order) {
    if (representative[document] !== document) continue
    if (deciding.window.add(document) && deciding.window.isFull) await deciding.decide()
  }
  await deciding.decide()
  return finishOutcome(columns, representative, deciding.outcome)
}

class Complete {
  readonly window: Window
  readonly outcome: Outcome
  readonly #rank: Int32Array
  readonly #work: ClusterWork
  readonly #queue: PairQueue
  readonly #survivors: SurvivorLists
  readonly #choices: OpenChoices
  /** [count] the place in the window of each of its documents; stale for others. */
  readonly #place: Int32Array
  /** [count] linked list of the members of a cluster from its survivor on, the latest to join first; -1 ends it. */
  readonly #next: Int32Array
  /** [window * window] similarity of places p > q at p * window + q; NaN: not measured. */
  readonly #square: Float64Array
  readonly #side: number
  /** The cells of the square that are not NaN. */
  readonly #measured = new IntList()

  constructor(work: ClusterWork, rank: Int32Array) {
    const { count } = work.columns
    this.#work = work
    this.#rank = rank
    this.outcome = startOutcome(count)
    this.#side = Math.max(1, Math.min(work.window ?? defaultWindow, count))
    this.window = new Window(work.candidates, this.#side)
    this.#queue = new PairQueue(boundedVerifier(work.verifier, work.bounds, work.threshold), () => {})
    this.#survivors = new SurvivorLists(work.candidates, count)
    this.#choices = new OpenChoices(this.#side, work.threshold)
    this.#place = new Int32Array(count)
    this.#next = new Int32Array(count).fill(-1)
    this.#square = new Float64Array(this.#side ** 2).fill(Number.NaN)
  }

  /** Steps 1 to 4 for the documents of the window; empties it. */
  async decide(): Promise<void> {
    const { window } = this
    window.seal()
    const documents = window.documents.subarray(0, window.size)
    for (let place = 0; place < documents.length; place++) this.#place[documents[place]] = place
    this.#choices.clear()
    this.#answers((left, right, similarity) => this.#choices.offer(this.#place[left], right, similarity))
    await this.#survivors.askAll(documents, this.#queue)
    await this.#queue.drain()
    this.#answers((_left, _right, similarity, choice) => this.#choices.answer(choice, similarity))
    await this.#choices.askMembers(documents, this.#next, this.#queue)
    await this.#measureInside(documents)
    for (let place = 0; place < documents.length; place++) await this.#settle(place)
    window.clear()
  }

  #answers(answer: Answer): void {
    this.#queue.answer = reporting(this.#work.onPair, answer)
  }

  /** Step 3. */
  async #measureInside(documents: Int32Array): Promise<void> {
    for (let at = 0; at < this.#measured.length; at++) this.#square[this.#measured.at(at)] = Number.NaN
    this.#measured.length = 0
    this.#answers((_left, _right, similarity, cell) => {
      this.#square[cell] = similarity
      this.#measured.push(cell)
    })
    for (let place = 0; place < documents.length; place++) {
      for (const other of this.window.earlierPlaces(place).sort()) {
        const cell = place * this.#side + other
        if (this.#queue.add(documents[place], documents[other], cell)) await this.#queue.send()
      }
    }
    await this.#queue.drain()
  }

  /** Step 4 for one place. */
  async #settle(place: number): Promise<void> {
    const { survivor, similarity } = this.outcome
    const document = this.window.documents[place]
    this.#offerInside(place)
    if (await this.#checkInside(place)) {
      await this.#queue.drain()
      await this.#checkInside(place)
    }
    const choice = this.#choices.best(place, this.#rank)
    if (choice === -1) {
      this.#survivors.add(document)
      return
    }
    const first = this.#choices.survivor.at(choice)
    survivor[document] = first
    similarity[document] = this.#choices.similarity.values[choice]
    this.#next[document] = this.#next[first]
    this.#next[first] = document
  }

  /** Offers the survivors from inside the window that share a group. */
  #offerInside(place: number): void {
    for (const other of this.window.earlierPlaces(place)) {
      const document = this.window.documents[other]
      if (this.outcome.survivor[document] !== document) continue
      this.#choices.offer(place, document, this.#square[place * this.#side + other])
    }
  }

  /** Rejects choices by members from inside the window; queues missing pairs. @returns whether it queued any. */
  async #checkInside(place: number): Promise<boolean> {
    const choices = this.#choices
    const row = place * this.#side
    let isAsking = false
    for (let choice = choices.first(place); choice !== -1; choice = choices.after(choice)) {
      let missing = 0
      const head = this.#next[choices.survivor.at(choice)]
      for (let member = head; this.#isInside(member, place); member = this.#next[member]) {
        const similarity = this.#square[row + this.#place[member]]
        if (Number.isNaN(similarity)) missing++
        else choices.answer(choice, similarity)
      }
      if (missing === 0 || choices.isFailed(choice)) continue
      isAsking = true
      for (let member = head; this.#isInside(member, place); member = this.#next[member]) {
        const cell = row + this.#place[member]
        if (!Number.isNaN(this.#square[cell])) continue
        if (this.#queue.add(this.window.documents[place], member, cell)) await this.#queue.send()
      }
    }
    return isAsking
  }

  /** Whether a member (-1: none) stands before `place` in this window. */
  #isInside(member: number, place: number): boolean {
    return (
      member !== -1 && this.#place[member] < place && this.window.documents[this.#place[member]] === member
    )
  }
}
