/**
 * Documents: the result of the scan, as columns that grow at their end.
 *
 * 48 bytes per document (52 if a keep rule compares lengths), 4 per band, and 84 for the sketch of a text that may be
 * measured; no JavaScript objects. Documents are numbered from 0 in input order.
 */
import { DescribedColumns, roomier } from '../../../engine/batch/described-columns.ts'
import { release } from '../../../ground/lists/release.ts'
import type { PlainSource } from '../../sources/source.ts'
import type { RangeResult } from '../../tasks/scan-range.ts'
import type { RecordPlace } from '../../thread/record-reader.ts'
import { BadRecords } from './bad-records.ts'
import { NullRecords } from './null-records.ts'
import { RecordNumbers } from './record-numbers.ts'

/** Which columns there are, beside the place of each document. */
interface KeptColumns {
  /** Band keys. */
  readonly bands: number
  /** Whether the scan makes odd sketches. */
  readonly sketches: boolean
  /** Number of keep-rule fields. */
  readonly fields: number
  /** Whether a keep rule compares lengths. */
  readonly textBytes: boolean
  /** Whether all bad records are kept with their place, or only the first ones. */
  readonly allBad: boolean
  /** Whether records without a text go to KEPT. */
  readonly nulls: boolean
}

export class Documents extends DescribedColumns {
  offset = new Float64Array(0)
  length = new Uint32Array(0)
  /** [count] of the raw text; empty unless a keep rule compares lengths. */
  textBytes = new Uint32Array(0)
  /** In input order; filled by the scan. */
  readonly sources: readonly PlainSource[]
  /** Values of keep-rule fields, one list for each field. */
  readonly fields: unknown[][]
  /** All records; the documents are those that are not bad and have a text. */
  readonly records = new RecordNumbers()
  readonly bad: BadRecords
  readonly nulls: NullRecords
  readonly #keepsLengths: boolean

  constructor(sources: readonly PlainSource[], kept: KeptColumns) {
    super(kept.bands, kept.sketches)
    this.sources = sources
    this.fields = Array.from({ length: kept.fields }, () => [])
    this.bad = new BadRecords(sources, kept.allBad)
    this.nulls = new NullRecords(sources, kept.nulls)
    this.#keepsLengths = kept.textBytes
  }

  protected override resize(capacity: number): void {
    super.resize(capacity)
    this.offset = roomier(this.offset, capacity)
    this.length = roomier(this.length, capacity)
    if (this.#keepsLengths) this.textBytes = roomier(this.textBytes, capacity)
  }

  /**
   * Adds the next range, in input order.
   *
   * @param share of the input read so far, this range included, in (0, 1]: full columns grow to fit all of the input
   */
  append(result: RangeResult, share: number): void {
    const needed = this.count + result.documents
    if (needed > this.capacity) {
      this.makeRoom(Math.ceil((1.1 * needed) / share), Math.ceil(1.25 * needed) + 64)
    }
    const first = this.count
    this.takeRows(first, result.described, this.bands, true)
    this.offset.set(result.offsets, first)
    this.length.set(result.lengths, first)
    if (this.#keepsLengths) this.textBytes.set(result.textBytes, first)
    result.fields.forEach((values, i) => {
      for (const value of values) this.fields[i].push(value)
    })
    for (const array of [result.described, result.offsets, result.lengths, result.textBytes]) release(array)
    const recordsBefore = this.records.append(result)
    this.bad.append(result, recordsBefore)
    this.nulls.append(result, recordsBefore, first)
    this.count += result.documents
  }

  get keyBytes(): number {
    return this.keys.BYTES_PER_ELEMENT * this.count * this.bands
  }

  /** The place of a document's record. */
  placeOf(document: number): RecordPlace {
    const source = this.sources[this.records.sourceOf(document)]
    return { source, offset: this.offset[document], length: this.length[document] }
  }

  /** `file:record`, as messages and files name a document. */
  at(document: number): string {
    const { path } = this.sources[this.records.sourceOf(document)]
    return `${path}:${this.records.numberOf(document)}`
  }
}
