/**
 * Posting index: from keys to the documents that share enough of them, in memory.
 *
 * The newest documents are in a tail that grows; whenever a run of `segmentNumbers` numbers is over, it is sealed into
 * a segment, which never changes but for the bits of removed documents. Numbers come in ascending order.
 *
 * Cost: about 4.6 bytes a posting when sealed, 16 to 28 in the tail; a lookup reads one bucket for each key and
 * segment.
 */
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { joined } from '../../ground/lists/joined.ts'
import { AgreementCounts } from './agreement-counts.ts'
import type { PostingSegment } from './posting-segment.ts'
import { PostingTail } from './posting-tail.ts'
import { segmentNumbers } from './segment-numbers.ts'

export class PostingIndex {
  readonly #counts: AgreementCounts
  /** Ascending. */
  #segments: PostingSegment[] = []
  #tail = new PostingTail(0)

  /** @param agree how many keys documents share at least to be candidates */
  constructor(agree: number) {
    this.#counts = new AgreementCounts(agree)
  }

  get sizeBytes(): number {
    let bytes = this.#tail.sizeBytes
    for (const segment of this.#segments) bytes += segment.sizeBytes
    return bytes
  }

  /** What is sealed, ascending. */
  get segments(): readonly PostingSegment[] {
    return this.#segments
  }

  /** First number that is in no sealed segment. */
  get tailFrom(): number {
    return this.#tail.from
  }

  has(number: number): boolean {
    return number >= this.#tail.from
      ? this.#tail.has(number)
      : (this.#segmentOf(number)?.has(number) ?? false)
  }

  /** REQUIRES: a number above all former ones. */
  add(number: number, postings: Uint32Array): void {
    const from = number - (number % segmentNumbers)
    if (from !== this.#tail.from) {
      this.#keep(this.#tail.sealed())
      this.#tail = new PostingTail(from)
    }
    this.#tail.add(number, distinctAscending(postings))
  }

  /** Takes in a segment that was sealed before; what is added later lies behind it. */
  attach(segment: PostingSegment): void {
    this.#keep(segment)
    if (segment.from >= this.#tail.from) this.#tail = new PostingTail(segment.from + segmentNumbers)
  }

  remove(number: number): void {
    if (!this.has(number)) return
    if (number >= this.#tail.from) this.#tail.remove(number)
    else this.#removeSealed(number)
  }

  /** Numbers, ascending, of documents that share at least `agree` of the keys; rarely one that shares fewer. */
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

  /** Drops the postings of removed documents; a segment that has none left is gone already. */
  compact(): void {
    this.#segments = this.#segments.map(segment => segment.compacted())
  }

  /** A segment of which half is gone is compacted at once: what is removed never takes more than what is not. */
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

/** Sorts in place, ascending; few values by insertion, since the sort of typed arrays sets up more than that takes. */
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

/** Different values, ascending: the given array where it is so already. */
export function distinctAscending(values: Uint32Array): Uint32Array {
  if (isRising(values)) return values
  return withoutRepeats(ascending(values.slice()))
}

function isRising(values: Uint32Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1] >= values[i]) return false
  return true
}
