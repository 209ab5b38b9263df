/**
 * Leaf cursor: the entries of a column chunk, one after the other, row by row.
 *
 * Rows of a list may go on in the next page; such a row waits until all its pages are in memory.
 */
import { type ChunkPlace, ChunkReader, type PartPlace } from '../parquet/parquet-chunk.ts'
import type { ParquetBuffer } from '../parquet/parquet-file.ts'
import { countPresent, type LeafShape, mostEntries } from '../parquet/parquet-leaf.ts'
import { type Entries, rowsBegun } from '../parquet/parquet-levels.ts'

/** The pages of a column chunk, from one on. */
export interface LeafPart {
  readonly chunk: ChunkPlace
  readonly shape: LeafShape
  /** The page to begin with, and the number of the first row that begins in it. Default: the first page. */
  readonly from?: PartPlace | undefined
}

interface Page extends Entries {
  readonly place: PartPlace
  readonly view: DataView
}

/** A value in plain encoding: bytes [from, to) of a page; strings without their length. */
export interface FoundValue {
  bytes: Uint8Array
  view: DataView
  from: number
  to: number
}

const noBytes = new Uint8Array(0)

export class LeafCursor {
  readonly #reader: ChunkReader
  readonly #shape: LeafShape
  readonly #isList: boolean
  /** Bytes of the chunk. */
  readonly size: number
  /** Those in memory, the first one with the next entry. */
  readonly #pages: Page[] = []
  /** Of the first page, the next entry and the next value. */
  #at = 0
  #value = 0
  /** Number of entries of the pages. */
  #entries = 0
  /** Number of the next row, and of the first one that begins behind the pages. */
  #row: number
  #behind: number
  /** The value taken last. */
  readonly found: FoundValue = { bytes: noBytes, view: new DataView(noBytes.buffer), from: 0, to: 0 }

  private constructor(reader: ChunkReader, { chunk, shape, from }: LeafPart, row: number) {
    this.#reader = reader
    this.#shape = shape
    this.#isList = shape.maxRepetition > 0
    this.size = chunk.to - chunk.from
    this.#row = row
    this.#behind = from?.row ?? 0
  }

  /** @param row the first one wanted, which begins in the first page of the part */
  static async of(file: ParquetBuffer, part: LeafPart, row: number): Promise<LeafCursor> {
    const reader = await ChunkReader.open(file, part.chunk, part.shape, part.from)
    const column = new LeafCursor(reader, part, row)
    if (part.from !== undefined) await column.#skipTo(row - part.from.row)
    return column
  }

  async #skipTo(rows: number): Promise<void> {
    while (this.#pages.length === 0) await this.#read()
    const [{ definitions, repetitions, count }] = this.#pages
    let begun = -1
    let at = repetitions === undefined ? rows : 0
    for (; repetitions !== undefined && at < count; at++)
      if (repetitions[at] === 0 && ++begun === rows) break
    this.#at = at
    this.#value = definitions === undefined ? at : countPresent(definitions, this.#shape, 0, at)
  }

  /** Complete rows in memory that were not passed. */
  get waiting(): number {
    const mayGoOn = this.#isList && this.#reader.next !== undefined
    return Math.max(0, this.#behind - this.#row - +mayGoOn)
  }

  /** The page in which the next row begins. */
  get place(): PartPlace {
    const [page] = this.#pages
    if (page !== undefined && this.#at < page.count) return page.place
    const { next } = this.#reader
    if (next === undefined) throw this.#fewer()
    return { ...next, row: this.#behind }
  }

  /** Makes rows wait. */
  async fill(): Promise<void> {
    while (this.waiting === 0) await this.#read()
  }

  async #read(): Promise<void> {
    const { next } = this.#reader
    if (next === undefined) throw this.#fewer()
    const entries = await this.#reader.read()
    if (entries === undefined || entries.count === 0) return
    if (this.#isList) this.#reader.keep()
    else this.#pages.length = this.#entries = 0
    this.#entries += entries.count
    if (this.#entries > mostEntries) throw new RangeError(`a row of more than ${mostEntries} values`)
    const { bytes } = entries.values
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#pages.push({ ...entries, place: { ...next, row: this.#behind }, view })
    this.#behind += rowsBegun(entries)
    if (this.#pages.length === 1) this.#at = this.#value = 0
    else this.#nextPage()
  }

  #nextPage(): void {
    if (this.#pages.length < 2 || this.#at < this.#pages[0].count) return
    this.#entries -= this.#pages.shift()?.count ?? 0
    this.#at = this.#value = 0
  }

  /** The levels of the next entry; a repetition level of 0 behind the last entry of a row. */
  get definition(): number {
    return this.#pages[0].definitions?.[this.#at] ?? this.#shape.maxDefinition
  }

  get repetition(): number {
    return this.#pages[0].repetitions?.[this.#at] ?? 0
  }

  /** Passes an entry without a value. @param most level that it may have @throws Error if it has a higher one */
  skip(most: number): void {
    if (this.definition > most) throw new Error('a value in a list or struct that is not there')
    this.#pass()
  }

  /** Passes an entry. @returns whether it has a value, now in `found` */
  take(): boolean {
    const isPresent = this.definition === this.#shape.maxDefinition
    if (isPresent) {
      const { values, view } = this.#pages[0]
      const { bytes, starts, indices } = values
      const value = indices === undefined ? this.#value : indices[this.#value]
      this.#value++
      const { width } = this.#shape
      this.found.bytes = bytes
      this.found.view = view
      this.found.from = starts === undefined ? value * width : starts[value] + 4
      this.found.to = starts === undefined ? (value + 1) * width : starts[value + 1]
    }
    this.#pass()
    return isPresent
  }

  #pass(): void {
    this.#at++
    this.#nextPage()
  }

  /** Ends a row. @throws Error if entries of it are left */
  endRow(): void {
    if (this.repetition !== 0) throw new Error('lists of different lengths in one column')
    this.#row++
  }

  /** @throws Error if there are more rows than were passed */
  async end(): Promise<void> {
    while (this.#behind === this.#row && this.#reader.next !== undefined) await this.#read()
    if (this.#behind > this.#row) throw new Error('a column of more rows than its group')
  }

  close(): void {
    this.#reader.close()
  }

  #fewer(): Error {
    return new Error(`a column of ${this.#behind} rows, fewer than its group`)
  }
}
