/**
 * Record numbers: which record of which source each document is.
 *
 * A record is a document unless it is bad or has no text, so two small lists suffice: where each source begins, and
 * where those other records are. Documents are numbered from 0 in input order; records, all of them, from 1 in each
 * source.
 */
import { firstWhere } from '../../../ground/lists/bisection.ts'
import type { RangeResult } from '../../tasks/scan-range.ts'

interface SourceState {
  /** Number of the first document; number of records before this source. */
  readonly firstDocument: number
  readonly firstRecord: number
  /** For each record that is no document: documents of this source before it. */
  readonly gapAfter: number[]
  records: number
}

export class RecordNumbers {
  /** Records of all sources so far. */
  count = 0
  #documents = 0
  readonly #states: SourceState[] = []

  /** Adds the next range, in input order. @returns the number of records before it in its source */
  append({ source, documents, records, bad, nulls }: RangeResult): number {
    while (this.#states.length <= source) {
      this.#states.push({
        firstDocument: this.#documents,
        firstRecord: this.count,
        gapAfter: [],
        records: 0,
      })
    }
    const state = this.#states[source]
    const before = this.#documents - state.firstDocument
    const empty = nulls.map(({ index }) => index)
    const gaps = empty.length === 0 ? bad.index : [...bad.index, ...empty].sort((a, b) => a - b)
    gaps.forEach((index, i) => {
      state.gapAfter.push(before + index - i)
    })
    const recordsBefore = state.records
    state.records += records
    this.#documents += documents
    this.count += records
    return recordsBefore
  }

  /** Number of the source that contains a document. */
  sourceOf(document: number): number {
    const states = this.#states
    return firstWhere(0, states.length, source => states[source].firstDocument > document) - 1
  }

  /** First document of a source; for the source after the last, the number of documents. */
  firstDocument(source: number): number {
    return source < this.#states.length ? this.#states[source].firstDocument : this.#documents
  }

  /** Records of a source, bad ones included. */
  countOf(source: number): number {
    return source < this.#states.length ? this.#states[source].records : 0
  }

  /** Number of a document's record in its source, from 1. */
  numberOf(document: number): number {
    const { firstDocument, gapAfter } = this.#states[this.sourceOf(document)]
    const local = document - firstDocument
    const gapsBefore = firstWhere(0, gapAfter.length, i => gapAfter[i] > local)
    return local + gapsBefore + 1
  }

  /** Number of a document's record in the whole input, from 1. */
  globalNumberOf(document: number): number {
    return this.#states[this.sourceOf(document)].firstRecord + this.numberOf(document)
  }
}
