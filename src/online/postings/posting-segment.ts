/**
 * Posting segment: the sealed postings of documents with consecutive numbers, 65,536 of them or, once segments are
 * joined, several times as many, as lists by key in flat arrays. One of 65,536 can be written to a file as it is.
 *
 * A key's highest bits choose a bucket; as many of its next bits as there is room for are stored beside the lowest bits
 * of the number:
 *
 *     offsets [2^bits + 1]   where each bucket begins
 *     entries [n]            (next bits of the key, 16 for 65,536 numbers) | number - from
 *     alive   [numbers / 32] a bit for each number
 *
 * With few buckets the lowest bits of a key are dropped, so two keys may look the same: a lookup then returns too many
 * documents, never too few. With twice the numbers an entry keeps one bit less of the key, and there are twice the
 * buckets, so joining loses nothing.
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

/** The arrays of a segment, and how its entries are cut. */
export interface SegmentParts {
  /** First number, a multiple of `segmentNumbers`. */
  readonly from: number
  /** Bits of a key that choose its bucket. */
  readonly bits: number
  /** The next bits of a key that an entry keeps, in its highest bits. */
  readonly printBits: number
  /** The bits of an entry that hold the number. */
  readonly placeMask: number
  readonly offsets: Uint32Array
  readonly entries: Uint32Array
  readonly alive: Uint32Array
}

/** The parts of a segment to be filled: of no postings yet, and without documents. */
export function segmentParts(
  from: number,
  end: number,
  { postings, keyBits }: { readonly postings: number; readonly keyBits: number },
): SegmentParts {
  const placeBits = Math.ceil(Math.log2(end - from))
  const bits = bucketBits(postings, placeBits)
  return {
    ...{ from, bits, placeMask: 2 ** placeBits - 1 },
    printBits: Math.max(0, Math.min(32 - placeBits, keyBits - bits)),
    offsets: new Uint32Array(2 ** bits + 1),
    entries: new Uint32Array(postings),
    alive: new Uint32Array((end - from) / 32),
  }
}

/** Buckets for eight postings each, but never so few that more than three bits of a key are dropped. */
function bucketBits(postings: number, placeBits: number): number {
  return Math.max(placeBits - 3, Math.ceil(Math.log2(Math.max(1, postings) / 8)))
}

export class PostingSegment {
  readonly parts: SegmentParts
  /** Number of documents when it was made, and of those removed since. */
  readonly #made: number
  #removed: number

  /** @param made number of documents with postings here, some of which may be removed meanwhile */
  constructor(parts: SegmentParts, made = bitsIn(parts.alive)) {
    this.parts = parts
    this.#made = made
    this.#removed = made - bitsIn(parts.alive)
  }

  /** @param alive [2048], which the segment keeps; rows of other numbers are left out */
  static of(from: number, { keys, numbers, length }: PostingRows, alive: Uint32Array): PostingSegment {
    const isIn = (row: number) => bitAt(alive, numbers[row] - from)
    let postings = 0
    for (let row = 0; row < length; row++) if (isIn(row)) postings++
    const parts = { ...segmentParts(from, from + segmentNumbers, { postings, keyBits: 32 }), alive }
    const { bits, offsets, entries } = parts
    for (let row = 0; row < length; row++) if (isIn(row)) offsets[bucketOf(keys[row], bits) + 1]++
    for (let bucket = 0; bucket < 2 ** bits; bucket++) offsets[bucket + 1] += offsets[bucket]
    const next = offsets.slice()
    for (let row = 0; row < length; row++) {
      if (!isIn(row)) continue
      entries[next[bucketOf(keys[row], bits)]++] = printOf(keys[row], parts) | (numbers[row] - from)
    }
    return new PostingSegment(parts)
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
    const printBits = Math.min(16, 32 - bits)
    const alive = words.subarray(entriesEnd)
    return new PostingSegment({ from, bits, printBits, placeMask: 0xffff, offsets, entries, alive })
  }

  /**
   * The whole segment, little-endian u32: `from`, bits, number of entries, 0, offsets, entries, alive.
   *
   * REQUIRES: a segment of 65,536 numbers.
   */
  words(): Uint32Array {
    const { from, bits, offsets, entries, alive } = this.parts
    const words = new Uint32Array(headWords + offsets.length + entries.length + aliveWords)
    words.set([from, bits, entries.length, 0])
    words.set(offsets, headWords)
    words.set(entries, headWords + offsets.length)
    words.set(alive, headWords + offsets.length + entries.length)
    return words
  }

  get from(): number {
    return this.parts.from
  }

  /** The number after its last one. */
  get end(): number {
    return this.parts.from + 32 * this.parts.alive.length
  }

  has(number: number): boolean {
    return bitAt(this.parts.alive, number - this.parts.from)
  }

  /** Whether half of its documents are removed, so that compacting it pays. */
  get isHalfEmpty(): boolean {
    return 2 * this.#removed >= this.#made
  }

  /** Whether it has no postings of removed documents. */
  get isCompact(): boolean {
    return this.#removed === 0
  }

  /** REQUIRES: `has(number)`. */
  remove(number: number): void {
    this.#removed++
    this.parts.alive[(number - this.from) >>> 5] &= ~(1 << (number & 31))
  }

  /** Number of documents not removed. */
  get documents(): number {
    return this.#made - this.#removed
  }

  /** Counts each document under a key. */
  collect(key: number, counts: AgreementCounts): void {
    const { bits, printBits, placeMask, offsets, entries, alive } = this.parts
    const print = printOf(key, this.parts)
    const mask = highBits(printBits)
    const bucket = bucketOf(key, bits)
    const end = offsets[bucket + 1]
    for (let at = offsets[bucket]; at < end; at++) {
      const entry = entries[at]
      if (((entry ^ print) & mask) !== 0) continue
      const place = entry & placeMask
      if ((alive[place >>> 5] & (1 << (place & 31))) !== 0) counts.add(place)
    }
  }
}

export function bucketOf(key: number, bits: number): number {
  return bits === 0 ? 0 : key >>> (32 - bits)
}

/** The bits of a key that an entry keeps, in its highest bits. */
export function printOf(
  key: number,
  { bits, printBits }: Pick<SegmentParts, 'bits' | 'printBits'>,
): number {
  return (bits === 32 ? 0 : key << bits) & highBits(printBits)
}

/** What an entry of a bucket holds of its key; the lowest bits may be dropped. */
export function keyIn(bucket: number, entry: number, { bits, printBits }: SegmentParts): number {
  const print = entry & highBits(printBits)
  return bits === 0 ? print >>> 0 : ((bucket << (32 - bits)) | (print >>> bits)) >>> 0
}

function highBits(count: number): number {
  return count === 0 ? 0 : -1 << (32 - count)
}

function bitsIn(words: Uint32Array): number {
  let count = 0
  for (const word of words) for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

function bitAt(words: Uint32Array, place: number): boolean {
  return place >= 0 && place < 32 * words.length && (words[place >>> 5] & (1 << (place & 31))) !== 0
}
