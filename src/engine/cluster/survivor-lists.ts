/**
 * Survivor lists: the survivors of every group, so that a document meets only survivors.
 *
 * A group of n near-equal documents has one survivor; each of the others is measured against that one.
 *
 *     group ─▶ its newest survivor ─▶ the one before it ─▶ ...
 *
 * Ours: all of it. Cost: 4 bytes a group, 8 a document, 8 a (survivor, group).
 */
import { release } from '../../ground/lists/release.ts'
import { areWithin, type Candidates, mostGroups } from './candidates.ts'
import { Meetings } from './meetings.ts'
import { PairList, pairsAtOnce } from './pair-list.ts'
import type { PairQueue } from './pair-queue.ts'

/** Which survivors to measure against. Default: all of them. */
interface AskOptions {
  /** A mark: only those added after it. */
  readonly from?: number
  /** Drops pairs of a list in which the pairs of a document stand together. */
  readonly narrow?: (pairs: PairList) => void
  /** Awaited now and then, between batches. */
  readonly between?: (() => Promise<void>) | undefined
}

export class SurvivorLists {
  readonly #candidates: Candidates
  /** [groups + 1] the newest node of a group; 0 if it has none. */
  readonly #heads: Int32Array<ArrayBuffer>
  /** Node n, from 1 on: its survivor, and the node after it; room for all, which costs no memory until used. */
  readonly #survivors: Int32Array<ArrayBuffer>
  readonly #next: Int32Array<ArrayBuffer>
  #last = 0
  readonly #meetings: Meetings

  /** @param meetings with room for all documents and their groups, for several lists one after the other */
  constructor(
    candidates: Candidates,
    count: number,
    meetings = new Meetings(count, mostGroups(candidates)),
  ) {
    this.#candidates = candidates
    this.#heads = new Int32Array(candidates.groups + 1)
    this.#survivors = new Int32Array(candidates.numbers.length + 1)
    this.#next = new Int32Array(candidates.numbers.length + 1)
    this.#meetings = meetings
  }

  /** Adds a document as survivor of all its groups. Call it once for each. */
  add(document: number): void {
    const { starts, numbers } = this.#candidates
    const heads = this.#heads
    const survivors = this.#survivors
    const nextOf = this.#next
    const end = starts[document + 1]
    let node = this.#last
    for (let at = starts[document]; at < end; at++) {
      const group = numbers[at]
      survivors[++node] = document
      nextOf[node] = heads[group]
      heads[group] = node
    }
    this.#last = node
  }

  /** Grows with every survivor, so that `askAll` can tell later survivors from earlier ones. */
  get mark(): number {
    return this.#last
  }

  /**
   * Queues every document with each survivor it shares enough groups with, sorted by document number.
   * REQUIRES: no document was queued with these survivors before; none is added until all are queued.
   */
  async askAll(documents: Int32Array, queue: PairQueue, asked: AskOptions = {}): Promise<void> {
    const sorted = documents.slice().sort()
    const pairs = new PairList()
    for (let at = 0; at < sorted.length; ) {
      at = this.#gather(sorted, at, asked.from ?? 0, pairs)
      asked.narrow?.(pairs)
      await queue.addAll(pairs)
      await asked.between?.()
    }
  }

  /** Gathers the pairs of documents from `at` on until there are enough. @returns the first document not visited. */
  #gather(documents: Int32Array, at: number, from: number, pairs: PairList): number {
    pairs.length = 0
    let next = at
    while (next < documents.length && pairs.length < pairsAtOnce)
      this.#collect(documents[next++], from, pairs)
    return next
  }

  /** Adds the pairs of a document with the survivors after a mark with which it shares enough groups. */
  #collect(document: number, from: number, into: PairList): void {
    const { starts, numbers } = this.#candidates
    this.#meet(numbers, starts[document], starts[document + 1], from)
    if (this.#meetings.found > 0) addMet(this.#candidates, document, this.#meetings, into)
  }

  /** Adds the pairs of a document that has no groups here with the survivors that share enough of the given ones. */
  collectOther(document: number, groups: Uint32Array, into: PairList): void {
    this.#meet(groups, 0, groups.length, 0)
    if (this.#meetings.found > 0) addMet(this.#candidates, document, this.#meetings, into)
  }

  #meet(groups: Uint32Array, start: number, end: number, from: number): void {
    const heads = this.#heads
    const meetings = this.#meetings
    meetings.begin(this.#candidates.agree)
    for (let at = start; at < end; at++) {
      const newest = heads[groups[at]]
      if (newest > from) meetings.meetChain(this.#survivors, this.#next, newest, from)
    }
  }

  /** Gives the memory back, but that of the meetings. */
  release(): void {
    for (const array of [this.#heads, this.#survivors, this.#next]) release(array)
  }
}

/** Adds the pairs of a document with those that it met often enough. */
function addMet(candidates: Candidates, document: number, { met, found }: Meetings, into: PairList): void {
  for (let at = 0; at < found; at++) {
    if (areWithin(candidates, document, met[at])) into.add(document, met[at])
  }
}
