/** Distinct lists: lists of set numbers, each kept once. Similar sets share many members, so most lists recur. */
import { IntList } from '../../../ground/lists/growing-lists.ts'
import type { RareGroups } from './rare-sets.ts'

export class DistinctLists {
  readonly #starts = new IntList()
  #members = new Int32Array(1024)
  #used = 0
  /** Open addressing: list number + 1; 0: free. */
  #table = new Int32Array(1024)

  constructor() {
    this.#starts.push(0)
  }

  get #count(): number {
    return this.#starts.length - 1
  }

  /** Adds a list, not empty. @returns whether it is new */
  add(list: Int32Array): boolean {
    const slot = this.#slotOf(list)
    if (this.#table[slot] !== 0) return false
    if (this.#used + list.length > this.#members.length) {
      const larger = new Int32Array(2 * (this.#used + list.length))
      larger.set(this.#members.subarray(0, this.#used))
      this.#members = larger
    }
    this.#members.set(list, this.#used)
    this.#used += list.length
    this.#starts.push(this.#used)
    this.#table[slot] = this.#count
    if (3 * this.#count > 2 * this.#table.length) this.#grow()
    return true
  }

  /** The lists as groups of document numbers, ascending. */
  finish(documents: Int32Array): RareGroups {
    const members = this.#members.subarray(0, this.#used)
    return { starts: this.#starts.taken(), documents: members.map(set => documents[set]) }
  }

  /** The slot of an equal list, or a free one. */
  #slotOf(list: Int32Array): number {
    const mask = this.#table.length - 1
    let slot = hashOf(list) & mask
    while (this.#table[slot] !== 0 && !this.#isEqual(this.#table[slot] - 1, list)) slot = (slot + 1) & mask
    return slot
  }

  #isEqual(known: number, list: Int32Array): boolean {
    const from = this.#starts.at(known)
    if (this.#starts.at(known + 1) - from !== list.length) return false
    for (let i = 0; i < list.length; i++) if (this.#members[from + i] !== list[i]) return false
    return true
  }

  #grow(): void {
    this.#table = new Int32Array(2 * this.#table.length)
    for (let known = 0; known < this.#count; known++) {
      const list = this.#members.subarray(this.#starts.at(known), this.#starts.at(known + 1))
      this.#table[this.#slotOf(list)] = known + 1
    }
  }
}

function hashOf(list: Int32Array): number {
  let hash = 0
  for (let i = 0; i < list.length; i++) {
    hash = Math.imul(hash ^ list[i], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}
