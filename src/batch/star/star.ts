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
 * 3. Two windows are at work: see `Decisions`.
 * 4. Equal texts stay out: those of a survivor join it, those of a removed document come at the end (`star-copies.ts`).
 *
 * (1) asks for the pairs of a text with the survivors before it, or before its last copy, that share enough groups with
 * it. Each is measured once, or spared by its bound where there are bounds (`nearest.ts`). So a group of n near-equal
 * documents costs n pairs.
 *
 * Ours: all of it. Cost besides the job: about 25 bytes a document and 8 a (survivor, group).
 * Error: none, given the candidates.
 */
import { looksAtOnce, PairList, pairsAtOnce } from '../../cluster/pair-list.ts'
import { PairQueue, reporting } from '../../cluster/pair-queue.ts'
import { SurvivorLists } from '../../cluster/survivor-lists.ts'
import { noLocals, Window } from '../../cluster/window.ts'
import { IntList } from '../../lists/growing-lists.ts'
import { type ClusterJob, type Outcome, type Visiting, visiting } from '../columns.ts'
import { finishOutcome, startOutcome } from '../outcome.ts'
import { Blockers } from './blockers.ts'
import { Nearest } from './nearest.ts'
import { joinCopies } from './star-copies.ts'

/** Documents decided together. A larger window means fewer and larger batches and changes no pair. */
const defaultWindow = 8192
/** The first window holds no more, the next ones twice as many each: there is nothing yet to do beside their rounds. */
const firstWindow = 1024

