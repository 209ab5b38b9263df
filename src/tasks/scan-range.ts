/**
 * Scan of one byte range: its records as rows of hashes and band keys. Runs in any thread.
 */
import { fstatSync } from 'node:fs'
import type { ErrorParts, NearsameError } from '../errors/nearsame-error.ts'
import type { ErrorCode } from '../errors/registry.ts'
import { cutOf } from '../formats/formats.ts'
import { recordTooLong } from '../formats/record-too-long.ts'
import { align64 } from '../kernels/memory-layout.ts'
import { describeStride, scratchBytes } from '../kernels/plan-layout.ts'
import type { OpenFiles, PlainSource, ScanRange } from '../sources/source.ts'
import { type Block, BlockReader } from '../thread/block-reader.ts'
import type { Extractor, TextRange } from '../thread/extract.ts'
import type { KeySigner } from '../thread/key-signer.ts'
import type { Thread } from '../thread/thread.ts'
import type { Workspace } from '../thread/workspace.ts'
import { type RowColumns, Rows } from './rows.ts'

export interface ScanTask {
  readonly kind: 'scan'
  /** Sources by number, those of the ranges. */
  readonly sources: Readonly<Record<number, PlainSource>>
  readonly ranges: readonly ScanRange[]
  readonly maxRecord: number
  /** Whether rows hold keys by the thread's signer instead of band keys. */
  readonly bySignature: boolean
  /** Fields that the keep rules compare. */
  readonly fields: readonly string[]
}

/** A record that is no document: the number of records of its range before it, and what is wrong. */
export interface BadInRange {
  readonly index: number
  readonly offset: number
  readonly length: number
  /** It counts as so many bad records: an open quote hides those on the lines behind it. */
  readonly weight: number
  readonly code: ErrorCode
  readonly parts: ErrorParts
}

/** What one range holds. */
export interface RangeResult extends RowColumns {
  readonly source: number
  /** End of the range in its source. */
  readonly to: number
  /** Records, bad ones included. */
  readonly records: number
  readonly bad: readonly BadInRange[]
}

/** Documents described in one kernel call at most. */
const batchDocuments = 4096
/** Bytes of a record, for a first guess at how many there are. */
const usualRecord = 2048

export function scanRanges(thread: Thread, task: ScanTask): RangeResult[] {
  thread.sets.clear() // their memory is used for blocks
  return task.ranges.map(range => {
    const source = task.sources[range.source]
    return new RangeScan(thread, task, range, source).run()
  })
}

class RangeScan {
  readonly #space: Workspace
  readonly #extractor: Extractor
  readonly #files: OpenFiles
  readonly #task: ScanTask
  readonly #range: ScanRange
  readonly #source: PlainSource
  readonly #rows: Rows
  readonly #signer: KeySigner | undefined
  readonly #bad: BadInRange[] = []
  readonly #text: TextRange = { from: 0, to: 0, free: 0 }
  #records = 0

  constructor(thread: Thread, task: ScanTask, range: ScanRange, source: PlainSource) {
    this.#space = thread.space
    this.#files = thread.files
    this.#extractor = thread.extractorOf(source)
    this.#task = task
    this.#range = range
    this.#source = source
    this.#signer = task.bySignature ? thread.signer : undefined
    const keys = this.#signer?.words ?? thread.space.plan.bands
    const capacity = 16 + Math.ceil((range.to - range.from) / usualRecord)
    this.#rows = new Rows(describeStride(keys, thread.space.plan.sketches), task.fields.length, capacity)
  }

