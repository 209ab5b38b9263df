/**
 * Scans a byte range, or several small files: their records become rows of hashes and band keys. Runs in any thread.
 */
import { nullText } from '../../ground/blank-text.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { WindowReader } from '../../texts/passages/window-reader.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import { cutOf } from '../formats/formats.ts'
import { recordTooLong } from '../formats/record-format.ts'
import { isBlankLine } from '../formats/text-formats.ts'
import type { OpenFiles, ScanRange, Source } from '../inputs/source.ts'
import { type BadColumns, BadRows, linesIn, shownBad } from './bad-rows.ts'
import { type LackingInRange, type NullInRange, NullRows } from './null-rows.ts'
import { type RowColumns, Rows } from './rows.ts'
import { TextBatch } from './text-batch.ts'
import {
  type Block,
  BlockReader,
  offsetOf,
  type PlaceInSource,
  placeInSource,
  startOf,
} from './thread/block-reader.ts'
import type { Extractor } from './thread/extract.ts'
import { FileBlocks, fileBlockBytes } from './thread/file-blocks.ts'
import type { MemoryGuard } from './thread/memory-guard.ts'
import type { Thread } from './thread/thread.ts'

export interface ScanTask {
  readonly kind: 'scan'
  /** The sources of the ranges, by number. */
  readonly sources: Readonly<Record<number, Source>>
  readonly ranges: readonly ScanRange[]
  readonly maxRecord: number
  /** Whether a record without a text is bad. */
  readonly refusesNull: boolean
  /** Whether rows hold keys by the thread's signer instead of band keys. */
  readonly bySignature: boolean
  /** Fields that the keep rules compare. */
  readonly fields: readonly string[]
  /** Whether fingerprints of windows are wanted: those of all texts, or of the other side only. */
  readonly fingerprints?: 'all' | 'against' | undefined
  /** Whether the rarest shingles of each text are wanted. */
  readonly takesRarest: boolean
}

/** The content of one range, or of files that were scanned together (`file-results.ts`). */
export interface RangeResult extends RowColumns {
  /** Number of the source, or of that of the first file. */
  readonly source: number
  /** End of the range in its source, or of the last file. */
  readonly to: number
  /** The size of each of several files, which are a record each. */
  readonly files?: Float64Array | undefined
  /** Records, bad ones and those without a text included. */
  readonly records: number
  readonly bad: BadColumns
  readonly nulls: readonly NullInRange[]
  /** Those of them that have none of the text fields, not even null or blank. */
  readonly lacking?: LackingInRange | undefined
  /** If wanted, three u32 each, as `addFingerprints` adds them. */
  readonly fingerprints?: Uint32Array<ArrayBuffer> | undefined
  /** If wanted, what `Kernels.describeRarest` writes of each text. */
  readonly rarest?: Uint32Array<ArrayBuffer> | undefined
}

/** Maximum number of documents described in one kernel call. */
const batchDocuments = 4096
const noFields: readonly unknown[] = []
/** Never appended to: only the rarest shingles are. */
const noWords = new WordList(0)

export function scanRanges(thread: Thread, task: ScanTask): RangeResult[] {
  thread.sets.clear() // blocks use their memory
  const results: RangeResult[] = []
  for (let from = 0, to = 0; from < task.ranges.length; from = to) {
    to = endOfFiles(task, from)
    const ranges = task.ranges.slice(from, Math.max(to, from + 1))
    results.push(new RangeScan(thread, task, ranges, to > from).run())
    to = from + ranges.length
  }
  return thread.chunk.ended(results)
}

/** The first range from `from` on that is no small file like those before it. */
function endOfFiles({ ranges, sources, maxRecord }: ScanTask, from: number): number {
  const { format } = sources[ranges[from].source]
  if (cutOf(format).by !== 'whole') return from
  const most = Math.min(fileBlockBytes, maxRecord)
  let to = from
  while (
    to < ranges.length &&
    sources[ranges[to].source].format === format &&
    ranges[to].source === ranges[from].source + to - from &&
    ranges[to].to - ranges[to].from <= most
  )
    to++
  return to
}

