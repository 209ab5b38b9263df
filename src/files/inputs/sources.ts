/**
 * Sources: from the inputs of a run to plain sources and the byte ranges that threads scan.
 *
 * A plain file is a source itself. Archives and streams become a temporary file, whose ranges are handed
 * out while it grows; arrays of JSON and the texts of WARC become JSON lines in it, the wanted columns of Parquet rows.
 * Ranges come in input order, short ones together, and cover every record once.
 */
import { readSync } from 'node:fs'
import type { InputFormat, InputOptions } from '../../ground/options/input-options.ts'
import { isWide, sourceEncoding } from '../formats/encodings.ts'
import { cutOf, formats } from '../formats/formats.ts'
import type { TextlessRecords } from '../formats/warc/textless.ts'
import type { FoundSheet } from '../formats/xlsx/xlsx-lines.ts'
import type { TakeRecords } from '../io/parquet-records/parquet-records.ts'
import { beginningOf, type SourceHead } from './beginning.ts'
import { decideFields } from './decide-fields.ts'
import { lastCut, lineCuts, rangesBetween, rangesOf, withFile } from './range-cuts.ts'
import { hasOwnRanges, type Input, type InputSet } from './resolve/input.ts'
import { Side, type SideRules } from './side.ts'
import type { ScanRange, Source } from './source.ts'
import { readHead } from './source-head.ts'
import type { SpooledFile } from './spooled-file.ts'
import { Spools } from './spools.ts'
import { TaskRanges } from './task-ranges.ts'

/** A file with the bytes of a source: the input itself, or its copy. */
interface Readable {
  readonly path: string
  readonly encoding?: string
  readonly sheet?: FoundSheet | undefined
}

export interface SourceSettings {
  readonly set: InputSet
  readonly options: InputOptions
  readonly fieldRules: SideRules
  /** Whether kept rows of CSV go into one file, under one header. */
  readonly joinsRows: boolean
  /** Whether kept records are written in another format, with all their fields: all columns of Parquet are read. */
  readonly converts: boolean
  /** Whether other fields than texts, ids and `fields` may be missing. */
  readonly readsTexts: boolean
  /** Fields that keep rules read; required columns of Parquet. */
  readonly fields: readonly string[]
  /** Directory for spools, created on first use. */
  readonly temporary: () => Promise<string>
  /** Takes records out of Parquet, in any thread. Default: in this one. */
  readonly takeRecords?: TakeRecords
  /** Bytes of a range; a speed setting. */
  readonly rangeBytes: number
}

export class Sources {
  /** In input order; grows while the ranges are read. */
  readonly plain: Source[] = []
  /** Bytes of text read, for each source. */
  readonly sizes: number[] = []
  /** Bytes of text in the sources before each, which are read to their end. */
  readonly bytesBefore: number[] = []
  readonly #settings: SourceSettings
  /** One, or with `match` two. */
  readonly #sides: readonly Side[]
  readonly #spools: Spools
  /** That of the last text. */
  #textHead: { readonly encoding: string; readonly head: SourceHead } | undefined

  constructor(settings: SourceSettings) {
    this.#settings = settings
    this.#spools = new Spools(settings.temporary)
    const { known, ...rules } = settings.fieldRules
    const side = new Side(settings.options, settings.fieldRules)
    const { against } = settings.set
    this.#sides =
      against === undefined ? [side] : [side, new Side(against.options, rules, { side, map: against.map })]
  }

  /**
   * All ranges, in order, as a task takes them: short ones together.
   *
   * @param most of each input; then a stream, which could be read only once, has none. Default: all
   */
  async *ranges(most = Number.POSITIVE_INFINITY): AsyncGenerator<readonly ScanRange[]> {
    const task = new TaskRanges()
    await this.#decide()
    for (const [number, input] of this.#settings.set.inputs.entries()) {
      if (input.isStream && Number.isFinite(most)) continue
      const side = this.#sideOf(number)
      let found = 0
      try {
        // Inputs may be many small files, for each of which a promise would be most of the work.
        if (hasOwnRanges(input))
          for (const range of this.#plainRanges(input, side)) {
            if (task.add(range)) yield task.take()
            if (++found === most) break
          }
        else
          for await (const range of this.#copiedRanges(input, side)) {
            if (task.add(range)) yield task.take()
            if (++found === most) break
          }
      } catch (error) {
        throw side.named(error)
      }
    }
    if (!task.isEmpty) yield task.take()
  }

  /** Opens all sources, to be read at places that are known: copies are complete, nothing is divided into ranges. */
  async open(): Promise<void> {
    await this.#decide()
    for (const [number, input] of this.#settings.set.inputs.entries()) {
      const side = this.#sideOf(number)
      if (hasOwnRanges(input)) this.#openPlain(input, side)
      else for await (const _ of this.#copiedRanges(input, side));
    }
  }

  #decide(): Promise<void> {
    return decideFields(this.#sides, this.#settings.set, this.#spools)
  }

  /** The side of an input. */
  #sideOf(number: number): Side {
    const { against } = this.#settings.set
    return this.#sides[against !== undefined && number >= against.from ? 1 : 0]
  }