/** Clusters by (1). @throws what the verifier throws. */
export async function star(job: ClusterJob): Promise<Outcome> {
  const { columns, representative } = job
  const visits = visiting(columns.count, job.order)
  const outcome = startOutcome(columns.count)
  const decisions = new Decisions(job, visits, outcome)
  await decisions.run()
  await joinCopies(job, visits, outcome, decisions)
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

/** A window, and the queue of its pairs with survivors from before it. */
interface Meeting {
  readonly window: Window
  readonly queue: PairQueue
  /** Documents visited when the window was filled. */
  visited: number
}

/**
 * Two windows at work: the next one is filled and meets the survivors so far while the pairs of the other are measured.
 *
 *     window k      │ meets survivors of k - 1 │                         │ settled in rounds │
 *     window k + 1                             │ filled │ meets survivors so far              │ meets those of k
 *
 * Rounds are short and wait for each other; what the next window has sent gives the threads something to do meanwhile.
 */
class Decisions {
  readonly survivors: SurvivorLists
  /** Only where there are bounds. */
  readonly nearest: Nearest | undefined
  readonly #job: ClusterJob
  readonly #outcome: Outcome
  readonly #order: Int32Array
  /** Two, as drawn. */
  readonly #meetings: readonly Meeting[]
  readonly #rounds: PairQueue
  /** Documents visited so far. */
  #visited = 0
  /** Documents that the next window takes. */
  #most = firstWindow

  constructor(job: ClusterJob, { order, rank }: Visiting, outcome: Outcome) {
    const { candidates, columns, onPair, threshold, verifier } = job
    const size = Math.max(1, Math.min(job.window ?? defaultWindow, columns.count))
    const locals = noLocals(candidates)
    const answer = reporting(onPair, nearestOf(outcome, rank, threshold))
    this.survivors = new SurvivorLists(candidates, columns.count)
    this.nearest = job.bounds && new Nearest(job.bounds, job, outcome)
    this.#job = job
    this.#outcome = outcome
    this.#order = order
    this.#meetings = Array.from({ length: 2 }, () => ({
      window: new Window(candidates, size, locals),
      queue: new PairQueue(verifier, answer),
      visited: 0,
    }))
    this.#rounds = new PairQueue(verifier, answer, true)
  }

  /** Decides all documents; afterwards `survivors` has all that share a group with others. */
  async run(): Promise<void> {
    let [current, next] = this.#meetings
    let settling = Promise.resolve()
    let met = 0 // a mark: the window at hand has been measured against the survivors up to it
    this.#fill(current)
    while (current.window.size > 0) {
      await settling
      await this.#meet(current, met)
      met = this.survivors.mark
      this.#fill(next)
      await this.#meet(next)
      await current.queue.drain()
      settling = this.#settle(current)
      settling.catch(() => {}) // is thrown where it is awaited
      ;[current, next] = [next, current]
    }
    await settling
  }

  /** Puts the next documents into a window and seals it. */
  #fill(meeting: Meeting): void {
    const { window } = meeting
    const { representative } = this.#job
    while (this.#visited < this.#order.length && !window.isFull && window.size < this.#most) {
      const document = this.#order[this.#visited++]
      if (representative[document] === document) window.add(document)
    }
    window.seal()
    meeting.visited = this.#visited
    this.#most *= 2
  }

  /** Sends the pairs of a window with the survivors after a mark, so far. */
  async #meet({ window, queue }: Meeting, from = 0): Promise<void> {
    const documents = window.documents.subarray(0, window.size)
    const { nearest, survivors } = this
    if (nearest === undefined) await survivors.askAll(documents, queue, { from })
    else {
      const between = async () => {
        if (nearest.isFull) await this.#askWaiting(nearest, queue)
        await this.#job.bounds?.rest?.()
      }
      await survivors.askAll(documents, queue, { from, narrow: nearest.narrow, between })
      await this.#askWaiting(nearest, queue)
    }
    await queue.send()
  }

  /** Sends the pairs that wait until others are measured. */
  async #askWaiting(nearest: Nearest, queue: PairQueue): Promise<void> {
    if (!nearest.isWaiting) return
    await queue.drain()
    const pairs = nearest.takeWaiting()
    await queue.addAll(pairs)
    pairs.length = 0
  }

  /** Settles the documents of a window in rounds and empties it. */
  async #settle({ window, visited }: Meeting): Promise<void> {
    let unsettled = places(window.size)
    const { survivor } = this.#outcome
    const blockers = new Blockers(window, document => survivor[document] !== document)
    const pairs = new PairList()
    for (let round = 1; unsettled.length > 0; round++) {
      const waiting = new IntList(unsettled.length)
      for (let at = 0; at < unsettled.length; ) {
        at = this.#round({ window, unsettled, blockers, round, waiting, pairs }, at)
        await this.#rounds.addAll(pairs)
        await this.#job.bounds?.rest?.()
      }
      await this.#rounds.drain()
      unsettled = waiting
    }
    window.clear()
    const { onSettled, order, representative } = this.#job
    const isKept = (document: number) =>
      representative[document] === document && survivor[document] === document
    if (order === undefined) onSettled?.({ end: visited, isKept })
  }

  /** Looks at unsettled places from `at` on until there are pairs to send. @returns the first not looked at. */
  #round({ window, unsettled, blockers, round, waiting, pairs }: Round, at: number): number {
    const { documents } = window
    const { survivor } = this.#outcome
    pairs.length = 0
    let next = at
    let looks = 0
    while (next < unsettled.length && pairs.length < pairsAtOnce && looks < looksAtOnce) {
      const place = unsettled.at(next++)
      const document = documents[place]
      if (survivor[document] !== document) continue
      if (blockers.settle(place, round)) {
        this.survivors.add(document)
        const before = pairs.length
        window.laterPairs(place, pairs)
        looks += pairs.length - before
        if (this.nearest !== undefined) pairs.filter(before, this.nearest.mayTake)
      } else waiting.push(place)
    }
    return next
  }
}

/** A round over the unsettled places of a window. */
interface Round {
  readonly window: Window
  readonly unsettled: IntList
  readonly blockers: Blockers
  readonly round: number
  /** Takes the places that are unsettled still. */
  readonly waiting: IntList
  /** Takes the pairs to be measured. */
  readonly pairs: PairList
}

/** All places of a window. */
function places(size: number): IntList {
  const list = new IntList(size)
  for (let place = 0; place < size; place++) list.push(place)
  return list
}
