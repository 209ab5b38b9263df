/**
 * Group numbers: gives the groups of a block numbers from 1 on, in the order in which they come.
 *
 * An open-addressing table; numbers that follow each other are spread by a multiplication.
 *
 * Ours: all of it. Cost: 12 to 24 bytes a group, half as much again while the table grows.
 */
import { release } from '../../ground/lists/release.ts'
import { tableSize } from '../batch/group-equal.ts'

export class GroupNumbers {
  count = 0
  /** The group and its number, side by side; group 0: free. */
  #table: Uint32Array<ArrayBuffer>
  #shift: number

  /** @param expected groups */
  constructor(expected: number) {
    const slots = tableSize(expected)
    this.#table = new Uint32Array(2 * slots)
    this.#shift = 32 - Math.log2(slots)
  }

  /** The number of a group, from 1 on, which it gets if it has none. */
  give(group: number): number {
    const at = this.#slotOf(group)
    if (this.#table[at] === group) return this.#table[at + 1]
    this.#table[at] = group
    this.#table[at + 1] = ++this.count
    const number = this.count
    if (3 * this.count >= this.#table.length) this.#grow()
    return number
  }

  /** The number of a group; 0 if it has none. */
  find(group: number): number {
    return this.#table[this.#slotOf(group) + 1]
  }

  /** [count + 1] the groups by their numbers. */
  inOrder(): Uint32Array<ArrayBuffer> {
    const groups = new Uint32Array(this.count + 1)
    const table = this.#table
    for (let at = 0; at < table.length; at += 2) groups[table[at + 1]] = table[at]
    groups[0] = 0
    return groups
  }

  release(): void {
    release(this.#table)
  }

  /** Where a group is, or would be. */
  #slotOf(group: number): number {
    const table = this.#table
    const mask = table.length - 1
    let at = (Math.imul(group, 0x9e3779b1) >>> this.#shift) << 1
    while (table[at] !== 0 && table[at] !== group) at = (at + 2) & mask
    return at
  }

  #grow(): void {
    const old = this.#table
    this.#table = new Uint32Array(2 * old.length)
    this.#shift--
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue
      const at = this.#slotOf(old[from])
      this.#table[at] = old[from]
      this.#table[at + 1] = old[from + 1]
    }
    release(old)
  }
}
