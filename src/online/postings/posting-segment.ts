/**
 * Posting segment: the sealed postings of up to 65,536 documents with consecutive numbers, as lists by key in flat
 * arrays that can be written to a file as they are.
 *
 * A key's highest bits choose a bucket; its next 16 bits are stored beside the lowest 16 bits of the number:
 *
 *     offsets [2^bits + 1]   where each bucket begins
 *     entries [n]            (next 16 bits of the key) << 16 | number - from
 *     alive   [2048]         a bit for each number
 *
 * With fewer than 2^16 buckets the lowest bits of a key are dropped, so two keys may look the same: a lookup then
 * returns too many documents, never too few.
 *
 * Cost: 4 bytes per posting and 4 per bucket of about eight; a lookup reads one bucket.
 */
import type { AgreementCounts } from './agreement-counts.ts'
import { segmentNumbers } from './segment-numbers.ts'

const aliveWords = segmentNumbers / 32
const headWords = 4

/** Postings as rows: pairs of a key and a number. */
export interface PostingRows {
  readonly keys: Uint32Array
  readonly numbers: Uint32Array
  readonly length: number
}

export class PostingSegment {
  /** First number, a multiple of `segmentNumbers`. */
  readonly from: number
  readonly #bits: number
  readonly #offsets: Uint32Array
  readonly #entries: Uint32Array
  readonly #alive: Uint32Array
  /** Number of documents when it was made or compacted, and of those removed since. */
  readonly #made: number
  #removed = 0

  private constructor(
    from: number,
    bits: number,
    parts: { offsets: Uint32Array; entries: Uint32Array; alive: Uint32Array },
  ) {
    this.from = from
    this.#bits = bits
    this.#offsets = parts.offsets
    this.#entries = parts.entries
    this.#alive = parts.alive
    this.#made = this.documents
  }

  /** @param alive [2048], which the segment keeps; rows of other numbers are left out */
  static of(from: number, { keys, numbers, length }: PostingRows, alive: Uint32Array): PostingSegment {
    const bits = Math.max(0, Math.ceil(Math.log2(Math.max(1, length) / 8)))
    const offsets = new Uint32Array(2 ** bits + 1)
    const isIn = (row: number) => bitAt(alive, numbers[row] - from)
    for (let row = 0; row < length; row++) if (isIn(row)) offsets[bucketOf(keys[row], bits) + 1]++
    for (let bucket = 0; bucket < 2 ** bits; bucket++) offsets[bucket + 1] += offsets[bucket]
    const entries = new Uint32Array(offsets[2 ** bits])
    const next = offsets.slice()
    for (let row = 0; row < length; row++) {
      if (!isIn(row)) continue
      entries[next[bucketOf(keys[row], bits)]++] = (printOf(keys[row], bits) | (numbers[row] - from)) >>> 0
    }
    return new PostingSegment(from, bits, { offsets, entries, alive })
  }

  /** The segment in the result of `words`; its arrays are views. Undefined if the words are no segment. */
  static fromWords(words: Uint32Array): PostingSegment | undefined {
    const [from, bits, count] = words
    if (words.length < headWords || bits > 32 || from % segmentNumbers !== 0) return undefined
    const offsetsEnd = headWords + 2 ** bits + 1
    const entriesEnd = offsetsEnd + count
    if (words.length !== entriesEnd + aliveWords) return undefined
    const offsets = words.subarray(headWords, offsetsEnd)
    const entries = words.subarray(offsetsEnd, entriesEnd)
    if (offsets[2 ** bits] !== count) return undefined
    return new PostingSegment(from, bits, { offsets, entries, alive: words.subarray(entriesEnd) })
  }

  /** The whole segment, little-endian u32: `from`, bits, number of entries, 0, offsets, entries, alive. */
  words(): Uint32Array {
    const head = [this.from, this.#bits, this.#entries.length, 0]
    const words = new Uint32Array(headWords + this.#offsets.length + this.#entries.length + aliveWords)
    words.set(head)
    words.set(this.#offsets, headWords)
    words.set(this.#entries, headWords + this.#offsets.length)
    words.set(this.#alive, headWords + this.#offsets.length + this.#entries.length)
    return words
  }

  get sizeBytes(): number {
    return 4 * (headWords + this.#offsets.length + this.#entries.length + aliveWords)
  }

  has(number: number): boolean {
    return bitAt(this.#alive, number - this.from)
  }

  /** Whether half of its documents are removed, so that compacting it pays. */
  get isHalfEmpty(): boolean {
    return 2 * this.#removed >= this.#made
  }

  /** REQUIRES: `has(number)`. */
  remove(number: number): void {
    this.#removed++
    this.#alive[(number - this.from) >>> 5] &= ~(1 << (number & 31))
  }

  /** Number of documents not removed. */
  get documents(): number {
    let count = 0
    for (const word of this.#alive) for (let rest = word; rest !== 0; rest &= rest - 1) count++
    return count
  }

  /** Counts each document under a key. */
  collect(key: number, counts: AgreementCounts): void {
    const print = printOf(key, this.#bits)
    const bucket = bucketOf(key, this.#bits)
    const end = this.#offsets[bucket + 1]
    for (let at = this.#offsets[bucket]; at < end; at++) {
      const entry = this.#entries[at]
      if (((entry ^ print) & 0xffff_0000) !== 0) continue
      const place = entry & 0xffff
      if ((this.#alive[place >>> 5] & (1 << (place & 31))) !== 0) counts.add(place)
    }
  }

  /** A copy without the postings of removed documents; itself if none was removed. */
  compacted(): PostingSegment {
    if (this.#removed === 0) return this
    const buckets = this.#offsets.length - 1
    const offsets = new Uint32Array(buckets + 1)
    const entries = this.#entries.slice()
    let end = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      for (let at = this.#offsets[bucket]; at < this.#offsets[bucket + 1]; at++) {
        if (bitAt(this.#alive, this.#entries[at] & 0xffff)) entries[end++] = this.#entries[at]
      }
      offsets[bucket + 1] = end
    }
    const parts = { offsets, entries: entries.slice(0, end), alive: this.#alive.slice() }
    return new PostingSegment(this.from, this.#bits, parts)
  }
}

function bucketOf(key: number, bits: number): number {
  return bits === 0 ? 0 : key >>> (32 - bits)
}

/** The 16 bits of a key after those of its bucket, in the upper half. */
function printOf(key: number, bits: number): number {
  return (bits === 32 ? 0 : key << bits) & 0xffff_0000
}

function bitAt(words: Uint32Array, place: number): boolean {
  return place >= 0 && place < segmentNumbers && (words[place >>> 5] & (1 << (place & 31))) !== 0
}
