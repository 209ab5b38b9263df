/**
 * Posting index: an inverted index in memory, from keys to the documents that share enough of them.
 *
 * The newest documents are in a growing tail. Once it has `segmentNumbers` numbers, it is sealed into a segment, in
 * which only the bits of removed documents change. Segments are joined as they come, so that each has at least four
 * times the documents of all later ones together, but for those that wait for their turn:
 *
 *     [ 11 ][ 1 ][ tail ─▶   sealed: [ 11 ][ 1 ][ 1 ][ tail   joined: [ 11 ][ 2 ][ tail   ... [ 14 ][ tail
 *
 * So a lookup reads few segments, and a document is copied a few times in all. A join advances with the adds and
 * removals after it, a thousand postings each. Numbers come in ascending order.
 *
 * Cost: about 4.6 bytes per posting when sealed, 16 to 28 in the tail, and those of one segment twice while it is made;
 * a lookup reads one bucket per key and segment.
 */
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { joined } from '../../ground/lists/joined.ts'
import { AgreementCounts } from './agreement-counts.ts'
import { PostingJoin } from './posting-join.ts'
import type { PostingSegment } from './posting-segment.ts'
import { PostingTail } from './posting-tail.ts'
import { segmentNumbers } from './segment-numbers.ts'

/** Segments are joined if the first has less than so many times the documents of the others. */
const joinRatio = 4
/** Numbers that a joined segment has at most: its entries then keep eight bits of their keys beside the bucket. */
const mostNumbers = 2 ** 24
/** A join ends before a quarter of the next segment is added, or takes so many postings with each document. */
const leastAtOnce = 1_024

export class PostingIndex {
  readonly #counts: AgreementCounts
  /** Counts of one key. */
  readonly #single = new AgreementCounts(1)
  /** Ascending. */
  #segments: PostingSegment[] = []
  #tail = new PostingTail(0)
  #join: PostingJoin | undefined

  /** @param agree minimum number of keys that candidates share */
  constructor(agree: number) {
    this.#counts = new AgreementCounts(agree)
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
    this.load(number, postings)
    this.#advance()
  }

  /** As `add`, but joins nothing meanwhile: for an opening, which others wait for. */
  load(number: number, postings: Uint32Array): void {
    const from = number - (number % segmentNumbers)
    if (from !== this.#tail.from) {
      this.attach(this.#tail.sealed())
      this.#tail = new PostingTail(from)
    }
    this.#tail.add(number, distinctAscending(postings))
  }

  /** Attaches a sealed segment, with numbers above those of the others; later documents have numbers above its own. */
  attach(segment: PostingSegment): void {
    if (segment.documents > 0) this.#segments.push(segment)
    this.#tail = new PostingTail(segment.end)
  }

  remove(number: number): void {
    this.unload(number)
    this.#advance()
  }

  /** As `remove`, but joins nothing meanwhile. */
  unload(number: number): void {
    if (!this.has(number)) return
    if (number >= this.#tail.from) this.#tail.remove(number)
    else this.#removeSealed(number)
  }

  /** Goes on joining segments, about this many postings. @returns whether there is more to join */
  settle(postings: number): boolean {
    const sources = this.#join?.sources ?? toJoin(this.#segments)
    if (sources === undefined) return false
    this.#join ??= new PostingJoin(sources)
    if (!this.#join.advance(postings)) return true
    this.#replace(sources, this.#join)
    this.#join = undefined
    return true
  }

  /**
   * The numbers, ascending, of documents that share at least `agree` of the keys; rarely also one that shares fewer.
   */
  candidates(postings: Uint32Array): Uint32Array {
    const keys = distinctAscending(postings)
    const found: Uint32Array[] = []
    for (const part of this.#parts(this.#counts)) {
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
    for (const part of this.#parts(this.#single)) {
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
    for (const part of this.#parts(this.#single)) {
      part.collect(key, this.#single)
      count += this.#single.take().length
    }
    return count
  }

  /** Drops the postings of removed documents, all at once. */
  compact(): void {
    this.#join = undefined
    for (const segment of this.#segments) {
      if (segment.isCompact) continue
      const join = new PostingJoin([segment])
      join.advance(Number.POSITIVE_INFINITY)
      this.#replace([segment], join)
    }
  }

  /** The segments and the tail, whose places have room in these counts. */
  #parts(counts: AgreementCounts): readonly (PostingSegment | PostingTail)[] {
    for (const { from, end } of this.#segments) counts.fit(end - from)
    return [...this.#segments, this.#tail]
  }

  #advance(): void {
    const most = this.#join?.postings ?? 0
    this.settle(Math.max(leastAtOnce, Math.ceil((4 * most) / segmentNumbers)))
  }

  #removeSealed(number: number): void {
    const segment = this.#segmentOf(number) as PostingSegment
    segment.remove(number)
    if (segment.documents > 0) return
    this.#segments = this.#segments.filter(each => each !== segment)
    if (this.#join?.sources.includes(segment)) this.#join = undefined
  }

  #replace(sources: readonly PostingSegment[], join: PostingJoin): void {
    const at = this.#segments.indexOf(sources[0])
    this.#segments = this.#segments.toSpliced(at, sources.length, join.joined())
  }

  #segmentOf(number: number): PostingSegment | undefined {
    return this.#segments.find(({ from, end }) => number >= from && number < end)
  }
}

/**
 * Segments to be made one: the latest, from the first that is small beside those after it, or one that is half empty,
 * so removed postings never take more space than the rest.
 */
function toJoin(segments: readonly PostingSegment[]): readonly PostingSegment[] | undefined {
  const last = segments.length - 1
  let first = last
  let later = 0
  for (let i = last; i >= 0 && segments[last].end - segments[i].from <= mostNumbers; i--) {
    const { documents } = segments[i]
    if (documents < joinRatio * later) first = i
    later += documents
  }
  if (first < last) return segments.slice(first)
  const sparse = segments.find(({ isHalfEmpty }) => isHalfEmpty)
  return sparse && [sparse]
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