  async *#copiedRanges(input: Input, side: Side): AsyncGenerator<ScanRange> {
    const isRows = input.format === 'parquet'
    const copy = isRows
      ? this.#parquet(input, side)
      : this.#spools.copy(input, input.format, side, this.#columns(side))
    yield* this.#growing(input, await copy, input.format, side)
  }

  /** The columns that the run reads; undefined for all. */
  #columns({ text, given }: Side): readonly string[] | undefined {
    return this.#settings.readsTexts ? [...text, given.id, ...this.#settings.fields] : undefined
  }

  /** Whether the byte before `offset` ends a line. */
  endsLine(source: number, offset: number): boolean {
    if (offset === 0) return true
    const byte = Buffer.alloc(1)
    withFile(this.plain[source].file, fd => readSync(fd, byte, 0, 1, offset - 1))
    return byte[0] === 10
  }

  /** Bytes of text read so far. */
  get readBytes(): number {
    const last = this.sizes.length - 1
    return last < 0 ? 0 : this.bytesBefore[last] + this.sizes[last]
  }

  /** The text fields of a side whose records showed them; undefined if the options name them, or it has none. */
  guessedFields(isAgainst: boolean): readonly string[] | undefined {
    return this.#sides[isAgainst ? 1 : 0]?.guessed
  }

  /** Records of WARC that are not read, by kind, of each side. */
  get textless(): readonly TextlessRecords[] {
    return this.#sides.map(({ textless }) => textless)
  }

  /** The head that all sources of the first side share; known with their first range. */
  get head(): SourceHead | undefined {
    return this.#sides.find(({ head }) => head !== undefined)?.head
  }

  /** Adds a source of an earlier run, which is not scanned. @returns its number */
  addEarlier(source: Source): number {
    return this.plain.push(source) - 1
  }

  /** Adds a source that is the input itself. */
  #openPlain(input: Input, side: Side): SourceHead {
    const head = this.#plainHead(input, side)
    this.#add(input, input, head, side)
    this.sizes[this.plain.length - 1] = input.sizeBytes
    return head
  }

  /** Texts in one encoding share their head: each may be a small file. */
  #plainHead(input: Input, side: Side): SourceHead {
    const { encoding = 'utf-8', markBytes } = input
    const isShared = formats[input.format].isFileEach && markBytes !== undefined
    const last = this.#textHead
    if (isShared && last?.encoding === encoding && last.head.start === markBytes) return last.head
    const format = input.format === 'parquet' ? 'jsonl' : input.format
    const head = readHead(beginningOf(input), format, side.optionsIn(encoding), this.#joined(side))
    if (isShared) this.#textHead = { encoding, head }
    return head
  }

  #plainRanges(input: Input, side: Side): Iterable<ScanRange> {
    const head = this.#openPlain(input, side)
    if (head.isEmpty === true) return []
    const { path, sizeBytes: to } = input
    const range = { source: this.plain.length - 1, from: Math.min(head.start, to), to, isAligned: true }
    return rangesOf(path, range, cutOf(head.format), this.#settings.rangeBytes)
  }

  /** Ranges of a file still being written, cut at record starts. */
  async *#growing(
    input: Input,
    spool: SpooledFile,
    format: InputFormat,
    side: Side,
  ): AsyncGenerator<ScanRange> {
    const head = await this.#headOf(input, spool, format, side)
    const cut = cutOf(head.format)
    const { start } = this.#add(input, spool, head, side)
    const source = this.plain.length - 1
    let from = start
    let wanted = from
    for (;;) {
      wanted += this.#settings.rangeBytes
      const { available, isComplete } = await spool.beyond(wanted)
      this.sizes[source] = available
      if (isComplete) {
        const isByLine = cut.by === 'line'
        const cuts = isByLine ? lineCuts(spool.path, from, available, this.#settings.rangeBytes) : []
        if (available > from || cut.by === 'whole') yield* rangesBetween(source, [from, ...cuts, available])
        return
      }
      const to = lastCut(spool.path, from, available, cut)
      if (to > from) yield { source, from, to, isAligned: true }
      // Inside a long record every look starts at the record's first byte again. The next one waits until twice as
      // much has arrived, so together they read only a small multiple of the record.
      wanted = to > from ? available : available + (available - from)
      from = to
    }
  }

  /** The format that all files of a side must have: rows of the other side are in no output. */
  #joined({ head, isAgainst }: Side): SourceHead['format'] | undefined {
    return this.#settings.joinsRows && !isAgainst ? head?.format : undefined
  }

  /** The head of a file still being written: waits until enough of it has arrived. */
  async #headOf({ name }: Input, spool: SpooledFile, format: InputFormat, side: Side): Promise<SourceHead> {
    for (let wanted = formats[format].isFileEach ? Number.POSITIVE_INFINITY : 1 << 20; ; wanted *= 4) {
      const { isComplete } = await spool.beyond(wanted)
      const file = { path: spool.path, name, isGrowing: !isComplete }
      const encoding = sourceEncoding(spool.encoding)
      const head = readHead(beginningOf(file), format, side.optionsIn(encoding), this.#joined(side))
      if (isComplete || head.isOpen !== true) return head
    }
  }

  /** @param file the input itself, or its copy */
  #add(input: Input, { path: file, encoding, sheet }: Readable, head: SourceHead, side: Side): Source {
    side.add(head)
    const source: Source = {
      path: input.name,
      id: input.id,
      file,
      format: head.format,
      start: head.start,
      ...(isWide(encoding) && { written: encoding }),
      ...(sheet && { sheet }),
      ...(head.titles && { titles: head.titles }),
      ...(side.isAgainst && { isAgainst: true }),
    }
    this.plain.push(source)
    this.bytesBefore.push(this.readBytes)
    this.sizes.push(0)
    return source
  }

  /** Stops writing spools: afterwards nothing uses their directory or waits for an input. */
  close(): Promise<void> {
    return this.#spools.close()
  }

  async #parquet(input: Input, side: Side): Promise<SpooledFile> {
    const options = side.optionsIn('utf-8')
    const { checkParquetColumns } = await import('./parquet-fields.ts')
    const all = await checkParquetColumns(input, options)
    const { converts, fields, takeRecords } = this.#settings
    const columns = converts ? all : [...options.text, options.id, ...fields]
    return this.#spools.copyColumns(input, columns, takeRecords)
  }
}
