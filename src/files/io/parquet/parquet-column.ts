/**
 * Parquet column of the output: rows wait until they are as many as a page has, by their content alone; pages are
 * written by any thread, and a row group gets them in order.
 */
import type { CompressionCodec } from 'hyparquet'
import { firstWhere } from '../../../ground/lists/bisection.ts'
import { putAll, totalLength } from '../../../ground/lists/joined.ts'
import { releaseLarge } from '../../../ground/lists/release.ts'
import { ChunkDictionary } from './parquet-dictionary.ts'
import { type Leaf, shapeOf } from './parquet-leaf.ts'
import { joinBounds, type ValueBounds } from './parquet-order.ts'
import type { PageTask, WrittenPage } from './parquet-page.ts'
import type { LeafRows } from './parquet-rows.ts'

/** Bytes of values in a page. */
const pageBytes = 2 ** 20

/** Rows that wait, the first `taken` of them are gone. */
interface Waiting extends Omit<LeafRows, 'next' | 'isContinued'> {
  taken: number
}

/** Writes a page, in any thread. */
type WritePage = (task: PageTask) => Promise<WrittenPage>

/** A column chunk whose pages are written. */
export interface WrittenChunk {
  readonly dictionary: WrittenPage | undefined
  readonly pages: readonly WrittenPage[]
  readonly values: number
  readonly nulls: number
  readonly bounds: ValueBounds | undefined
}

export class ColumnWriter {
  readonly leaf: Leaf
  readonly #codec: CompressionCodec
  readonly #write: WritePage
  readonly #waiting: Waiting[] = []
  /** Rows whose values are in the open page or before it. */
  #moved: Waiting[] = []
  /** Number of rows that wait and are complete: of the last one of a list a rest may follow. */
  rows = 0
  /** Memory of pages that are written. */
  readonly #free: Uint8Array<SharedArrayBuffer>[] = []
  /** The parts of the open page. */
  #parts: Pick<LeafRows, 'values' | 'definitions' | 'repetitions'>[] = []
  #partBytes = 0
  #entries = 0
  #pages: Promise<WrittenPage>[] = []
  #dictionary: ChunkDictionary | undefined
  /** Whether all pages of the chunk so far have indices of the dictionary. */
  #isIndexed = false
  #values = 0

  constructor(leaf: Leaf, codec: CompressionCodec, write: WritePage) {
    this.leaf = leaf
    this.#codec = codec
    this.#write = write
  }

  add({ next, isContinued, ...rows }: LeafRows): void {
    const last = this.#waiting.at(-1)
    if (isContinued && last !== undefined)
      this.#waiting.push(continued(this.#waiting.pop() as Waiting, rows))
    else if (rows.ends.length > 0) this.#waiting.push({ ...rows, taken: 0 })
    this.rows = 0
    for (const { ends, taken } of this.#waiting) this.rows += ends.length - taken
    if (next !== undefined && this.leaf.maxRepetition > 0 && this.rows > 0) this.rows--
  }

  /** Adds nulls, for rows of a file without the column. */
  addNulls(count: number): void {
    const isList = this.leaf.maxRepetition > 0
    this.add({
      values: new Uint8Array(0),
      ends: new Uint32Array(count),
      definitions: new Uint8Array(count),
      repetitions: new Uint8Array(isList ? count : 0),
      entryEnds: isList ? Uint32Array.from({ length: count }, (_, row) => row + 1) : new Uint32Array(0),
      isContinued: false,
      next: undefined,
    })
  }

  /** Bytes of the first `count` rows that wait. */
  bytesOf(count: number): number {
    let bytes = 0
    let left = count
    for (const { ends, taken } of this.#waiting) {
      const rows = Math.min(left, ends.length - taken)
      bytes += endOf(ends, taken + rows) - endOf(ends, taken)
      left -= rows
      if (left === 0) break
    }
    return bytes
  }

  /** Moves rows that wait to pages. */
  take(count: number): void {
    for (let left = count; left > 0; ) {
      const [first] = this.#waiting
      const rows = Math.min(left, first.ends.length - first.taken)
      this.#move(first, rows)
      left -= rows
      if (first.taken < first.ends.length) continue
      this.#waiting.shift()
      this.#moved.push(first)
    }
    this.rows -= count
  }

  #move(from: Waiting, count: number): void {
    const { values, ends, entryEnds, definitions, repetitions } = from
    for (const end = from.taken + count; from.taken < end; ) {
      const start = endOf(ends, from.taken)
      const to = rowBehind(ends, from.taken, end, start + pageBytes - this.#partBytes)
      const isList = entryEnds.length > 0
      const first = isList ? endOf(entryEnds, from.taken) : from.taken
      const behind = isList ? endOf(entryEnds, to) : to
      this.#parts.push({
        values: values.subarray(start, endOf(ends, to)),
        definitions: definitions.subarray(first, behind),
        repetitions: repetitions.subarray(first, behind),
      })
      this.#entries += behind - first
      this.#partBytes += endOf(ends, to) - start
      from.taken = to
      if (this.#partBytes >= pageBytes) this.#endPage()
    }
  }

