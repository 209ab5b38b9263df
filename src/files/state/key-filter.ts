/**
 * Key filter: which documents of earlier runs may have to do with new ones. All others need not be looked at.
 *
 *     new documents ─▶ for each band, bits of the keys that occur
 *     old document     passes if the bits of `agree` bands are set, or those of a hash of its text or tokens
 *
 * A bit may be set by another key, so some old documents pass that no new one resembles; none is missed.
 *
 * Ours: all of it. Cost: 1 to 7 ns a key of an old document; 4 to 32 bytes a key of a new one.
 * Error: of documents with nothing in common 0.1 % pass at 25 bands of which 3 agree, 4 % among more than 8,000 new
 * ones.
 */
import { chunkOf, rowOf } from '../../engine/columns/chunks.ts'
import type { Documents } from '../run/documents/documents.ts'
import type { SurvivorBlock } from './survivor-blocks.ts'

/** log2 of the most bits for a band: 16 MiB. */
const mostBits = 27
/** log2 of the bits for a band up to which a key gets 128: 128 KiB, which stay in the cache. Else it gets 32. */
const cachedBits = 20

/** log2 of the bits for a band with this number of documents. */
function bitsFor(documents: number): number {
  const each = (bits: number) => Math.ceil(Math.log2(bits * (documents + 1)))
  return Math.min(mostBits, Math.max(Math.min(cachedBits, each(128)), each(32)))
}

export class KeyFilter {
  readonly #agree: number
  readonly #mask: number
  readonly #bands: Uint8Array[]
  /** Of word 0 and 1 of each of two hashes. */
  readonly #hashes: Uint8Array[]

  /** @param agree minimum number of keys that an old document shares with new ones */
  constructor(documents: Documents, agree: number) {
    const { count, bands } = documents
    const bits = bitsFor(count)
    const bitmaps = (length: number) => Array.from({ length }, () => new Uint8Array(2 ** (bits - 3)))
    this.#agree = agree
    this.#mask = 2 ** bits - 1
    this.#bands = bitmaps(bands)
    this.#hashes = bitmaps(4)
    for (let document = 0; document < count; document++) {
      const { exact, tokens, tokenCount, keys } = chunkOf(documents, document)
      const row = rowOf(documents, document)
      for (let word = 0; word < 2; word++) {
        this.#set(this.#hashes[word], exact[4 * row + word])
        if (tokenCount[row] > 0) this.#set(this.#hashes[2 + word], tokens[4 * row + word])
      }
      for (let band = 0; band < bands; band++)
        this.#set(this.#bands[band], keys[(band << documents.chunkBits) + row])
    }
  }

  #set(bits: Uint8Array, key: number): void {
    const at = key & this.#mask
    bits[at >>> 3] |= 1 << (at & 7)
  }

  /** The rows of a block that may have to do with new documents, ascending. */
  rowsOf({ rows, exact, tokens, keys }: SurvivorBlock): number[] {
    const shared = new Uint16Array(rows)
    this.#bands.forEach((bits, band) => {
      countSet(bits, this.#mask, keys.subarray(band * rows, (band + 1) * rows), shared)
    })
    const found: number[] = []
    const [exact0, exact1, tokens0, tokens1] = this.#hashes
    const isSet = (bits: Uint8Array, key: number) => isBitSet(bits, key & this.#mask) === 1
    for (let row = 0; row < rows; row++) {
      const isWanted =
        (this.#bands.length > 0 && shared[row] >= this.#agree) ||
        (isSet(exact0, exact[4 * row]) && isSet(exact1, exact[4 * row + 1])) ||
        (isSet(tokens0, tokens[4 * row]) && isSet(tokens1, tokens[4 * row + 1]))
      if (isWanted) found.push(row)
    }
    return found
  }
}

/** Adds 1 to the count of each row whose key has its bit set. */
function countSet(bits: Uint8Array, mask: number, keys: Uint32Array, shared: Uint16Array): void {
  for (let row = 0; row < keys.length; row++) shared[row] += isBitSet(bits, keys[row] & mask)
}

function isBitSet(bits: Uint8Array, at: number): number {
  return (bits[at >>> 3] >>> (at & 7)) & 1
}
