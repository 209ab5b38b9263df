/**
 * Cluster options: the clusters that each document of a window may still join.
 *
 * An option is a place and a survivor that matches the document there. It fails when another member of the
 * cluster does not match. The options of a place are chained, so that they may be offered in any order.
 *
 * Ours: all of it. Cost: 28 bytes an option.
 */
import { DoubleList, IntList } from './lists.ts'
import type { PairQueue } from './pair-queue.ts'

const mostAtOnce = 1024 // members asked in one round of one option

export class ClusterOptions {
  readonly similarity = new DoubleList()
  readonly survivor = new IntList()
  readonly #place = new IntList()
  readonly #next = new IntList()
  /** The member to ask next; -1: none is left. */
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

  /** Makes an option of a survivor that matches. */
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

  /** Takes the similarity with another member of the cluster of an option. */
  answer(option: number, similarity: number): void {
    if (similarity < this.#threshold) this.#failed.values[option] = 1
  }

  isFailed(option: number): boolean {
    return this.#failed.at(option) === 1
  }

  /** The first option of a place that has not failed, -1 when there is none. */
  first(place: number): number {
    return this.#open(this.#heads[place])
  }

  /** The next option of the same place that has not failed, -1 when there is none. */
  after(option: number): number {
    return this.#open(this.#next.at(option))
  }

  /** The option of the most similar survivor, of equals the one of lowest rank; -1 when all have failed. */
  best(place: number, rank: Int32Array): number {
    let best = -1
    for (let option = this.first(place); option !== -1; option = this.after(option)) {
      const gain = best === -1 ? 1 : this.similarity.values[option] - this.similarity.values[best]
      const isFirst = gain === 0 && rank[this.survivor.at(option)] < rank[this.survivor.at(best)]
      if (gain > 0 || isFirst) best = option
    }
    return best
  }

  #open(from: number): number {
    let option = from
    while (option !== -1 && this.#failed.at(option) === 1) option = this.#next.at(option)
    return option
  }

  /**
   * Asks for the other members of all options, in growing rounds, so that an option that fails asks few.
   * Answers come to `answer` with the option as tag.
   *
   * @param next [count] the member after each member of a cluster, from its survivor on; -1 ends it.
   */
  async askMembers(documents: Int32Array, next: Int32Array, queue: PairQueue): Promise<void> {
    const member = this.#member
    let open = new IntList(this.survivor.length)
    for (let option = 0; option < this.survivor.length; option++) {
      member.values[option] = next[this.survivor.at(option)]
      open.push(option)
    }
    for (let quota = 1; open.length > 0; quota = Math.min(quota * 2, mostAtOnce)) {
      const left = new IntList(open.length)
      for (let at = 0; at < open.length; at++) {
        const option = open.at(at)
        if (this.#failed.at(option) === 1) continue
        const document = documents[this.#place.at(option)]
        for (let asked = 0; asked < quota && member.at(option) !== -1; asked++) {
          const other = member.at(option)
          member.values[option] = next[other]
          if (queue.add(document, other, option)) await queue.send()
        }
        if (member.at(option) !== -1) left.push(option)
      }
      await queue.drain()
      open = left
    }
  }
}
