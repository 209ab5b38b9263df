/**
 * Scans one byte range: its records become rows of hashes and band keys. Runs in any thread.
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
import type { OpenFiles, ScanRange, Source } from '../sources/source.ts'
import { type Block, BlockReader } from '../thread/block-reader.ts'
import type { Extractor } from '../thread/extract.ts'
import type { Thread } from '../thread/thread.ts'
import { type BadColumns, BadRows, shownBad } from './bad-rows.ts'
import { type LackingInRange, type NullInRange, NullRows } from './null-rows.ts'
import { type RowColumns, Rows } from './rows.ts'
import { TextBatch } from './text-batch.ts'

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

/** The content of one range. */
export interface RangeResult extends RowColumns {
  readonly source: number
  /** End of the range in its source. */
  readonly to: number
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
  const ranges = task.ranges.map(range => {
    const source = task.sources[range.source]
    return new RangeScan(thread, task, range, source).run()
  })
  return thread.chunk.ended(ranges)
}

class RangeScan {
  readonly #space: Workspace
  readonly #extractor: Extractor
  readonly #files: OpenFiles
  readonly #task: ScanTask
  readonly #range: ScanRange
  readonly #source: Source
  readonly #batch: TextBatch
  readonly #rows: Rows
  readonly #bad = new BadRows()
  readonly #nulls = new NullRows()
  /** Whether blank lines are records without a text, which are counted without parsing them. */
  readonly #skipsBlank: boolean
  readonly #prints: WordList | undefined
  readonly #windows: WindowReader | undefined
  readonly #rarest: WordList
  #records = 0

  constructor(thread: Thread, task: ScanTask, range: ScanRange, source: Source) {
    this.#space = thread.space
    this.#files = thread.files
    this.#extractor = thread.extractorOf(source)
    this.#task = task
    this.#skipsBlank = source.format.name === 'txt' && !task.refusesNull
    this.#range = range
    this.#source = source
    const { fingerprints } = task
    const { from, to } = range
    this.#windows = thread.passages?.reader
    const isWanted = fingerprints === 'all' || (fingerprints === 'against' && source.isAgainst === true)
    const room = Math.min(to - from, 1 << 16)
    this.#prints = isWanted ? new WordList(room) : undefined
    const signer = task.bySignature ? thread.signer : undefined
    const rarest = task.takesRarest ? thread.rarest : undefined
    this.#batch = new TextBatch(thread.space, this.#extractor, signer, rarest)
    this.#rarest = rarest === undefined ? noWords : new WordList(room)
    this.#rows = new Rows(thread.chunk, signer?.words ?? thread.space.plan.bands, task.fields.length)
  }

  run(): RangeResult {
    const fd = this.#files.of(this.#source.file)
    const { from, to, isAligned, source } = this.#range
    const { maxRecord } = this.#task
    const cut = cutOf(this.#source.format)
    if (cut.by === 'whole' && to <= from) this.#takeNull({ offset: from, length: 0 })
    else {
      const reader = new BlockReader(
        this.#space,
        { name: this.#source.path, fd, from, to, isAligned, maxRecord },
        cut,
      )
      for (const block of reader) {
        if (block.tooLong) this.#refuseLong(block.tooLong)
        for (let first = 0; first < block.count; ) first = this.#take(block, first)
      }
    }
    return {
      source,
      to,
      records: this.#records,
      bad: this.#bad.finish(),
      nulls: this.#nulls.rows,
      lacking: this.#nulls.lacking,
      ...(this.#prints && { fingerprints: this.#prints.taken() }),
      ...(this.#task.takesRarest && { rarest: this.#rarest.taken().slice() }),
      ...this.#rows.finish(),
    }
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
        else this.#takeNull(placeOf(block, next))
      }
      if (next < last) this.#takeOne(block, next++)
    }
    if (this.#batch.texts > 0) {
      this.#rows.describe(this.#batch.describe(this.#rarest))
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
    const place = placeOf(block, index)
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
  #takeNull(place: Place, error?: NearsameError): void {
    if (this.#task.refusesNull) {
      this.#refuse({ ...place, weight: 1 }, error ?? withoutStacks(nullText))
      return
    }
    if (error !== undefined) this.#nulls.lacks(this.#records, error)
    this.#addNull(place)
  }

  #addNull(place: Place, count = 1): void {
    this.#nulls.add(this.#records, this.#records - this.#bad.count - this.#nulls.count, place, count)
    this.#records += count
  }

  /** Adds a record, whose text is the last of the batch. */
  #add(block: Block, index: number): void {
    const from = startOf(block, index)
    const to = block.ends[index]
    this.#records++
    this.#rows.add(
      block.offset + (from - block.from),
      to - from,
      this.#batch.bytesOf(-1),
      this.#fieldsOf(from, to),
    )
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

/** Where a record is in its source. */
interface Place {
  readonly offset: number
  readonly length: number
}

function placeOf(block: Block, index: number): Place {
  const from = startOf(block, index)
  return { offset: block.offset + (from - block.from), length: block.ends[index] - from }
}

/** Address of a record. */
function startOf({ from, ends }: Block, index: number): number {
  return index === 0 ? from : ends[index - 1]
}

/** Number of lines of a record; the last one may lack its line feed. */
function linesIn(record: Uint8Array): number {
  let lines = 1
  for (let at = record.indexOf(10); at >= 0 && at + 1 < record.length; at = record.indexOf(10, at + 1))
    lines++
  return lines
}
