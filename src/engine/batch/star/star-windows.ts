/**
 * Star windows: star runs in windows, two at a time. The next window is filled and meets the survivors so far while the
 * pairs of the other one are measured.
 *
 *     window k      │ meets survivors of k - 1 │                         │ settled in rounds │
 *     window k + 1                             │ filled │ meets survivors so far              │ meets those of k
 *
 * Rounds are short and wait for each other; meanwhile the pairs of the next window keep the threads busy.
 *
 * Ours: all of it. Cost: a window of documents twice, and their groups; the lists of survivors.
 */
import type { Meetings } from '../../cluster/meetings.ts'
import { PairQueue, reporting } from '../../cluster/pair-queue.ts'
import { SurvivorLists } from '../../cluster/survivor-lists.ts'
import { noLocals, Window } from '../../cluster/window.ts'
import type { ClusterWork, Outcome, Visiting } from '../columns.ts'
import { keepNearest, Nearest } from './nearest.ts'
import { Rounds } from './rounds.ts'

/** Documents decided together. A larger window means fewer, larger batches with the same pairs. */
const defaultWindow = 8192
/** Size of the first window; each next one doubles it. At first there is little other work beside the rounds. */
const firstWindow = 1024

/** A window, and the queue of its pairs with survivors from before it. */
interface Meeting {
  readonly window: Window
  readonly queue: PairQueue
  /** Documents visited when the window was filled. */
  visited: number
}

/** The documents that windows decide. */
interface Visited extends Visiting {
  /** Consecutive documents in visiting order. */
  readonly order: Int32Array
  /** The place of the first of them. */
  readonly first: number
  readonly meetings: Meetings
}

export class StarWindows {
  /** The documents decided to survive, by group. */
  readonly survivors: SurvivorLists
  /** Present only with bounds. */
  readonly nearest: Nearest | undefined
  readonly #work: ClusterWork
  readonly #outcome: Outcome
  readonly #order: Int32Array
  readonly #first: number
  /** The two windows drawn above. */
  readonly #meetings: readonly Meeting[]
  readonly #rounds: Rounds
  /** Documents visited so far. */
  #visited = 0
  /** Capacity of the next window. */
  #most = firstWindow

  constructor(work: ClusterWork, visited: Visited, outcome: Outcome) {
    const { order, rank, first, meetings } = visited
    const { candidates, columns, decided = 0, onPair, threshold, verifier } = work
    const size = Math.max(1, Math.min(work.window ?? defaultWindow, columns.count))
    const locals = noLocals(candidates)
    const answer = reporting(onPair, keepNearest(outcome, rank, threshold))
    this.survivors = new SurvivorLists(candidates, columns.count, meetings)
    this.nearest = work.bounds && new Nearest(work.bounds, work, outcome)
    this.#work = work
    this.#outcome = outcome
    this.#order = order
    this.#first = first
    this.#meetings = Array.from({ length: 2 }, () => ({
      window: new Window(candidates, size, locals),
      queue: new PairQueue(verifier, answer),
      visited: 0,
    }))
    this.#rounds = new Rounds({
      queue: new PairQueue(verifier, answer, true),
      outcome,
      survivors: this.survivors,
      nearest: this.nearest,
      rest: work.bounds?.rest,
    })
    this.#visitDecided(Math.min(order.length, Math.max(0, decided - first)))
  }

  /** Visits the documents that are decided already, the first `count`. */
  #visitDecided(count: number): void {
    const { agree, starts } = this.#work.candidates
    for (const document of this.#order.subarray(0, count)) {
      const isCandidate = starts[document + 1] - starts[document] >= agree
      if (isCandidate && this.#isKept(document)) this.survivors.add(document)
    }
    this.#visited = count
    this.#work.onVisited?.(this.#first + count)
  }

  /** Decides all documents; afterwards `survivors` has every survivor that shares a group with others. */
  async run(): Promise<void> {
    let [current, next] = this.#meetings
    let settling = Promise.resolve()
    let met = 0 // a mark: the current window has been measured against the survivors up to it
    this.#fill(current)
    while (current.window.size > 0) {
      await settling
      await this.#meet(current, met)
      met = this.survivors.mark
      this.#fill(next)
      await this.#meet(next)
      await current.queue.drain()
      settling = this.#settle(current)
      settling.catch(() => {}) // rethrown where it is awaited
      ;[current, next] = [next, current]
    }
    await settling
    this.#work.onVisited?.(this.#first + this.#order.length)
  }

  /** Gives the memory back. */
  release(): void {
    this.survivors.release()
    for (const { window } of this.#meetings) window.release()
  }

  readonly #isKept = (document: number): boolean =>
    this.#work.representative[document] === document && this.#outcome.survivor[document] === document

  /** Puts the next documents into a window and seals it. */
  #fill(meeting: Meeting): void {
    const { window } = meeting
    const { representative } = this.#work
    while (this.#visited < this.#order.length && !window.isFull && window.size < this.#most) {
      const document = this.#order[this.#visited++]
      if (representative[document] === document) window.add(document)
    }
    window.seal()
    meeting.visited = this.#visited
    this.#most *= 2
  }

  /** Sends the pairs of a window with the survivors added since a mark. */
  async #meet({ window, queue }: Meeting, from = 0): Promise<void> {
    const documents = window.documents.subarray(0, window.size)
    const { nearest, survivors } = this
    if (nearest === undefined) await survivors.askAll(documents, queue, { from })
    else {
      const between = async () => {
        if (nearest.isFull) await this.#askWaiting(nearest, queue)
        await this.#work.bounds?.rest?.()
      }
      await survivors.askAll(documents, queue, { from, narrow: nearest.narrow, between })
      await this.#askWaiting(nearest, queue)
    }
    await queue.send()
  }

  /** Sends the pairs that waited for other results. */
  async #askWaiting(nearest: Nearest, queue: PairQueue): Promise<void> {
    if (!nearest.isWaiting) return
    await queue.drain()
    const pairs = nearest.takeWaiting()
    await queue.addAll(pairs)
    pairs.length = 0
  }

  /** Settles the documents of a window and empties it. */
  async #settle({ window, visited }: Meeting): Promise<void> {
    const { onSettled, onVisited, order } = this.#work
    await this.#rounds.settle(window)
    window.clear()
    onVisited?.(this.#first + visited)
    if (order === undefined) onSettled?.({ end: this.#first + visited, isKept: this.#isKept })
  }
}