class RangeScan {
  readonly #space: Workspace
  readonly #extractor: Extractor
  readonly #files: OpenFiles
  readonly #guard: MemoryGuard | undefined
  readonly #task: ScanTask
  /** One, or several whole files. */
  readonly #ranges: readonly ScanRange[]
  readonly #areFiles: boolean
  readonly #source: Source
  readonly #batch: TextBatch
  readonly #rows: Rows
  readonly #bad = new BadRows()
  readonly #nulls: NullRows
  /** Whether blank lines are records without a text, which are counted without parsing them. */
  readonly #skipsBlank: boolean
  readonly #prints: WordList | undefined
  readonly #windows: WindowReader | undefined
  readonly #rarest: WordList
  #records = 0

  constructor(thread: Thread, task: ScanTask, ranges: readonly ScanRange[], areFiles: boolean) {
    const source = task.sources[ranges[0].source]
    this.#space = thread.space
    this.#files = thread.files
    this.#guard = thread.guard
    this.#extractor = thread.extractorOf(source)
    this.#task = task
    this.#skipsBlank = source.format.name === 'txt' && !task.refusesNull
    this.#ranges = ranges
    this.#areFiles = areFiles
    this.#nulls = new NullRows(areFiles)
    this.#source = source
    const { fingerprints } = task
    this.#windows = thread.passages?.reader
    const isWanted = fingerprints === 'all' || (fingerprints === 'against' && source.isAgainst === true)
    const bytes = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    const room = Math.min(bytes, 1 << 16)
    this.#prints = isWanted ? new WordList(room) : undefined
    const signer = task.bySignature ? thread.signer : undefined
    const rarest = task.takesRarest ? thread.rarest : undefined
    this.#batch = new TextBatch(thread.space, this.#extractor, signer, rarest)
    this.#rarest = rarest === undefined ? noWords : new WordList(room)
    this.#rows = new Rows(thread.chunk, signer?.words ?? thread.space.plan.bands, task.fields.length)
  }

