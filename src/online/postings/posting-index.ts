/**
 * Posting index: an inverted index in memory, from keys to the documents that share enough of them.
 *
 * The newest documents are in a growing tail. Once it has `segmentNumbers` numbers, it is sealed into a segment, in
 * which only the bits of removed documents change. Numbers come in ascending order.
 *
 * Cost: about 4.6 bytes per posting when sealed, 16 to 28 in the tail; a lookup reads one bucket per key and segment.
 */
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { joined } from '../../ground/lists/joined.ts'
import { AgreementCounts } from './agreement-counts.ts'
import type { PostingSegment } from './posting-segment.ts'
import { PostingTail } from './posting-tail.ts'
import { segmentNumbers } from './segment-numbers.ts'

export class PostingIndex {
  readonly #counts: AgreementCounts
  /** Counts of one key. */
  readonly #single = new AgreementCounts(1)
  /** Ascending. */
  #segments: PostingSegment[] = []
  #tail = new PostingTail(0)

  /** @param agree minimum number of keys that candidates share */
  constructor(agree: number) {
    this.#counts = new AgreementCounts(agree)
  }

  get sizeBytes(): number {
    let bytes = this.#tail.sizeBytes
    for (const segment of this.#segments) bytes += segment.sizeBytes
    return bytes
  }

  /** The sealed segments, ascending. */
  get segments(): readonly PostingSegment[] {
    return this.#segments
  }

  /** First number of the tail. */
  get tailFrom(): number {
    return this.#tail.from
  }

  has(number: number): boolean {
    return number >= this.#tail.from
      ? this.#tail.has(number)
      : (this.#segmentOf(number)?.has(number) ?? false)
  }

  /** REQUIRES: a number above all earlier ones. */
  add(number: number, postings: Uint32Array): void {
    const from = number - (number % segmentNumbers)
    if (from !== this.#tail.from) {
      this.#keep(this.#tail.sealed())
      this.#tail = new PostingTail(from)
    }
    this.#tail.add(number, distinctAscending(postings))
  }

  /** Attaches a sealed segment; later numbers are above its own. */
  attach(segment: PostingSegment): void {
    this.#keep(segment)
    if (segment.from >= this.#tail.from) this.#tail = new PostingTail(segment.from + segmentNumbers)
  }

  remove(number: number): void {
    if (!this.has(number)) return
    if (number >= this.#tail.from) this.#tail.remove(number)
    else this.#removeSealed(number)
  }

  /**
   * The numbers, ascending, of documents that share at least `agree` of the keys; rarely also one that shares fewer.
   */
  candidates(postings: Uint32Array): Uint32Array {
    const keys = distinctAscending(postings)
    const found: Uint32Array[] = []
    for (const part of [...this.#segments, this.#tail]) {
      for (const key of keys) part.collect(key, this.#counts)
      const places = this.#counts.take()
      if (places.length > 0) found.push(places.map(place => part.from + place))
    }
    return found.length === 1 ? found[0] : joined(found)
  }

  /** The lowest numbers, ascending, of at most `limit` documents with a key; rarely also of one without it. */
  holders(key: number, limit: number): Uint32Array {
    const found: Uint32Array[] = []
    let count = 0
    for (const part of [...this.#segments, this.#tail]) {
      if (count >= limit) break
      part.collect(key, this.#single)
      const places = this.#single.take().subarray(0, limit - count)
      count += places.length
      if (places.length > 0) found.push(places.map(place => part.from + place))
    }
    return found.length === 1 ? found[0] : joined(found)
  }

  /** Number of documents with a key; rarely too high. */
  holderCount(key: number): number {
    let count = 0
    for (const part of [...this.#segments, this.#tail]) {
      part.collect(key, this.#single)
      count += this.#single.take().length
    }
    return count
  }

  /** Drops the postings of removed documents; empty segments are gone already. */
  compact(): void {
    this.#segments = this.#segments.map(segment => segment.compacted())
  }

  /** Compacts a segment as soon as half of it is removed, so removed postings never take more space than the rest. */
  #removeSealed(number: number): void {
    const segment = this.#segmentOf(number) as PostingSegment
    segment.remove(number)
    if (segment.isHalfEmpty) this.#keep(segment.compacted())
  }

  #keep(segment: PostingSegment): void {
    const others = this.#segments.filter(({ from }) => from !== segment.from)
    if (segment.documents > 0) others.push(segment)
    this.#segments = others.sort((a, b) => a.from - b.from)
  }

  #segmentOf(number: number): PostingSegment | undefined {
    const from = number - (number % segmentNumbers)
    return this.#segments.find(segment => segment.from === from)
  }
}

/** Sorts in place, ascending; few values by insertion, which takes less than the set-up of a typed array's sort. */
export function ascending(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (values.length > 64) return values.sort()
  for (let i = 1; i < values.length; i++) {
    const value = values[i]
    let at = i
    for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1]
    values[at] = value
  }
  return values
}

/** The distinct values, ascending; the given array if it is so already. */
export function distinctAscending(values: Uint32Array): Uint32Array {
  if (isRising(values)) return values
  return withoutRepeats(ascending(values.slice()))
}

function isRising(values: Uint32Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1] >= values[i]) return false
  return true
}
