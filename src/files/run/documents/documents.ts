/**
 * Documents: the result of the scan, in chunks that the threads have filled.
 *
 * 52 bytes per document (56 if a keep rule compares lengths), 4 per band, and 84 for the sketch of a text that may be
 * measured; no JavaScript objects. Documents are numbered from 0 in input order.
 */

import { DescribedColumns } from '../../../engine/batch/described-columns.ts'
import {
  type Chunk,
  type ChunkShape,
  chunkOf,
  gathered,
  newChunk,
  rowOf,
} from '../../../engine/columns/chunks.ts'
import type { Source } from '../../inputs/source.ts'
import type { RunProgress } from '../../progress/progress.ts'
import type { RangeResult } from '../../work/scan-range.ts'
import type { RowRun } from '../../work/thread/open-chunk.ts'
import type { RecordPlace } from '../../work/thread/record-reader.ts'
import { BadRecords } from './bad-records.ts'
import { NullRecords } from './null-records.ts'
import { RecordNumbers } from './record-numbers.ts'

/** log2 of the rows of a chunk that is read back, at most: 4 MB. */
const mostLoadedBits = 14

/** What a run keeps of its records. */
interface Kept {
  readonly shape: ChunkShape
  /** Number of keep-rule fields. */
  readonly fields: number
  /** Whether all bad records are kept with their place, or only the first ones. */
  readonly allBad: boolean
  /** Whether records without a text go to KEPT. */
  readonly nulls: boolean
}

export class Documents extends DescribedColumns {
  /** In input order; filled by the scan. */
  readonly sources: readonly Source[]
  /** Values of keep-rule fields, one list for each field. */
  readonly fields: unknown[][]
  /** All records; the documents are those that are not bad and have a text. */
  readonly records = new RecordNumbers()
  readonly bad: BadRecords
  readonly nulls: NullRecords
  /** Gets the columns of every new range; undefined if they stay in memory only. */
  progress: RunProgress | undefined
  /** Whether hashes, keys and sketches are there only, not in memory; `load` ends it. */
  isSpilled = false

  constructor(sources: readonly Source[], kept: Kept) {
    super(kept.shape)
    this.sources = sources
    this.fields = Array.from({ length: kept.fields }, () => [])
    this.bad = new BadRecords(sources, kept.allBad)
    this.nulls = new NullRecords(sources, kept.nulls)
  }

  /** Adds the next range, in input order. @param isRestored whether `progress` has its columns already */
  append(result: RangeResult, isRestored = false): void {
    const first = this.count
    for (const { number, chunk, row, count } of result.runs) {
      this.chunks[number] ??= this.isSpilled ? places(chunk) : chunk
      this.addSlots(number * 2 ** this.chunkBits + row, count)
    }
    result.fields.forEach((values, i) => {
      for (const value of values) this.fields[i].push(value)
    })
    if (!isRestored) this.progress?.scan.append(result, this.isSpilled)
    const recordsBefore = this.records.append(result)
    this.bad.append(result, recordsBefore)
    this.nulls.append(result, recordsBefore, first)
  }

  /**
   * Adds documents of an earlier run, of one source, behind all others.
   *
   * @param runs their rows, in order
   * @param numbers of their records in the source, ascending
   */
  appendEarlier(runs: readonly RowRun[], source: number, numbers: readonly number[]): void {
    for (const { number, chunk, row, count } of runs) {
      this.chunks[number] ??= chunk
      this.addSlots(number * 2 ** this.chunkBits + row, count)
    }
    this.records.appendChosen(source, numbers)
  }

  /**
   * Reads the columns of all documents back into memory. REQUIRES: `isSpilled`, and all are scanned.
   *
   * @param isShared whether several threads use them
   * @throws NearsameError TEMPORARY_CORRUPT; MEMORY_EXHAUSTED
   */
  load({ scan }: RunProgress, isShared: boolean): void {
    const bits = Math.min(mostLoadedBits, Math.max(6, Math.ceil(Math.log2(this.count))))
    this.shape = { ...this.shape, bits, isShared }
    this.chunks = Array.from({ length: Math.ceil(this.count / 2 ** bits) }, () => newChunk(this.shape))
    scan.fill(this.chunks, bits)
    for (let document = 0; document < this.count; document++) this.slots[document] = document
    this.isSpilled = false
  }

  /** [count] bytes of each raw text; empty unless a keep rule compares lengths. */
  get textBytes(): Uint32Array {
    return gathered(this, this.count, 'textBytes')
  }

  get keyBytes(): number {
    return 4 * this.count * this.bands
  }

  /** The place of a document's record. */
  placeOf(document: number): RecordPlace {
    const source = this.sources[this.records.sourceOf(document)]
    const { offset, length } = chunkOf(this, document)
    const row = rowOf(this, document)
    return { source, offset: offset[row], length: length[row] }
  }

  /** `file:record`, as messages and files name a document. */
  at(document: number): string {
    const { path } = this.sources[this.records.sourceOf(document)]
    return `${path}:${this.records.numberOf(document)}`
  }
}

const none = new Uint32Array(0)

/** Copies of the columns of a chunk that stay in memory when the others are on disk. */
function places({ tokenCount, offset, length, textBytes }: Chunk): Chunk {
  return {
    exact: none,
    tokens: none,
    keys: none,
    sketches: none,
    tokenCount: tokenCount.slice(),
    offset: offset.slice(),
    length: length.slice(),
    textBytes: textBytes.slice(),
  }
}
