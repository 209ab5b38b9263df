/**
 * Parquet records: rows of any columns, from the bytes of pages to the bytes of rows. Runs in any thread, a row group
 * or some pages of it at a time.
 */
import type { SchemaElement, SchemaTree } from 'hyparquet'
import { blockBytes, RowBytes } from '../../formats/table/row-bytes.ts'
import { describeColumn } from '../parquet/parquet-columns.ts'
import {
  damagedGroup,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from '../parquet/parquet-file.ts'
import { readerInside } from '../parquet/parquet-inside.ts'
import { leavesOf } from '../parquet/parquet-leaf.ts'
import { readRanges } from '../parquet/parquet-pages.ts'
import { LeafCursor, type LeafPart } from './leaf-cursor.ts'
import { valuePrinter } from './value-printer.ts'
import { isVariant, variantPrinters } from './variant-columns.ts'

/** What is left of a row group. */
interface GroupRest {
  /** The leaves of columns that are not variants. */
  readonly columns: readonly LeafPart[]
  /** Number of its first row. */
  readonly from: number
}

export interface RecordsTask extends GroupRest {
  readonly kind: 'records'
  readonly path: string
  readonly group: number
  /** Rows of the group. */
  readonly count: number
  /** Of the wanted columns, below a root. */
  readonly schema: SchemaElement[]
  /** Memory for the rows, if they may be many. */
  readonly room: SharedArrayBuffer | undefined
}

export interface Records {
  /** In the room of the task, if they fit. */
  readonly bytes: Uint8Array
  /** Undefined if nothing is left. */
  readonly next: GroupRest | undefined
}

/** Takes records, in any thread. */
export type TakeRecords = (task: RecordsTask) => Promise<Records>

/** Bytes of rows after which the rest of a group is left for another task. */
const partBytes = 4 * blockBytes

/** Bytes of a room: rows of a part, and of what its last pages add. */
export const roomBytes = partBytes + blockBytes

/** @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE */
export async function takeRecords(task: RecordsTask): Promise<Records> {
  const { path, group, count, columns, from } = task
  const file = await openParquetBuffer(path)
  const open: LeafCursor[] = []
  try {
    const ranges = columns.map(({ chunk }) => [chunk.from, chunk.to] as const)
    const near = from === 0 ? await readRanges(file, ranges) : file
    for (const part of columns) open.push(await LeafCursor.of(near, part, from))
    const out = new RowBytes(task.room)
    const row = await writeRows(await writersOf(task, file, open), open, out, [from, count])
    const next =
      row < count
        ? { columns: columns.map((part, i) => ({ ...part, from: open[i].place })), from: row }
        : undefined
    if (next === undefined) for (const column of open) await column.end()
    return { bytes: out.taken(), next }
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  } finally {
    for (const column of open) column.close()
    await file.close()
  }
}

/** Writes the value of a column in the next row. */
type Writer = (out: RowBytes) => void

async function writersOf(
  task: RecordsTask,
  file: ParquetBuffer,
  cursors: readonly LeafCursor[],
): Promise<Writer[]> {
  const [{ parquetSchema }, inside] = await Promise.all([import('hyparquet'), readerInside()])
  const { children } = parquetSchema({ schema: task.schema })
  const variants = await variantPrinters(task, file, children)
  let leaf = 0
  return children.map(column => {
    const first = leaf
    if (!isVariant(column)) leaf += leavesBelow(column)
    const below = cursors.slice(first, leaf)
    if (isText(column)) return textWriter(below[0])
    const print = variants.get(column) ?? valuePrinter(column, below, inside)
    return out => out.json(print())
  })
}

function leavesBelow(column: SchemaTree): number {
  return leavesOf({ ...column, path: [], element: { name: '' }, children: [column] }).length
}

function isText(column: SchemaTree): boolean {
  const { children, element } = column
  const isString = describeColumn(column).type === 'a string' && element.type === 'BYTE_ARRAY'
  return isString && children.length === 0
}

function textWriter(cursor: LeafCursor): Writer {
  const { found } = cursor
  return out => {
    if (cursor.take()) out.text(found.bytes, found.from, found.to)
    else out.json('null')
  }
}

/** Writes rows until the part is full and the longest column is at the end of a page. @returns the first row left */
async function writeRows(
  writers: readonly Writer[],
  columns: readonly LeafCursor[],
  out: RowBytes,
  [from, count]: readonly [from: number, count: number],
): Promise<number> {
  const longest = columns.reduce<LeafCursor | undefined>(
    (most, column) => (most === undefined || column.size > most.size ? column : most),
    undefined,
  )
  let row = from
  while (row < count && !(out.length >= partBytes && (longest?.waiting ?? 0) === 0)) {
    let rows = longest === undefined ? Math.min(count - row, blockRows) : count - row
    for (const column of columns) {
      await column.fill()
      rows = Math.min(rows, column.waiting)
    }
    for (let i = 0; i < rows; i++) {
      out.begin()
      for (const write of writers) write(out)
      out.end()
      for (const column of columns) column.endRow()
    }
    row += rows
  }
  return row
}

/** Rows written at once if no column is read. */
const blockRows = 2 ** 14
