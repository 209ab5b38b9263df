/**
 * Open choices: the clusters that each document of a window may still join.
 *
 * A choice is a place and a survivor that matches its document. It fails if another member of the cluster does not
 * match. The choices of a place form a linked list, so that they may be offered in any order.
 *
 * Ours: all of it. Cost: 28 bytes a choice.
 */
import { DoubleList, IntList } from '../../ground/lists/growing-lists.ts'
import type { PairQueue } from './pair-queue.ts'

const mostAtOnce = 1024 // members measured in one round of one choice

export class OpenChoices {
  readonly similarity = new DoubleList()
  readonly survivor = new IntList()
  readonly #place = new IntList()
  readonly #next = new IntList()
  /** The member to measure next; -1: none is left. */
  readonly #member = new IntList()
  readonly #failed = new IntList()
  readonly #heads: Int32Array
  readonly #threshold: number

  /** @param places places lie in [0, places). */
  constructor(places: number, threshold: number) {
    this.#heads = new Int32Array(places).fill(-1)
    this.#threshold = threshold
  }

  clear(): void {
    this.#heads.fill(-1)
    const { similarity, survivor } = this
    for (const list of [similarity, survivor, this.#place, this.#next, this.#member, this.#failed])
      list.length = 0
  }

  /** Adds a choice: a survivor that matches. */
  offer(place: number, survivor: number, similarity: number): void {
    if (similarity < this.#threshold) return
    this.#next.push(this.#heads[place])
    this.#heads[place] = this.survivor.length
    this.survivor.push(survivor)
    this.similarity.push(similarity)
    this.#place.push(place)
    this.#member.push(-1)
    this.#failed.push(0)
  }

  /** Handles the similarity with another member of the choice's cluster. */
  answer(choice: number, similarity: number): void {
    if (similarity < this.#threshold) this.#failed.values[choice] = 1
  }

  isFailed(choice: number): boolean {
    return this.#failed.at(choice) === 1
  }

  /** The first choice of a place that has not failed; -1 if there is none. */
  first(place: number): number {
    return this.#open(this.#heads[place])
  }

  /** The next choice of the same place that has not failed; -1 if there is none. */
  after(choice: number): number {
    return this.#open(this.#next.at(choice))
  }

  /** The choice with the most similar survivor, among equals the one of lowest rank; -1 if all have failed. */
  best(place: number, rank: Int32Array): number {
    let best = -1
    for (let choice = this.first(place); choice !== -1; choice = this.after(choice)) {
      const gain = best === -1 ? 1 : this.similarity.values[choice] - this.similarity.values[best]
      const isFirst = gain === 0 && rank[this.survivor.at(choice)] < rank[this.survivor.at(best)]
      if (gain > 0 || isFirst) best = choice
    }
    return best
  }

  #open(from: number): number {
    let choice = from
    while (choice !== -1 && this.#failed.at(choice) === 1) choice = this.#next.at(choice)
    return choice
  }

  /**
   * Queues the other members of all choices, in growing rounds, so that a failing choice costs few pairs. Results go to
   * `answer` with the choice as tag.
   *
   * @param next [count] the member after each member of a cluster, from its survivor on; -1 ends it.
   */
  async askMembers(documents: Int32Array, next: Int32Array, queue: PairQueue): Promise<void> {
    const member = this.#member
    let open = new IntList(this.survivor.length)
    for (let choice = 0; choice < this.survivor.length; choice++) {
      member.values[choice] = next[this.survivor.at(choice)]
      open.push(choice)
    }
    for (let quota = 1; open.length > 0; quota = Math.min(quota * 2, mostAtOnce)) {
      const left = new IntList(open.length)
      for (let at = 0; at < open.length; at++) {
        const choice = open.at(at)
        if (this.#failed.at(choice) === 1) continue
        const document = documents[this.#place.at(choice)]
        for (let asked = 0; asked < quota && member.at(choice) !== -1; asked++) {
          const other = member.at(choice)
          member.values[choice] = next[other]
          if (queue.add(document, other, choice)) await queue.send()
        }
        if (member.at(choice) !== -1) left.push(choice)
      }
      await queue.drain()
      open = left
    }
  }
}
