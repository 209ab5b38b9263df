/**
 * Parquet records: rows of columns of strings and numbers, from the bytes of pages to the bytes of rows. Runs in any
 * thread, a row group or some pages of it at a time.
 */
import { blockBytes, RowBytes } from '../../formats/table/row-bytes.ts'
import { type ChunkPlace, ChunkReader, type Entries } from './parquet-chunk.ts'
import { damagedGroup, openParquetBuffer, type ParquetBuffer, parquetError } from './parquet-file.ts'
import { jsonLatin1 } from './parquet-json.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import { readRanges } from './parquet-pages.ts'
import type { PartPlace } from './parquet-rows.ts'

/** The pages of a column chunk, from one on. */
interface ColumnPart {
  readonly chunk: ChunkPlace
  readonly shape: LeafShape
  /** Default: the first page. */
  readonly from?: PartPlace | undefined
}

/** What is left of a row group. */
interface GroupRest {
  readonly columns: readonly ColumnPart[]
  /** Number of its first row. */
  readonly from: number
}

export interface RecordsTask extends GroupRest {
  readonly kind: 'records'
  readonly path: string
  readonly group: number
  /** Rows of the group. */
  readonly count: number
}

export interface Records {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined if nothing is left. */
  readonly next: GroupRest | undefined
}

/** Takes records, in any thread. */
export type TakeRecords = (task: RecordsTask) => Promise<Records>

/** Bytes of rows after which the rest of a group is left for another task. */
const partBytes = 4 * blockBytes

/** @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE */
export async function takeRecords({ path, group, count, columns, from }: RecordsTask): Promise<Records> {
  const file = await openParquetBuffer(path)
  try {
    const ranges = columns.map(({ chunk }) => [chunk.from, chunk.to] as const)
    const near = from === 0 ? await readRanges(file, ranges) : file
    const open: OpenColumn[] = []
    for (const part of columns) open.push(await OpenColumn.of(near, part, from))
    const out = new RowBytes(partBytes + blockBytes)
    const row = await writeRows(open, out, from, count)
    const next =
      row < count
        ? { columns: columns.map((part, i) => ({ ...part, from: open[i].place })), from: row }
        : undefined
    if (next === undefined) for (const column of open) await column.end()
    return { bytes: out.taken(), next }
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  } finally {
    await file.close()
  }
}

/** Writes rows until the part is full and the longest column is at the end of a page. @returns the first row left */
async function writeRows(
  columns: readonly OpenColumn[],
  out: RowBytes,
  from: number,
  count: number,
): Promise<number> {
  const longest = columns.reduce((most, column) => (column.size > most.size ? column : most))
  let row = from
  while (row < count && !(out.length >= partBytes && longest.waiting === 0)) {
    let rows = count - row
    for (const column of columns) {
      await column.fill()
      rows = Math.min(rows, column.waiting)
    }
    for (let i = 0; i < rows; i++) {
      out.begin()
      for (const column of columns) column.writeTo(out)
      out.end()
    }
    row += rows
  }
  return row
}

/** A column whose page is open. */
class OpenColumn {
  readonly #reader: ChunkReader
  readonly #shape: LeafShape
  /** Bytes of the chunk. */
  readonly size: number
  #page: PartPlace | undefined
  #entries: Entries | undefined
  #view: DataView = new DataView(new ArrayBuffer(0))
  /** Of the page, the next entry and the next value. */
  #at = 0
  #value = 0
  /** Number of the first row behind the page. */
  #behind: number

  private constructor(reader: ChunkReader, { chunk, shape, from }: ColumnPart) {
    this.#reader = reader
    this.#shape = shape
    this.size = chunk.to - chunk.from
    this.#behind = from?.row ?? 0
  }

  /** @param row the first one wanted, in the first page of the part */
  static async of(file: ParquetBuffer, part: ColumnPart, row: number): Promise<OpenColumn> {
    const column = new OpenColumn(await ChunkReader.open(file, part.chunk, part.shape, part.from), part)
    const skipped = row - (part.from?.row ?? 0)
    if (skipped > 0) await column.#skip(skipped)
    return column
  }

  async #skip(rows: number): Promise<void> {
    await this.fill()
    const { definitions } = this.#entries as Entries
    this.#at = rows
    this.#value = definitions === undefined ? rows : countPresent(definitions, this.#shape, 0, rows)
  }

  /** Rows of the page that are not written. */
  get waiting(): number {
    return this.#entries === undefined ? 0 : this.#entries.count - this.#at
  }

  /** The page of the next row. */
  get place(): PartPlace | undefined {
    if (this.waiting > 0) return this.#page
    const { next } = this.#reader
    if (next === undefined) throw this.#fewer()
    return { ...next, row: this.#behind }
  }

  /** Makes rows wait. */
  async fill(): Promise<void> {
    while (this.waiting === 0) {
      const { next } = this.#reader
      if (next === undefined) throw this.#fewer()
      const entries = await this.#reader.read()
      if (entries === undefined) continue
      const { bytes } = entries.values
      this.#page = { ...next, row: this.#behind }
      this.#behind += entries.count
      this.#entries = entries
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      this.#at = 0
      this.#value = 0
    }
  }

  /** Writes the value of the next row. REQUIRES: one waits */
  writeTo(out: RowBytes): void {
    const { definitions, values } = this.#entries as Entries
    const { maxDefinition, type, width } = this.#shape
    const entry = this.#at++
    if (definitions !== undefined && definitions[entry] < maxDefinition) {
      out.json('null')
      return
    }
    const { bytes, starts, indices } = values
    const value = indices === undefined ? this.#value : indices[this.#value]
    this.#value++
    if (starts === undefined) out.json(textOf(type, this.#view, value * width))
    else out.text(bytes, starts[value] + 4, starts[value + 1])
  }

  /** @throws Error if there are more rows than were written */
  async end(): Promise<void> {
    while (this.waiting === 0 && this.#reader.next !== undefined) {
      const entries = await this.#reader.read()
      if (entries !== undefined && entries.count > 0)
        throw new Error('a column of more rows than its group')
    }
    if (this.waiting > 0) throw new Error('a column of more rows than its group')
  }

  #fewer(): Error {
    return new Error(`a column of ${this.#behind} rows, fewer than its group`)
  }
}

/** A number or a truth value as JSON. */
function textOf(type: LeafShape['type'], view: DataView, at: number): string {
  switch (type) {
    case 'INT32':
      return String(view.getInt32(at, true))
    case 'INT64':
      return String(view.getBigInt64(at, true))
    case 'BOOLEAN':
      return String(view.getUint8(at) === 1)
    default:
      return jsonLatin1(view.getFloat64(at, true))
  }
}
