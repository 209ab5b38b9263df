/**
 * Parquet column of the output: entries of kept rows become pages, by their content alone. A value is a range of bytes
 * that is copied, with its neighbours if they are kept as well.
 *
 *     row 0        row 1   row 2            entries of a list column
 *     0 1 1        0       0 1              repetition levels
 */
import type { CompressionCodec } from 'hyparquet'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import { ChunkDictionary } from './parquet-dictionary.ts'
import type { writerInside } from './parquet-inside.ts'
import { type LeafShape, mostEntries } from './parquet-leaf.ts'
import type { Entries } from './parquet-levels.ts'
import { joinBounds, type ValueBounds } from './parquet-order.ts'
import { packedPage } from './parquet-page.ts'
import { mostPageBytes, withLength } from './parquet-values.ts'

/** Bytes of values after which a page ends with its row. */
const pageBytes = 2 ** 20

/** A column chunk, packed. */
export interface WrittenChunk {
  readonly dictionary: Uint8Array<ArrayBuffer> | undefined
  readonly pages: Uint8Array<ArrayBuffer>
  /** Bytes before they were packed, with the headers. */
  readonly size: number
  readonly values: number
  readonly nulls: number
  readonly bounds: ValueBounds | undefined
}

/** The rows whose entries come: which of a row group are kept, and those passed. */
interface KeptRows {
  /** For each row of the group, 1 if it is kept, and those of which that counts. */
  readonly kept: Uint8Array
  readonly from: number
  readonly to: number
  /** Highest definition level in the input. */
  readonly maxDefinition: number
  /** Added to the definition levels read: 1 if the column is required in its file and optional in the output. */
  readonly shift: number
  /** By row, a text in the place of its value. */
  readonly texts?: ReadonlyMap<number, string> | undefined
  /** Rows that have begun, of all of the group; whether the last of them is kept. */
  begun: number
  isKept: boolean
}

export class ColumnWriter {
  readonly #shape: LeafShape
  readonly #codec: CompressionCodec
  readonly #inside: Awaited<ReturnType<typeof writerInside>>
  /** Of the open page. */
  readonly #values = new Bytes()
  readonly #definitions = new Bytes()
  readonly #repetitions = new Bytes()
  #entries = 0
  readonly #pages: Bytes
  #dictionary: ChunkDictionary | undefined
  /** Whether all pages so far have indices of the dictionary. */
  #isIndexed = true
  #total = { size: 0, values: 0, nulls: 0 }
  #bounds: ValueBounds | undefined

  /** @param room bytes of the chunk that are likely; those that are never written cost nothing */
  constructor(
    shape: LeafShape,
    codec: CompressionCodec,
    inside: Awaited<ReturnType<typeof writerInside>>,
    room?: number,
  ) {
    this.#shape = shape
    this.#codec = codec
    this.#inside = inside
    this.#pages = new Bytes(room)
  }

  /** Adds those of kept rows. @throws RangeError if there are more rows than the group has */
  add(entries: Entries, rows: KeptRows): void {
    const { count, definitions, repetitions, values } = entries
    const { starts, indices } = values
    const { maxDefinition, texts } = rows
    const { width } = this.#shape
    let bytes = this.#values.length
    // The first entry that is not copied yet, and its value.
    let [from, first, value] = [0, 0, 0]
    const take = (to: number) => {
      if (rows.isKept && from < to) this.#take(entries, [from, to], [first, value], rows)
      from = to
      first = value
    }
    for (let i = 0; i < count; i++) {
      const isPresent = definitions === undefined || definitions[i] === maxDefinition
      if (repetitions === undefined || repetitions[i] === 0) {
        const isKept = isNextKept(rows)
        if (isKept !== rows.isKept || bytes >= pageBytes) take(i)
        if (bytes >= pageBytes) {
          this.#endPage()
          bytes = 0
        }
        rows.isKept = isKept
        const text = isKept ? texts?.get(rows.begun - 1) : undefined
        if (text !== undefined) {
          take(i)
          this.#addText(text)
          bytes = this.#values.length
          from = i + 1
          first = value += +isPresent
          continue
        }
      } else if (rows.begun === 0) throw new RangeError('a list without its beginning')
      if (!isPresent) continue
      if (rows.isKept) {
        const at = indices === undefined ? value : indices[value]
        bytes += starts === undefined ? width : starts[at + 1] - starts[at]
      }
      value++
    }
    take(count)
  }

