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
const noFields: readonly unknown[] = []
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
  /** Of the batch at work, see `#begin`: record i begins at the u32 at `#bounds` + 4 i. */
  #bounds = 0
  #table = 0
  /** First byte behind the texts so far, how many they are, and bytes of the longest. */
  #out = 0
  #texts = 0
  #longest = 0

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
    const { from } = this.#range
    const empty = { from, ends: Uint32Array.of(from), count: 1, offset: from, free: this.#space.free }
    this.#begin(empty, 0, 1)
    this.#addText(empty, 0, this.#out, this.#out)
    this.#describe()
  }

  /** Extracts and describes records from `first` on. @returns the first one not taken. */
  #batch(block: Block, first: number): number {
    const last = Math.min(block.count, first + batchDocuments)
    this.#begin(block, first, last)
    for (let next = first; next < last; ) {
      next += this.#takePlain(block, next, last)
      if (next < last) this.#takeOne(block, next++)
    }
    this.#describe()
    return last
  }

  /**
   * Lays out the memory behind a block for the texts of its records [first, last):
   *
   *     │ bounds of the records │ table: u32 {from, to} of each text │ decoded texts ... │
   */
  #begin(block: Block, first: number, last: number): void {
    const count = last - first
    const bounds = align64(block.free)
    this.#table = align64(bounds + 4 * (count + 1))
    this.#out = align64(this.#table + 8 * count + 64)
    this.#texts = 0
    this.#longest = 0
    const from = startOf(block, first)
    this.#space.reserve(this.#out + block.ends[last - 1] - from + 128 * count + 64)
    this.#space.words[bounds / 4] = from
    this.#space.words.set(block.ends.subarray(first, last), bounds / 4 + 1)
    this.#bounds = bounds - 4 * first
  }

  /** Takes records from `first` on as long as the kernel finds their texts. @returns how many. */
  #takePlain(block: Block, first: number, last: number): number {
    const lines = { bounds: this.#bounds + 4 * first, count: this.#firstLong(block, first, last) - first }
    const at = this.#table + 8 * this.#texts
    const taken = this.#extractor.texts(lines, this.#out, at)
    if (taken === 0) return 0
    const ranges = this.#space.words.subarray(at / 4, at / 4 + 2 * taken + 1)
    for (let i = 0; i < taken; i++) this.#addText(block, first + i, ranges[2 * i], ranges[2 * i + 1])
    this.#out = ranges[2 * taken]
    return taken
  }

  /** The first of the records [first, last) that is too long, with its line feed or without, or `last`. */
  #firstLong(block: Block, first: number, last: number): number {
    const { maxRecord } = this.#task
    if (block.ends[last - 1] - startOf(block, first) <= maxRecord) return last
    let next = first
    while (next < last && block.ends[next] - startOf(block, next) <= maxRecord) next++
    return next
  }

  /** Takes a record, if it is one, by way of its format. */
  #takeOne(block: Block, index: number): void {
    const from = startOf(block, index)
    const to = block.ends[index]
    const place = { offset: block.offset + (from - block.from), length: to - from }
    const isEnded = this.#space.bytes[to - 1] === 10
    if (place.length - (isEnded ? 1 : 0) > this.#task.maxRecord) {
      this.#refuseLong({ ...place, isEnded })
      return
    }
    const { format } = this.#extractor
    // What is no record begins with a blank or a line end.
    if (this.#space.bytes[from] <= 32 && format.isBlank(this.#space.bytes.subarray(from, to))) return
    const error = this.#extractor.text(from, to, this.#out, this.#text)
    if (error !== undefined) {
      const weight = error.code === 'CSV_QUOTE' ? linesIn(this.#space.bytes.subarray(from, to)) : 1
      this.#refuse({ ...place, weight }, error)
      return
    }
    this.#addText(block, index, this.#text.from, this.#text.to)
    this.#out = this.#text.free
  }

  /** Notes a record and where its text stands. */
  #addText(block: Block, index: number, textFrom: number, textTo: number): void {
    const { words } = this.#space
    const at = this.#table / 4 + 2 * this.#texts++
    words[at] = textFrom
    words[at + 1] = textTo
    this.#longest = Math.max(this.#longest, textTo - textFrom)
    this.#records++
    const from = startOf(block, index)
    const to = block.ends[index]
    this.#rows.add(
      block.offset + (from - block.from),
      to - from,
      textTo - textFrom,
      this.#fieldsOf(from, to),
    )
  }

  #fieldsOf(from: number, to: number): readonly unknown[] {
    if (this.#task.fields.length === 0) return noFields
    const parsed = this.#extractor.parse(from, to)
    return this.#task.fields.map(name => ('field' in parsed ? parsed.field(name) : undefined))
  }

  /** Describes the texts of the table. */
  #describe(): void {
    const count = this.#texts
    if (count === 0) return
    const { kernels, plan, planAt } = this.#space
    const stride = describeStride(plan.bands, plan.sketches)
    const rowsAt = align64(this.#out)
    const scratchAt = align64(rowsAt + 4 * stride * count)
    this.#space.reserve(scratchAt + scratchBytes(this.#longest, plan))
    kernels.describe(this.#table, count, planAt, scratchAt, rowsAt)
    const table = this.#table / 4
    const keys = this.#signer?.keys([...this.#space.words.subarray(table, table + 2 * count)], scratchAt)
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

function startOf({ from, ends }: Block, index: number): number {
  return index === 0 ? from : ends[index - 1]
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