  #endPage(): void {
    if (this.#parts.length === 0) return
    const values = this.#shared(this.#parts.map(part => part.values))
    for (const rows of this.#moved) releaseLarge(rows.values)
    this.#moved = []
    const isFirst = this.#pages.length === 0
    if (isFirst) this.#dictionary = ChunkDictionary.for(values, this.leaf)
    const indices = isFirst || this.#isIndexed ? this.#dictionary?.indicesOf(values) : undefined
    this.#isIndexed = indices !== undefined
    const definitions = Buffer.concat(this.#parts.map(part => part.definitions))
    const repetitions = Buffer.concat(this.#parts.map(part => part.repetitions))
    const page = this.#send({ values: indices ?? values, definitions, repetitions, count: this.#entries })
    this.#pages.push(page)
    page.then(
      () => {
        if (values.buffer.byteLength < 2 * pageBytes) this.#free.push(values)
      },
      () => {},
    )
    this.#values += this.#entries
    this.#parts = []
    this.#partBytes = 0
    this.#entries = 0
  }

  /** Bytes in shared memory, which other threads read without a copy. */
  #shared(parts: readonly Uint8Array[]): Uint8Array<SharedArrayBuffer> {
    const length = totalLength(parts)
    const room = this.#free.pop()?.buffer
    const fits = room !== undefined && room.byteLength >= length
    const buffer = fits ? room : new SharedArrayBuffer(length < pageBytes ? length : length + pageBytes / 8)
    const bytes = new Uint8Array(buffer, 0, length)
    putAll(parts, bytes)
    return bytes
  }

  #send(page: Omit<PageTask, 'kind' | 'shape' | 'codec'>): Promise<WrittenPage> {
    const written = this.#write({ kind: 'page', shape: shapeOf(this.leaf), codec: this.#codec, ...page })
    written.catch(() => {}) // `end` throws it; until then this keeps the rejection from counting as unhandled
    return written
  }

  /** Ends the chunk of the rows taken so far. */
  async end(): Promise<WrittenChunk> {
    this.#endPage()
    const [none, dictionary] = [new Uint8Array(0), this.#dictionary]
    const first =
      dictionary &&
      this.#send({
        values: dictionary.values,
        definitions: none,
        repetitions: none,
        count: dictionary.count,
        isDictionary: true,
      })
    const pages = await Promise.all(this.#pages)
    const all = first === undefined ? pages : [await first, ...pages]
    const chunk = {
      dictionary: await first,
      pages,
      values: this.#values,
      nulls: pages.reduce((sum, { nulls }) => sum + nulls, 0),
      bounds: all.reduce<ValueBounds | undefined>(
        (bounds, page) => joinBounds(bounds, page.bounds, this.leaf),
        undefined,
      ),
    }
    this.#pages = []
    this.#dictionary = undefined
    this.#values = 0
    return chunk
  }
}

/** Where row `count - 1` ends. */
function endOf(ends: Uint32Array, count: number): number {
  return count === 0 ? 0 : ends[count - 1]
}

/** The number of the row behind the first one of [from, to) that ends at `offset` or later. */
function rowBehind(ends: Uint32Array, from: number, to: number, offset: number): number {
  return firstWhere(from, to - 1, at => ends[at] >= offset) + 1
}

/** Rows whose last one goes on with the first of others. */
function continued(rows: Waiting, rest: Omit<Waiting, 'taken'>): Waiting {
  const ends = (a: Uint32Array, b: Uint32Array) => {
    const before = a[a.length - 1]
    const all = new Uint32Array(a.length - 1 + b.length)
    all.set(a.subarray(0, -1))
    all.set(
      b.map(end => end + before),
      a.length - 1,
    )
    return all
  }
  return {
    values: Buffer.concat([rows.values, rest.values]),
    ends: ends(rows.ends, rest.ends),
    definitions: Buffer.concat([rows.definitions, rest.definitions]),
    repetitions: Buffer.concat([rows.repetitions, rest.repetitions]),
    entryEnds: ends(rows.entryEnds, rest.entryEnds),
    taken: rows.taken,
  }
}
