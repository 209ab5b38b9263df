/**
 * Equal rows: classes of equal 128-bit hashes, a share of the documents at a time, so that neither all hashes nor a
 * table of all documents is in memory.
 *
 *     share s of 2^b: the documents whose first word begins with the b bits of s; equal hashes are in one share
 *
 * Ours: all of it. Cost: 20 bytes for each document of a share, and 14 to 24 while they are settled.
 */
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { release } from '../../ground/lists/release.ts'
import { inputOrder } from '../batch/columns.ts'
import { firstOfEqual } from '../batch/group-equal.ts'

/** Rows of 4 words, those of consecutive documents from `first` on. */
export interface HashRows {
  readonly first: number
  readonly rows: Uint32Array
}

/** log2 of more documents than a share has. */
const entryBits = 30

export class EqualRows {
  #hashes = new Uint32Array(0)
  #documents = new Int32Array(0)
  #count = 0

  /** Adds the documents of share `share` of 2^`bits`, but none that `isWanted` refuses. */
  add(
    { first, rows }: HashRows,
    share: number,
    bits: number,
    isWanted: (document: number) => boolean,
  ): void {
    const shift = 32 - bits
    for (let at = 0, document = first; at < rows.length; at += 4, document++) {
      if (bits > 0 && rows[at] >>> shift !== share) continue
      if (!isWanted(document)) continue
      const entry = this.#count++
      if (entry === this.#documents.length) this.#documents = withRoom(this.#documents, entry + 1)
      if (4 * entry === this.#hashes.length) this.#hashes = withRoom(this.#hashes, 4 * entry + 4)
      for (let word = 0; word < 4; word++) this.#hashes[4 * entry + word] = rows[at + word]
      this.#documents[entry] = document
    }
  }

  /**
   * Sets `first` of every document added to the one of its class that is visited first, once. The rows are released.
   *
   * @param rank [count] of each document in visiting order; undefined: input order
   */
  settle(first: Int32Array, rank: Int32Array | undefined): void {
    const documents = this.#documents
    const entries = inputOrder(this.#count)
    const order = rank && entries.slice().sort((a, b) => rank[documents[a]] - rank[documents[b]])
    const slots = new Uint32Array(entries.buffer)
    const hashes = { parts: [this.#hashes], slots, bits: entryBits, rowStep: 4, wordStep: 1 }
    const firsts = firstOfEqual(hashes, this.#count, order)
    for (let entry = 0; entry < firsts.length; entry++) first[documents[entry]] = documents[firsts[entry]]
    for (const array of [entries, firsts, this.#hashes, documents]) release(array)
  }
}
