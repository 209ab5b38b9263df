/**
 * Key run: the groups of one band, a share of its keys at a time. The definition is `group-bands.ts`: groups have other
 * numbers inside a band, which no result depends on.
 *
 * Ours: all of it. Cost: 8 bytes for each document of a share, and 12 to 24 for the table.
 */
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { release } from '../../ground/lists/release.ts'
import { tableSize } from '../batch/group-equal.ts'

/** Gets each membership once, in no useful order. */
type Membership = (document: number, group: number) => void

export class KeyRun {
  #keys = new Int32Array(0)
  #documents = new Int32Array(0)
  /** Key and state of a slot side by side, as in `group-bands.ts`. */
  #table = new Int32Array(0)
  #count = 0

  add(document: number, key: number): void {
    if (this.#count === this.#documents.length) {
      this.#keys = withRoom(this.#keys, this.#count + 1)
      this.#documents = withRoom(this.#documents, this.#count + 1)
    }
    this.#keys[this.#count] = key
    this.#documents[this.#count++] = document
  }

  /** Groups the documents added, and forgets them. @returns the last number given, from `last` + 1 on */
  settle(last: number, use: Membership): number {
    const size = 2 * tableSize(this.#count)
    if (this.#table.length < size) {
      release(this.#table)
      this.#table = new Int32Array(size)
    }
    const table = this.#table.subarray(0, size).fill(0)
    const mask = table.length - 1
    let group = 0 // counted from `last`, so that it fits beside a document
    for (let entry = 0; entry < this.#count; entry++) {
      const key = this.#keys[entry]
      const document = this.#documents[entry]
      const mixed = Math.imul(key, 0x9e3779b1)
      let slot = ((mixed ^ (mixed >>> 15)) << 1) & mask
      while (table[slot + 1] !== 0 && table[slot] !== key) slot = (slot + 2) & mask
      const state = table[slot + 1]
      if (state === 0) {
        table[slot] = key
        table[slot + 1] = document + 1
        continue
      }
      if (state > 0) {
        group++
        use(state - 1, last + group)
        table[slot + 1] = -group
      }
      use(document, last - table[slot + 1])
    }
    this.#count = 0
    return last + group
  }

  /** Releases the memory. */
  finish(): void {
    for (const array of [this.#keys, this.#documents, this.#table]) release(array)
  }
}