  run(): RangeResult {
    const fd = this.#files.of(this.#source.file)
    const { from, to, isAligned, source } = this.#range
    const { maxRecord } = this.#task
    const cut = cutOf(this.#source.format.name)
    if (cut.by === 'whole' && fstatSync(fd).size <= from) this.#emptyFile()
    else {
      const reader = new BlockReader(
        this.#space,
        { name: this.#source.path, fd, from, to, isAligned, maxRecord },
        cut,
      )
      for (const block of reader) {
        if (block.tooLong) this.#refuseLong(block.tooLong)
        for (let first = 0; first < block.count; ) first = this.#batch(block, first)
      }
    }
    return { source, to, records: this.#records, bad: this.#bad, ...this.#rows.finish() }
  }

  /** An empty file is a document with an empty text, though no record can be cut from it. */
  #emptyFile(): void {
    const at = this.#space.free
    this.#records = 1
    this.#rows.add(this.#range.from, 0, 0, [])
    this.#describe([at, at], at, 0)
  }

  /** Extracts and describes records from `first` on. @returns the first one not taken. */
  #batch(block: Block, first: number): number {
    const last = Math.min(block.count, first + batchDocuments)
    const blockBytes = block.ends[last - 1] - block.from
    let out = align64(block.free)
    this.#space.reserve(out + blockBytes + 128 * (last - first) + 64)
    const table: number[] = []
    let longest = 0
    for (let i = first; i < last; i++) {
      const from = i === 0 ? block.from : block.ends[i - 1]
      if (!this.#extract(block, from, block.ends[i], out)) continue
      out = this.#text.free
      table.push(this.#text.from, this.#text.to)
      longest = Math.max(longest, this.#text.to - this.#text.from)
    }
    this.#describe(table, out, longest)
    return last
  }

  #extract(block: Block, from: number, to: number, out: number): boolean {
    const offset = block.offset + (from - block.from)
    const length = to - from
    const isEnded = this.#space.bytes[to - 1] === 10
    if (length - (isEnded ? 1 : 0) > this.#task.maxRecord) {
      this.#refuseLong({ offset, length, isEnded })
      return false
    }
    const { format } = this.#extractor
    // What is no record begins with a blank or a line end.
    if (this.#space.bytes[from] <= 32 && format.isBlank(this.#space.bytes.subarray(from, to))) return false
    const error = this.#extractor.text(from, to, out, this.#text)
    if (error !== undefined) {
      const weight = error.code === 'CSV_QUOTE' ? linesIn(this.#space.bytes.subarray(from, to)) : 1
      this.#refuse({ offset, length, weight }, error)
      return false
    }
    this.#records++
    this.#rows.add(offset, length, this.#text.to - this.#text.from, this.#fieldsOf(from, to))
    return true
  }

  #fieldsOf(from: number, to: number): unknown[] {
    if (this.#task.fields.length === 0) return []
    const parsed = this.#extractor.parse(from, to)
    return this.#task.fields.map(name => ('field' in parsed ? parsed.field(name) : undefined))
  }

  #describe(table: readonly number[], free: number, longest: number): void {
    const count = table.length / 2
    if (count === 0) return
    const { kernels, plan, planAt } = this.#space
    const textsAt = align64(free)
    const stride = describeStride(plan.bands, plan.sketches)
    const rowsAt = align64(textsAt + 8 * count)
    const scratchAt = align64(rowsAt + 4 * stride * count)
    this.#space.reserve(scratchAt + scratchBytes(longest, plan))
    this.#space.words.set(table, textsAt / 4)
    kernels.describe(textsAt, count, planAt, scratchAt, rowsAt)
    const keys = this.#signer?.keys(table, scratchAt)
    const rows = this.#space.words.subarray(rowsAt / 4, rowsAt / 4 + stride * count)
    this.#rows.describe(keys === undefined ? rows : withKeys(rows, stride, keys, this.#signer?.words ?? 0))
  }

  #refuse(place: Pick<BadInRange, 'offset' | 'length' | 'weight'>, { code, parts }: NearsameError): void {
    this.#bad.push({ index: this.#records++, ...place, code, parts })
  }

  #refuseLong({ offset, length, isEnded }: Required<Block>['tooLong']): void {
    const error = recordTooLong(length - (isEnded ? 1 : 0), this.#task.maxRecord)
    this.#refuse({ offset, length, weight: 1 }, error)
  }
}

/** Lines of a record, the last one with a line feed or without. */
function linesIn(record: Uint8Array): number {
  let lines = 1
  for (let at = record.indexOf(10); at >= 0 && at + 1 < record.length; at = record.indexOf(10, at + 1))
    lines++
  return lines
}

/** Rows with the key of each text's signature instead of bands; of a text without one, hashes of the text itself. */
function withKeys(
  rows: Uint32Array,
  stride: number,
  keys: readonly (Uint32Array | undefined)[],
  words: number,
): Uint32Array {
  const hashes = describeStride(0)
  const signed = new Uint32Array(keys.length * (hashes + words))
  for (const [i, key] of keys.entries()) {
    const row = rows.subarray(i * stride, i * stride + hashes)
    const at = i * (hashes + words)
    signed.set(row, at)
    signed.set(key ?? row.subarray(0, Math.min(words, 4)), at + hashes)
  }
  return signed
}
