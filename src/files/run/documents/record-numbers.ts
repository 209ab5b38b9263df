/**
 * Record numbers: which record of which source each document is.
 *
 * A record is a document unless it is bad or has no text, so short lists suffice: where each source begins, and where
 * those other records are, neighbours together. Documents are numbered from 0 in input order; records, all of them,
 * from 1 in each source.
 */
import { firstWhere } from '../../../ground/lists/bisection.ts'
import type { RangeResult } from '../../work/scan-range.ts'

interface SourceState {
  /** Number of the first document; number of records before this source. */
  readonly firstDocument: number
  readonly firstRecord: number
  /** For each gap of records that are no documents: documents of this source before it, such records up to its end. */
  readonly gapAfter: number[]
  readonly gapRecords: number[]
  records: number
}

/** Adjacent records of a range that are no documents: the records before them in the range, and how many they are. */
interface Gap {
  readonly index: number
  readonly count: number
}

/** Records that are no documents: bad ones, and those without a text. */
interface Gaps {
  readonly bad: { readonly index: Iterable<number> }
  readonly nulls: readonly Gap[]
}

/** All gaps of a range, ascending: bad records, and those without a text. */
export function* gapsOf({ bad, nulls }: Gaps): Generator<Gap> {
  let next = 0
  for (const index of bad.index) {
    for (; next < nulls.length && nulls[next].index < index; next++) yield nulls[next]
    yield { index, count: 1 }
  }
  yield* nulls.slice(next)
}

/** @param after the documents of the source before the gap */
function addGap({ gapAfter, gapRecords }: SourceState, after: number, count: number): void {
  const last = gapAfter.length - 1
  if (gapAfter[last] === after) gapRecords[last] += count
  else {
    gapAfter.push(after)
    gapRecords.push((gapRecords[last] ?? 0) + count)
  }
}

export class RecordNumbers {
  /** Records of all sources so far. */
  count = 0
  #documents = 0
  readonly #states: SourceState[] = []
  /** The source found last: the next document asked for is usually in the same one. */
  #lastSource = 0

  /** Adds the next range, in input order. @returns the number of records before it in its source */
  append(range: Gaps & Pick<RangeResult, 'source' | 'documents' | 'records'>): number {
    const { source, documents, records } = range
    while (this.#states.length <= source) {
      this.#states.push({
        firstDocument: this.#documents,
        firstRecord: this.count,
        gapAfter: [],
        gapRecords: [],
        records: 0,
      })
    }
    const state = this.#states[source]
    const before = this.#documents - state.firstDocument
    let missing = 0
    if (documents < records) {
      for (const { index, count } of gapsOf(range)) {
        addGap(state, before + index - missing, count)
        missing += count
      }
    }
    const recordsBefore = state.records
    state.records += records
    this.#documents += documents
    this.count += records
    return recordsBefore
  }

  /** Adds some documents of a source behind all others. @param numbers of their records in the source, ascending */
  appendChosen(source: number, numbers: readonly number[]): void {
    const nulls: Gap[] = []
    let last = 0
    for (const number of numbers) {
      if (number > last + 1) nulls.push({ index: last, count: number - last - 1 })
      last = number
    }
    this.append({ source, documents: numbers.length, records: last, bad: { index: [] }, nulls })
  }

  /** Number of the source that contains a document. */
  sourceOf(document: number): number {
    const states = this.#states
    const last = this.#lastSource
    const isLast =
      last < states.length &&
      states[last].firstDocument <= document &&
      (last + 1 === states.length || states[last + 1].firstDocument > document)
    if (isLast) return last
    this.#lastSource = firstWhere(0, states.length, source => states[source].firstDocument > document) - 1
    return this.#lastSource
  }

  /** First document of a source; for the source after the last, the number of documents. */
  firstDocument(source: number): number {
    return source < this.#states.length ? this.#states[source].firstDocument : this.#documents
  }

  /** Records of a source, bad ones included. */
  countOf(source: number): number {
    return source < this.#states.length ? this.#states[source].records : 0
  }

  /** Records of all sources before a source, bad ones included. */
  countBefore(source: number): number {
    return source < this.#states.length ? this.#states[source].firstRecord : this.count
  }

  /** Number of a document's record in its source, from 1. */
  numberOf(document: number): number {
    const { firstDocument, gapAfter, gapRecords } = this.#states[this.sourceOf(document)]
    const local = document - firstDocument
    if (gapAfter.length === 0) return local + 1
    const gaps = firstWhere(0, gapAfter.length, i => gapAfter[i] > local)
    return local + (gaps === 0 ? 0 : gapRecords[gaps - 1]) + 1
  }

  /** The document of a record of a source; undefined if it is none. */
  documentOf(source: number, record: number): number | undefined {
    const [first, end] = [this.firstDocument(source), this.firstDocument(source + 1)]
    const document = firstWhere(first, end, one => this.numberOf(one) >= record)
    return document < end && this.numberOf(document) === record ? document : undefined
  }

  /** Number of a document's record in the whole input, from 1. */
  globalNumberOf(document: number): number {
    return this.#states[this.sourceOf(document)].firstRecord + this.numberOf(document)
  }
}