  #take(
    { definitions, repetitions, values }: Entries,
    [from, to]: readonly [from: number, to: number],
    [first, behind]: readonly [first: number, behind: number],
    { shift }: KeptRows,
  ): void {
    this.#entries += to - from
    this.#copyValues(values, first, behind)
    if (this.#shape.maxDefinition > 0) this.#definitions.addLevels(definitions, from, to, shift)
    if (this.#shape.maxRepetition > 0) this.#repetitions.addLevels(repetitions, from, to, 0)
    if (this.#entries > mostEntries || this.#values.length > mostPageBytes)
      throw new RangeError(`a row of more than ${mostEntries} values, or ${mostPageBytes} bytes`)
  }

  #copyValues({ bytes, starts, indices }: Entries['values'], from: number, to: number): void {
    const { width } = this.#shape
    const offset = (value: number) => (starts === undefined ? value * width : starts[value])
    if (indices === undefined) {
      if (from < to) this.#values.add(bytes.subarray(offset(from), offset(to)))
      return
    }
    for (let i = from; i < to; i++) this.#values.addRange(bytes, offset(indices[i]), offset(indices[i] + 1))
  }

  #addText(text: string): void {
    const { maxDefinition } = this.#shape
    this.#entries++
    this.#values.add(withLength(encodeText(text)))
    if (maxDefinition > 0) this.#definitions.addLevels(undefined, 0, 1, maxDefinition)
  }

  /** Adds rows of one entry each. */
  addRows(entries: Entries): void {
    const { count } = entries
    const { maxDefinition } = this.#shape
    const kept = new Uint8Array(count).fill(1)
    this.add(entries, { kept, from: 0, to: count, maxDefinition, shift: 0, begun: 0, isKept: false })
  }

  /** Adds nulls, for rows of a file without the column. */
  addNulls(count: number): void {
    const levels = new Uint8Array(count)
    const repetitions = this.#shape.maxRepetition > 0 ? levels : undefined
    this.addRows({ count, definitions: levels, repetitions, values: { bytes: levels, starts: undefined } })
  }

  #endPage(): void {
    if (this.#entries === 0) return
    const values = this.#values.taken()
    const isFirst = this.#total.values === 0
    if (isFirst) this.#dictionary = ChunkDictionary.for(values, this.#shape)
    const indices = this.#isIndexed ? this.#dictionary?.indicesOf(values) : undefined
    this.#isIndexed = indices !== undefined
    const definitions = this.#definitions.taken()
    const repetitions = this.#repetitions.taken()
    const page = this.#written({
      values: indices ?? values,
      count: this.#entries,
      definitions,
      repetitions,
    })
    this.#pages.addAll(page)
    this.#total.values += this.#entries
    this.#entries = 0
    for (const list of [this.#values, this.#definitions, this.#repetitions]) list.length = 0
  }

  /** The parts of a page, valid until the next one is written. */
  #written(page: Omit<Parameters<typeof packedPage>[0], 'shape' | 'codec'>): readonly Uint8Array[] {
    const { parts, size, nulls, bounds } = packedPage(
      { shape: this.#shape, codec: this.#codec, ...page },
      this.#inside,
    )
    this.#total.size += size
    this.#total.nulls += nulls
    this.#bounds = joinBounds(this.#bounds, bounds, this.#shape)
    return parts
  }

  /** Ends the chunk of all rows so far, and begins the next. */
  end(): WrittenChunk {
    this.#endPage()
    const none = new Uint8Array(0)
    const dictionary = this.#dictionary && {
      ...{ values: this.#dictionary.values, count: this.#dictionary.count },
      ...{ definitions: none, repetitions: none, isDictionary: true },
    }
    const first = new Bytes()
    if (dictionary !== undefined) first.addAll(this.#written(dictionary))
    return {
      dictionary: dictionary && first.taken(),
      pages: this.#pages.taken(),
      ...this.#total,
      bounds: this.#bounds,
    }
  }
}

/** Begins the next row. @returns whether it is kept */
function isNextKept(rows: KeptRows): boolean {
  const row = rows.begun++
  if (row >= rows.kept.length) throw new RangeError(`more rows than ${rows.kept.length}`)
  return row >= rows.from && row < rows.to && rows.kept[row] === 1
}

/** Bytes that grow. */
class Bytes {
  #bytes: Uint8Array<ArrayBuffer>
  length = 0

  constructor(room = 0) {
    this.#bytes = new Uint8Array(room)
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  addAll(parts: readonly Uint8Array[]): void {
    for (const part of parts) this.add(part)
  }

  /** Adds bytes [from, to), which are mostly few. */
  addRange(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > 32) {
      this.add(bytes.subarray(from, to))
      return
    }
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.length++] = bytes[at]
  }

  /** Adds levels [from, to), or 0, each with `more`. */
  addLevels(levels: Uint8Array | undefined, from: number, to: number, more: number): void {
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.length++] = (levels?.[at] ?? 0) + more
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.length + more)
  }

  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length)
  }
}