  run(): RangeResult {
    for (const block of this.#blocks()) {
      if (block.tooLong) this.#refuseLong(block.tooLong)
      for (let first = 0; first < block.count; ) first = this.#take(block, first)
    }
    const [{ source }] = this.#ranges
    return {
      source,
      to: this.#ranges[this.#ranges.length - 1].to,
      ...(this.#areFiles && { files: Float64Array.from(this.#ranges, range => range.to) }),
      records: this.#records,
      bad: this.#bad.finish(),
      nulls: this.#nulls.rows,
      lacking: this.#nulls.lacking,
      ...(this.#prints && { fingerprints: this.#prints.taken() }),
      ...(this.#task.takesRarest && { rarest: this.#rarest.taken().slice() }),
      ...this.#rows.finish(),
    }
  }

  #blocks(): Iterable<Block> {
    const { maxRecord, sources } = this.#task
    if (this.#areFiles) {
      const files = this.#ranges.map(({ source, from, to }) => ({ source: sources[source], from, to }))
      return new FileBlocks(this.#space, files, maxRecord)
    }
    const { file, format, path } = this.#source
    const [{ from, to, isAligned }] = this.#ranges
    const range = { name: path, fd: this.#files.of(file), from, to, isAligned, maxRecord }
    return new BlockReader(this.#space, range, cutOf(format))
  }

  /** Extracts and describes records from `first` on. @returns the first one left. */
  #take(block: Block, first: number): number {
    const last = Math.min(block.count, first + batchDocuments)
    const bounds = new Uint32Array(last - first + 1)
    bounds[0] = startOf(block, first)
    bounds.set(block.ends.subarray(first, last), 1)
    this.#batch.begin(block.free, bounds)
    let long = -1 // the next record that is too long, searched once for all before it
    for (let next = first; next < last; ) {
      if (this.#skipsBlank) next = this.#passBlank(block, next, last)
      if (next === last) break
      if (next > long) long = this.#firstLong(block, next, last)
      const found = this.#batch.findPlain(next - first, long - next)
      for (const behind = next + found; next < behind; next++) {
        if (this.#batch.admit()) this.#add(block, next)
        else this.#takeNull(placeInSource(block, next))
      }
      if (next < last) this.#takeOne(block, next++)
    }
    if (this.#batch.texts > 0) {
      this.#rows.describe(this.#batch.describe(this.#rarest))
      this.#guard?.settle()
      if (this.#prints !== undefined && this.#windows !== undefined)
        this.#batch.addFingerprints(this.#windows, this.#prints)
    }
    return last
  }

  /** The first of the records [first, last) that is too long, its line feed not counted; or `last`. */
  #firstLong(block: Block, first: number, last: number): number {
    const { maxRecord } = this.#task
    if (block.ends[last - 1] - startOf(block, first) <= maxRecord) return last
    let next = first
    while (next < last && block.ends[next] - startOf(block, next) <= maxRecord) next++
    return next
  }

  /** Counts the blank lines from `first` on as records without a text. @returns the first other one, or `last` */
  #passBlank(block: Block, first: number, last: number): number {
    const { bytes } = this.#space
    const { maxRecord } = this.#task
    const start = startOf(block, first)
    let from = start
    let next = first
    while (next < last) {
      const to = block.ends[next]
      if (bytes[from] > 32 || to - from > maxRecord || !isBlankLine(bytes, from, to)) break
      from = to
      next++
    }
    const place = { offset: block.offset + (start - block.from), length: from - start }
    if (next > first) this.#addNull(place, next - first)
    return next
  }

  /** Takes a record through its format, unless it is blank. */
  #takeOne(block: Block, index: number): void {
    const from = startOf(block, index)
    const to = block.ends[index]
    const place = placeInSource(block, index)
    const isEnded = this.#space.bytes[to - 1] === 10
    if (place.length - (isEnded ? 1 : 0) > this.#task.maxRecord) {
      this.#refuseLong({ ...place, isEnded })
      return
    }
    const { format } = this.#extractor
    // A blank record begins with a space or a line end.
    if (this.#space.bytes[from] <= 32 && format.isBlank(this.#space.bytes.subarray(from, to))) return
    const take = () => this.#batch.takeOne(from, to)
    const error = this.#bad.count + this.#nulls.count < shownBad ? take() : withoutStacks(take)
    if (error === undefined) this.#add(block, index)
    else if (error.code === 'TEXT_MISSING') this.#takeNull(place, error)
    else {
      const weight = error.code === 'CSV_QUOTE' ? linesIn(this.#space.bytes.subarray(from, to)) : 1
      this.#refuse({ ...place, weight }, error)
    }
  }

  /** Takes a record without a text. */
  #takeNull(place: PlaceInSource, error?: NearsameError): void {
    if (this.#task.refusesNull) {
      this.#refuse({ ...place, weight: 1 }, error ?? withoutStacks(nullText))
      return
    }
    if (error !== undefined) this.#nulls.lacks(this.#records, error)
    this.#addNull(place)
  }

  #addNull(place: PlaceInSource, count = 1): void {
    this.#nulls.add(this.#records, this.#records - this.#bad.count - this.#nulls.count, place, count)
    this.#records += count
  }

  /** Adds a record, whose text is the last of the batch. */
  #add(block: Block, index: number): void {
    const from = startOf(block, index)
    const to = block.ends[index]
    this.#guard?.check(this.#batch.lastText, this.#source.path, offsetOf(block, index))
    this.#records++
    this.#rows.add(offsetOf(block, index), to - from, this.#batch.bytesOf(-1), this.#fieldsOf(from, to))
  }

  #fieldsOf(from: number, to: number): readonly unknown[] {
    if (this.#task.fields.length === 0) return noFields
    const parsed = this.#extractor.parse(from, to)
    return this.#task.fields.map(name => ('field' in parsed ? parsed.field(name) : undefined))
  }

  #refuse(place: Parameters<BadRows['add']>[1], error: NearsameError): void {
    this.#bad.add(this.#records++, place, error)
  }

  #refuseLong({ offset, length, isEnded }: Required<Block>['tooLong']): void {
    const error = recordTooLong(length - (isEnded ? 1 : 0), this.#task.maxRecord)
    this.#refuse({ offset, length, weight: 1 }, error)
  }
}
