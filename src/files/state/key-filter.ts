/**
 * Key filter: which survivors of earlier runs may have to do with new documents. All others need not be looked at.
 *
 *     new documents ─▶ for each column of keys, bits of those that occur
 *     survivor         passes if the bits of `agree` bands are set, or that of a hash of its text or tokens,
 *                      and one new document has as many of them (key-chains.ts)
 *
 * A bit may be set by another key, so some survivors pass that no new document resembles; none is missed.
 *
 * Ours: all of it. Cost: 1 to 7 ns a key of a survivor; 4 to 32 bytes a key of a new document, and 8 for up to 65,536
 * documents. Error: with more of them, which have no chains, 4 % of the survivors with nothing in common pass.
 */

import { inputOrder } from '../../engine/batch/columns.ts'
import type { Documents } from '../run/documents/documents.ts'
import { hashColumns, type KeyBlock, keysOf } from './key-blocks.ts'
import { KeyChains } from './key-chains.ts'

/** log2 of the most bits for a column: 16 MiB. */
const mostBits = 27
/** log2 of the bits for a band up to which a key gets 128: 128 KiB, which stay in the cache. Else it gets 32. */
const cachedBits = 20
/** log2 of how many times more bits a hash gets, one of which is enough. */
const hashBits = 3
/** New documents that have chains. */
const mostChained = 65_536

/** log2 of the bits for a band with this number of documents. */
function bitsFor(documents: number): number {
  const each = (bits: number) => Math.ceil(Math.log2(bits * (documents + 1)))
  return Math.min(mostBits, Math.max(Math.min(cachedBits, each(128)), each(32)))
}

export class KeyFilter {
  readonly #agree: number
  /** What an equal word counts, by column. */
  readonly #weights: Uint16Array
  readonly #bits: Uint8Array[]
  readonly #chains: KeyChains | undefined

  /** @param agree minimum number of keys that a survivor shares with a new document */
  constructor(documents: Documents, agree: number) {
    const { bands, chunks, count } = documents
    const bits = bitsFor(count)
    const list = keysOf(inputOrder(count), documents, chunks)
    this.#agree = agree
    this.#weights = new Uint16Array(hashColumns + bands).fill(1).fill(agree, 0, hashColumns)
    this.#bits = Array.from(this.#weights, (_, column) => {
      const log = column < hashColumns ? Math.min(mostBits, bits + hashBits) : bits
      const marks = new Uint8Array(2 ** (log - 3))
      mark(list.words.subarray(column * count, (column + 1) * count), marks)
      return marks
    })
    this.#chains = count <= mostChained ? new KeyChains(list, this.#weights, agree) : undefined
  }

  /** The rows of a block that may have to do with new documents, ascending. */
  rowsOf(block: KeyBlock): number[] {
    const { rows, words } = block
    const shared = new Uint16Array(rows)
    for (const [column, marks] of this.#bits.entries())
      addMarked(words.subarray(column * rows, (column + 1) * rows), marks, this.#weights[column], shared)
    const found: number[] = []
    for (let row = 0; row < rows; row++) {
      if (shared[row] >= this.#agree && (this.#chains?.isShared(block, row) ?? true)) found.push(row)
    }
    return found
  }
}

function mark(words: Uint32Array, marks: Uint8Array): void {
  const mask = 8 * marks.length - 1
  for (const word of words) marks[(word & mask) >>> 3] |= 1 << (word & 7)
}

/** Adds a weight to the count of each row whose word is marked. */
function addMarked(words: Uint32Array, marks: Uint8Array, weight: number, shared: Uint16Array): void {
  const mask = 8 * marks.length - 1
  for (let row = 0; row < words.length; row++) {
    const word = words[row]
    shared[row] += ((marks[(word & mask) >>> 3] >>> (word & 7)) & 1) * weight
  }
}
