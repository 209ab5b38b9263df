/**
 * Parquet column chunk: its pages one after the other, from a place where one begins, or a part of a large one. Only
 * that is in memory, with what was read ahead.
 */
import type { ColumnMetaData, CompressionCodec, Encoding, PageHeader } from 'hyparquet'
import { releaseLarge } from '../../../ground/lists/release.ts'
import { type Unpack, unpackerOf } from './parquet-codecs.ts'
import type { ParquetBuffer } from './parquet-file.ts'
import { readerInside } from './parquet-inside.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import { type Entries, entriesFrom, levelsIn, readLevels, rowsBegun } from './parquet-levels.ts'
import { checkChecksum, rangeOf, valuesOf } from './parquet-pages.ts'
import { isLarge, nextPart, type PageRest, restOfPage } from './parquet-parts.ts'
import { type Dictionary, plainValues, readPageValues } from './parquet-values.ts'

/** A column chunk as plain data. */
export interface ChunkPlace {
  readonly from: number
  readonly to: number
  readonly codec: CompressionCodec
  readonly values: number
  /** Of the column. */
  readonly path: readonly string[]
}

export function placeOfChunk(chunk: ColumnMetaData): ChunkPlace {
  const [from, to] = rangeOf(chunk)
  const { codec, num_values: values, path_in_schema: path } = chunk
  return { from, to, codec, values: Number(values), path }
}

/** Where the next page of a chunk is, or that of which a part was read, and how many values are left. */
interface PagePlace {
  readonly at: number
  readonly left: number
  /** What is left of the page, if a part of it was read. */
  readonly rest?: PageRest | undefined
}

/** The place of a page, and the number of the first row that begins in it. */
export interface PartPlace extends PagePlace {
  readonly row: number
}

/** Bytes that are read at once: those of an ordinary page. */
const readBytes = 2 ** 20
/** Bytes that are enough for the header of nearly any page. */
const headerBytes = 2 ** 13
/** Bytes of memory that is used again. */
const mostRoom = 2 ** 23

interface Page {
  readonly header: PageHeader
  readonly bytes: Uint8Array
  readonly values: number
}

export class ChunkReader {
  readonly #file: ParquetBuffer
  readonly #place: ChunkPlace
  readonly #shape: LeafShape
  readonly #inside: Awaited<ReturnType<typeof readerInside>>
  readonly #unpack: Unpack
  #at: number
  #left: number
  #rest: PageRest | undefined
  /** The bytes read ahead, and where they begin in the file. */
  #ahead = new Uint8Array(0)
  #aheadAt = 0
  #dictionary: Dictionary | undefined
  /** Memory of the page that was unpacked last. */
  #room: Uint8Array<ArrayBuffer> | undefined
  #isKept = false

  private constructor(
    file: ParquetBuffer,
    place: ChunkPlace,
    shape: LeafShape,
    inside: Awaited<ReturnType<typeof readerInside>>,
    unpack: Unpack,
  ) {
    this.#file = file
    this.#place = place
    this.#shape = shape
    this.#inside = inside
    this.#unpack = unpack
    this.#at = place.from
    this.#left = place.values
  }

  static async open(file: ParquetBuffer, place: ChunkPlace, shape: LeafShape, next?: PagePlace) {
    const reader = new ChunkReader(file, place, shape, await readerInside(), await unpackerOf(place.codec))
    if (next !== undefined) {
      reader.#at = next.at
      reader.#left = next.left
      reader.#rest = next.rest
    }
    return reader
  }

