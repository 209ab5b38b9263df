/**
 * Key run: the groups of one band, a share of its keys at a time, by `groupBand`. Groups have other numbers inside a
 * band than without shares, which no result depends on.
 *
 * Ours: all of it. Cost: 25 bytes for each document of a share.
 */
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { release } from '../../ground/lists/release.ts'
import { groupBand } from '../batch/group-band.ts'

/** Gets each membership once, documents ascending. */
type Membership = (document: number, group: number) => void

/** log2 of more documents than a share has. */
const chunkBits = 30

export class KeyRun {
  #keys = new Uint32Array(0)
  #documents = new Int32Array(0)
  #takes = new Uint8Array(0)
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
    const count = this.#count
    const keys = this.#keys.subarray(0, count)
    if (this.#takes.length < count) this.#takes = new Uint8Array(count).fill(1)
    const takes = this.#takes.subarray(0, count)
    const runs = Uint32Array.of(0, count)
    const groups = groupBand({ kind: 'band', band: 0, keys: [keys], chunkBits, runs, takes })
    for (let entry = 0; entry < count; entry++)
      if (keys[entry] !== 0) use(this.#documents[entry], last + keys[entry])
    this.#count = 0
    return last + groups
  }

  /** Releases the memory. */
  finish(): void {
    for (const array of [this.#keys, this.#documents, this.#takes]) release(array)
  }
}
