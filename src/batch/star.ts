/**
 * Star clustering: every document that is not kept is like its survivor, not merely like a neighbour of it.
 *
 *     for each document d in visiting order:                                             (1)
 *       S = the survivors so far whose similarity with d is >= threshold
 *       d joins the most similar of S, the one visited earliest among equals; S empty: d survives
 *
 * (1) asks for one answer at a time; the verifier wants thousands. It departs in four ways, with equal results:
 *
 * 1. Documents are decided in windows. All of a window are first measured against the survivors from before it.
 *    Who has a match there is certainly removed, though a survivor from inside the window may yet be nearer.
 * 2. The others are settled in rounds. A document that shares no group with an earlier unsettled one has met
 *    every survivor it can meet: it survives. The survivors of a round are measured against all later documents of
 *    the window that share a group with them, also against removed ones.
 * 3. The next window is filled and measured against older survivors while one is settled: see `Decisions`.
 * 4. Equal texts stay out: those of a survivor join it, those of a removed document come at the end (`star-copies.ts`).
 *
 * Exactly the pairs that (1) needs are measured, each once: a text with the survivors before it, or before its last
 * copy, that share a group with it. So a group of n near-equal documents costs n pairs.
 *
 * Ours: all of it. Cost besides the job: about 25 bytes a document and 8 a (survivor, group).
 * Error: none, given the candidates.
 */

import { IntList } from '../cluster/lists.ts'
import { type Answer, PairQueue, reporting } from '../cluster/pair-queue.ts'
import { SurvivorLists } from '../cluster/survivor-lists.ts'
import { noLocals, Window } from '../cluster/window.ts'
import { type ClusterJob, type Outcome, visiting } from './columns.ts'
import { finishOutcome, startOutcome } from './outcome.ts'
import { joinCopies } from './star-copies.ts'

/** Documents decided together. A larger window means fewer and larger batches and changes no pair. */
const defaultWindow = 8192

/** Clusters by (1). @throws what the verifier throws. */
export async function star(job: ClusterJob): Promise<Outcome> {
  const { columns, representative } = job
  const visits = visiting(columns.count, job.order)
  const outcome = startOutcome(columns.count)
  const decisions = new Decisions(job, outcome, nearestOf(outcome, visits.rank, job.threshold))
  for (const document of visits.order) {
    if (representative[document] !== document) continue
    if (decisions.window.add(document) && decisions.window.isFull) await decisions.decide()
  }
  await decisions.decide()
  await joinCopies(job, visits, outcome, await decisions.end())
  return finishOutcome(columns, representative, outcome)
}

/** Keeps the most similar survivor of every document; of equals the one visited earlier, whoever answers first. */
function nearestOf({ survivor, similarity }: Outcome, rank: Int32Array, threshold: number) {
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

/**
 * Two windows at work: one is settled while the next is filled and meets the survivors from before both.
 *
 *     window k      │ earlier survivors │ those of k - 1 │ settled in rounds │
 *     window k + 1              filled ─▶ ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄│ earlier survivors │ those of k │ settled ...
 *
 * Rounds are short and wait for each other; the next window gives the threads something to do meanwhile.
 */
class Decisions {
  /** The one that takes documents in. */
  window: Window
  #other: Window
  readonly #outcome: Outcome
  readonly #survivors: SurvivorLists
  readonly #meetings: PairQueue
  readonly #rounds: PairQueue
  /** The other window's settling, and the survivors from before it. */
  #settling: Promise<void> = Promise.resolve()
  #mark = 0

  constructor({ candidates, columns, ...job }: ClusterJob, outcome: Outcome, nearest: Answer) {
    const size = Math.max(1, Math.min(job.window ?? defaultWindow, columns.count))
    const locals = noLocals(candidates)
    this.window = new Window(candidates, size, locals)
    this.#other = new Window(candidates, size, locals)
    this.#outcome = outcome
    this.#survivors = new SurvivorLists(candidates, columns.count)
    this.#mark = this.#survivors.mark
    const answer = reporting(job.onPair, nearest)
    this.#meetings = new PairQueue(job.verifier, answer)
    this.#rounds = new PairQueue(job.verifier, answer, true)
  }

  /** Measures the window against all survivors from before it, and begins to settle it. */
  async decide(): Promise<void> {
    const { window } = this
    window.seal()
    const documents = window.documents.subarray(0, window.size)
    await this.#survivors.askAll(documents, this.#meetings, { to: this.#mark })
    await this.#meetings.send()
    await this.#settling
    await this.#survivors.askAll(documents, this.#meetings, { from: this.#mark })
    await this.#meetings.drain()
    this.#mark = this.#survivors.mark
    this.window = this.#other
    this.#other = window
    this.#settling = this.#settle(window)
    this.#settling.catch(() => {}) // is thrown where it is awaited
  }

  /** @returns all survivors that share a group with others, once all is settled */
  async end(): Promise<SurvivorLists> {
    await this.#settling
    return this.#survivors
  }

  /** Settles the documents of a window in rounds and empties it. */
  async #settle(window: Window): Promise<void> {
    let unsettled = places(window.size)
    const blocked = new Int32Array(window.groups.length)
    for (let round = 1; unsettled.length > 0; round++) {
      unsettled = await this.#round(window, unsettled, blocked, round)
      await this.#rounds.drain()
    }
    window.clear()
  }

  /** @returns the places that are unsettled still */
  async #round(window: Window, unsettled: IntList, blocked: Int32Array, round: number): Promise<IntList> {
    const { documents } = window
    const waiting = new IntList(unsettled.length)
    const later = new IntList()
    for (let at = 0; at < unsettled.length; at++) {
      const place = unsettled.at(at)
      const document = documents[place]
      if (this.#outcome.survivor[document] !== document) continue
      if (!blockGroups(window, place, blocked, round)) {
        waiting.push(place)
        continue
      }
      this.#survivors.add(document)
      window.laterPlaces(place, later)
      for (const other of later.values.subarray(0, later.length).sort()) {
        if (this.#rounds.add(document, documents[other])) await this.#rounds.send()
      }
    }
    return waiting
  }
}

/** All places of a window. */
function places(size: number): IntList {
  const list = new IntList(size)
  for (let place = 0; place < size; place++) list.push(place)
  return list
}

/**
 * Marks the groups of a place as holding an unsettled document of this round.
 *
 * @returns whether none of them was marked: the document shares no group with an earlier unsettled one.
 */
function blockGroups(window: Window, place: number, blocked: Int32Array, round: number): boolean {
  let isFree = true
  const end = window.starts[place + 1]
  for (let member = window.starts[place]; member < end; member++) {
    const local = window.locals.at(member)
    if (blocked[local] === round) isFree = false
    else blocked[local] = round
  }
  return isFree
}