  /** Where the next page begins; undefined behind the last one. */
  get next(): PagePlace | undefined {
    const [at, left, rest] = [this.#at, this.#left, this.#rest]
    return left > 0 && at < this.#place.to - 1 ? { at, left, rest } : undefined
  }

  /** The entries of the next data page; undefined if it is a page of another kind. REQUIRES: there is a next page. */
  async read(): Promise<Entries | undefined> {
    if (this.#rest !== undefined) return this.#readPart(this.#rest)
    const { header, offset } = await this.#header()
    if (this.#place.codec !== 'SNAPPY' || !isLarge(header, this.#shape)) return this.#readWhole()
    const values = valuesOf(header, this.#place.values, this.#place.to - offset)
    const range = [offset, offset + header.compressed_page_size] as const
    return this.#readPart(await restOfPage(this.#file, range, header, values))
  }

  /** Passes the next page. @returns how many rows begin in it. REQUIRES: there is a next page. */
  async skip(): Promise<number> {
    if (this.#shape.maxRepetition > 0) {
      const entries = await this.read()
      return entries === undefined ? 0 : rowsBegun(entries)
    }
    const { header, offset } = await this.#header(headerBytes)
    const values = valuesOf(header, this.#place.values, this.#place.to - offset)
    this.#at = offset + header.compressed_page_size
    if (header.type === 'DICTIONARY_PAGE') return 0
    this.#left -= values
    return values
  }

  async #readPart(rest: PageRest): Promise<Entries | undefined> {
    const part = await nextPart(this.#file, rest, this.#shape)
    this.#rest = part?.rest
    if (part === undefined) {
      this.#left += rest.read
      const all = await this.#readWhole()
      return all && entriesFrom(all, rest.read, this.#shape)
    }
    const { levels, count, bytes, starts } = part
    this.#left -= count
    if (part.rest === undefined) this.#at = rest.to
    if (this.#room !== undefined) releaseLarge(this.#room)
    this.#room = bytes
    return { ...levels, count, values: { bytes, starts } }
  }

  async #readWhole(): Promise<Entries | undefined> {
    const { header, bytes, values } = await this.#page()
    if (header.type === 'DICTIONARY_PAGE') {
      this.#dictionary = this.#dictionaryIn(header, bytes, values)
      return undefined
    }
    this.#left -= values
    const { data_page_header: v1, data_page_header_v2: v2 } = header
    const encoding = (v1 ?? v2)?.encoding
    if (encoding?.endsWith('_DICTIONARY')) await this.#findDictionary()
    if (v1 !== undefined) return this.#entries(header, bytes, values)
    return v2 === undefined ? undefined : this.#entriesV2(header, bytes, values)
  }

  /** Frees the memory of the entries that were read last. */
  close(): void {
    if (this.#isKept) return
    if (this.#room !== undefined) releaseLarge(this.#room)
    if (this.#isPacked) releaseLarge(this.#ahead)
  }

  /** Keeps the entries that were read last valid. */
  keep(): void {
    this.#room = undefined
    this.#isKept = true
  }

  /** The next page, with its bytes as they are in the file. */
  async #page(): Promise<Page> {
    const { to, values: most, path } = this.#place
    const reader = await this.#header()
    const { header, offset } = reader
    const values = valuesOf(header, most, to - offset)
    const end = offset + header.compressed_page_size
    if (end > this.#aheadAt + this.#ahead.length) await this.#readAhead(offset, end)
    const bytes = this.#ahead.subarray(offset - this.#aheadAt, end - this.#aheadAt)
    checkChecksum(header, bytes, path)
    this.#at = end
    return { header, bytes, values }
  }

  /** The header of the next page, and the offset behind it. @param most bytes that are read if the header has fewer */
  async #header(most = readBytes): Promise<{ readonly header: PageHeader; readonly offset: number }> {
    const { to } = this.#place
    for (let room = headerBytes; ; room *= 8) {
      const end = Math.min(to, this.#at + room)
      if (this.#at < this.#aheadAt || end > this.#aheadAt + this.#ahead.length)
        await this.#readAhead(this.#at, end, most)
      const from = this.#at - this.#aheadAt
      const view = new DataView(
        this.#ahead.buffer,
        this.#ahead.byteOffset + from,
        this.#ahead.length - from,
      )
      const reader = { view, offset: 0 }
      try {
        return { header: this.#inside.parquetHeader(reader), offset: this.#at + reader.offset }
      } catch (error) {
        if (this.#aheadAt + this.#ahead.length >= to) throw error
      }
    }
  }

  async #readAhead(from: number, to: number, most = readBytes): Promise<void> {
    const end = Math.max(to, Math.min(this.#place.to, from + most))
    const bytes = new Uint8Array(await this.#file.slice(from, end))
    if (this.#isPacked && !this.#isKept) releaseLarge(this.#ahead)
    this.#ahead = bytes
    this.#aheadAt = from
  }

  /** Frees what was read ahead. */
  #forget(): void {
    releaseLarge(this.#ahead)
    this.#ahead = new Uint8Array(0)
  }

  /** A dictionary is in the first page, which this reader may not have read. */
  async #findDictionary(): Promise<void> {
    if (this.#dictionary !== undefined) return
    const [at, ahead, aheadAt] = [this.#at, this.#ahead, this.#aheadAt]
    this.#at = this.#place.from
    this.#ahead = new Uint8Array(0) // the bytes of the data page stay
    const { header, bytes, values } = await this.#page()
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = this.#dictionaryIn(header, bytes, values)
    this.#at = at
    this.#ahead = ahead
    this.#aheadAt = aheadAt
  }

  #dictionaryIn(
    { uncompressed_page_size: length }: PageHeader,
    bytes: Uint8Array,
    count: number,
  ): Dictionary {
    const page = this.#unpack(bytes, length)
    if (this.#shape.type === 'BOOLEAN') throw new RangeError('a dictionary of true and false')
    return { ...plainValues(page, count, this.#shape), count }
  }

  #entries(
    { data_page_header: v1, uncompressed_page_size: length }: PageHeader,
    bytes: Uint8Array,
    count: number,
  ) {
    const page = this.#unpackedPage(bytes, length)
    const [levels, end] = readLevels(page, this.#shape, count)
    return this.#withValues({ ...levels, count }, page.subarray(end), v1?.encoding)
  }

  #entriesV2(
    { data_page_header_v2: v2, uncompressed_page_size: length }: PageHeader,
    bytes: Uint8Array,
    count: number,
  ) {
    const { maxDefinition, maxRepetition } = this.#shape
    const { repetition_levels_byte_length: first = 0, definition_levels_byte_length: second = 0 } = v2 ?? {}
    const levelBytes = first + second
    const repetitions = maxRepetition > 0 ? levelsIn(bytes, [0, first], maxRepetition, count) : undefined
    const definitions =
      maxDefinition > 0 ? levelsIn(bytes, [first, levelBytes], maxDefinition, count) : undefined
    if (levelBytes > length) throw new RangeError('levels that end early')
    const packed = bytes.subarray(levelBytes)
    const page = v2?.is_compressed === false ? packed : this.#unpackedPage(packed, length - levelBytes)
    return this.#withValues({ repetitions, definitions, count }, page, v2?.encoding)
  }

  /** Whether no page is a view of the file's bytes. */
  get #isPacked(): boolean {
    return this.#place.codec !== 'UNCOMPRESSED'
  }

  /** A data page, whose memory the next one uses again. */
  #unpackedPage(bytes: Uint8Array, length: number): Uint8Array {
    const before = this.#room
    if (before !== undefined && before.length > mostRoom) releaseLarge(before)
    const page = this.#unpack(bytes, length, before)
    if (!this.#isPacked || length === 0 || page.buffer === before?.buffer) return page
    if (length > mostRoom && !this.#isKept) this.#forget()
    if (before !== undefined) releaseLarge(before)
    this.#room = page.byteOffset === 0 ? new Uint8Array(page.buffer as ArrayBuffer) : undefined
    return page
  }

  #withValues(levels: Omit<Entries, 'values'>, page: Uint8Array, encoding?: Encoding): Entries {
    const { count: entries, definitions } = levels
    const count = definitions === undefined ? entries : countPresent(definitions, this.#shape)
    const written = { encoding, count, dictionary: this.#dictionary }
    return { ...levels, values: readPageValues(page, written, this.#shape) }
  }
}
