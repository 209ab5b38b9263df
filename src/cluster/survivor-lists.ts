/**
 * Survivor lists: the survivors of every group, so that a document meets survivors only.
 *
 * A group of n near-equal documents has one survivor; each of the others is measured against that one.
 */
import type { Candidates } from './candidates.ts'
import { GroupLists, IntList } from './lists.ts'
import type { PairQueue } from './pair-queue.ts'

/** Which survivors are asked for: all of them unless given. */
export interface Asked {
  /** A mark: those that were added after it. */
  readonly from?: number
  readonly isWanted?: (document: number, survivor: number) => boolean
}

export class SurvivorLists {
  readonly #candidates: Candidates
  readonly #lists: GroupLists
  readonly #row: Int32Array
  /** [count] the document that met this survivor last, + 1, and how often: one met often enough is queued. */
  readonly #stamps: Int32Array
  readonly #meetings: Uint8Array

  constructor(candidates: Candidates, count: number) {
    this.#candidates = candidates
    this.#lists = new GroupLists(candidates.groups)
    this.#row = new Int32Array(candidates.most)
    this.#stamps = new Int32Array(count)
    this.#meetings = new Uint8Array(count)
  }

  /** Makes a document a survivor of all its groups. */
  add(document: number): void {
    const count = this.#candidates.groupsOf(document, this.#row)
    for (let at = 0; at < count; at++) this.#lists.add(this.#row[at], document)
  }

  /** Counts a meeting. @returns whether it is the one that makes the two candidates */
  #isMet(survivor: number, document: number): boolean {
    if (this.#stamps[survivor] !== document + 1) {
      this.#stamps[survivor] = document + 1
      this.#meetings[survivor] = 0
    }
    return ++this.#meetings[survivor] === this.#candidates.agree
  }

  /** Grows with every survivor: what `askAll` takes to tell earlier survivors from later ones. */
  get mark(): number {
    return this.#lists.mark
  }

  /**
   * Queues every document with each survivor it shares a group with, sorted by document number.
   * REQUIRES: no document was asked for these survivors before; none is added until all are asked.
   */
  async askAll(documents: Int32Array, queue: PairQueue, asked: Asked = {}): Promise<void> {
    const { from = 0, isWanted } = asked
    const found = new IntList()
    for (const document of documents.slice().sort()) {
      this.#collect(document, from, found)
      for (let at = 0; at < found.length; at++) {
        const survivor = found.at(at)
        if (isWanted !== undefined && !isWanted(document, survivor)) continue
        if (queue.add(document, survivor)) await queue.send()
      }
    }
  }

  /** Puts the survivors after a mark that a document shares enough groups with into `into`. */
  #collect(document: number, from: number, into: IntList): void {
    into.length = 0
    const lists = this.#lists
    const count = this.#candidates.groupsOf(document, this.#row)
    for (let at = 0; at < count; at++) {
      for (let node = lists.head(this.#row[at]); node > from; node = lists.next(node)) {
        const survivor = lists.document(node)
        if (this.#isMet(survivor, document)) into.push(survivor)
      }
    }
  }
}
