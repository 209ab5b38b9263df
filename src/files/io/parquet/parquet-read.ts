/**
 * Parquet to rows (`formats/table/`): the wanted columns of every row, row group by row group, so that record n of the
 * source is row n.
 *
 * `parquet-json.ts` converts values other than texts; a null is null. A text that is not UTF-8 stays so, and gives a
 * bad record with its position, instead of replacement characters.
 *
 * Cost: memory for the wanted columns of one row group.
 */
import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet'
import { release } from '../../../ground/lists/release.ts'
import { blockBytes, RowBytes } from '../../formats/table/row-bytes.ts'
import { spoolChunks } from '../archives/spool.ts'
import { parquetDecoders } from './parquet-codecs.ts'
import { checkReadable, describeColumn } from './parquet-columns.ts'
import {
  damagedGroup,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
  readInfo,
} from './parquet-file.ts'
import { chunksOf, later, sourcesOf } from './parquet-groups.ts'
import { loadPrinters, parsers, type ValuePrinter, withoutDecimals } from './parquet-json.ts'
import { leavesOf } from './parquet-leaf.ts'
import { readAtOnce, readChunk } from './parquet-pages.ts'
import { type Records, type RecordsTask, type TakeRecords, takeRecords } from './parquet-records.ts'

/**
 * Writes the wanted columns of all rows to the file `out`.
 *
 * @param onBytes called with the bytes written so far, after each row group and in large ones
 * @returns the size of the spool
 * @throws NearsameError as `rowsOfParquet`; DISK_FULL, OUTPUT_FAILED
 */
export function spoolParquet(
  path: string,
  columns: readonly string[],
  out: string,
  onBytes: (availableBytes: number) => void = () => {},
  take: TakeRecords = takeRecords,
): Promise<number> {
  return spoolChunks(rowsOfParquet(path, columns, take), out, onBytes)
}

/**
 * The head, and the wanted columns of all rows, in blocks of whole rows. A block is valid until the next one.
 *
 * @param columns names, or paths into struct columns (the whole struct is read); absent ones are ignored
 * @param take takes rows, in any thread. Default: in this one
 * @throws NearsameError PARQUET_SCHEMA when a wanted column holds binary data; PARQUET_INVALID, INPUT_MISSING,
 *   INPUT_UNREADABLE.
 */
export async function* rowsOfParquet(
  path: string,
  columns: readonly string[],
  take: TakeRecords = takeRecords,
): AsyncGenerator<Uint8Array> {
  const { parquetSchema } = await import('hyparquet')
  const buffer = await openParquetBuffer(path)
  try {
    const { metadata } = await readInfo(buffer, path)
    const tops = parquetSchema(metadata).children
    const wanted = tops.filter(({ element: { name } }) => columns.some(column => isBelow(column, name)))
    for (const column of wanted) checkReadable(column, path)
    const names = wanted.map(column => column.element.name)
    const isPlain = names.length > 0 && wanted.every(isPlainColumn) && new Set(names).size === names.length
    const head = new RowBytes()
    head.head(names)
    yield head.taken()
    yield* isPlain ? plainRows(path, metadata, wanted, take) : printedRows(buffer, path, metadata, wanted)
  } finally {
    await buffer.close()
  }
}

/** All rows of any columns, in blocks, row group after row group. */
async function* printedRows(
  buffer: ParquetBuffer,
  path: string,
  metadata: FileMetaData,
  wanted: readonly SchemaTree[],
): AsyncGenerator<Buffer> {
  const { parquetRead, parquetSchema } = await import('hyparquet')
  const printerOf = await loadPrinters()
  const printed = wanted.map(column => ({
    isText: describeColumn(column).type === 'a string',
    print: printerOf(column),
  }))
  const names = wanted.map(({ element }) => element.name)
  let rows: readonly unknown[][] = []
  const read = {
    metadata: withoutDecimals(metadata, parquetSchema(metadata).children),
    compressors: await parquetDecoders(),
    parsers,
    utf8: false,
    columns: names,
    // Rows as lists: the library's objects lose a column named `__proto__`.
    rowFormat: 'array' as const,
    onComplete: (read: unknown[][]) => {
      rows = read
    },
  }
  for (const [group, rowGroup] of metadata.row_groups.entries()) {
    try {
      const file = await checkGroup(buffer, rowGroup, names)
      // The library looks at all groups that it gets, which would cost the square of their number.
      const shown = { file, metadata: { ...read.metadata, row_groups: [rowGroup] } }
      // Without columns there is nothing to read, but there are still rows.
      if (names.length > 0) await parquetRead({ ...read, ...shown })
      yield* rowsIn(rows, printed, Number(rowGroup.num_rows))
    } catch (cause) {
      throw parquetError(cause, path, damagedGroup(group))
    }
  }
}

/** Checks the pages of the wanted columns of a row group. @returns where to read them @throws as `readChunk` does */
async function checkGroup(
  buffer: ParquetBuffer,
  { columns }: RowGroup,
  names: readonly string[],
): Promise<ParquetBuffer> {
  const chunks = columns.flatMap(({ meta_data: chunk }) =>
    chunk !== undefined && names.includes(chunk.path_in_schema[0]) ? [chunk] : [],
  )
  const file = await readAtOnce(buffer, chunks)
  for (const chunk of chunks) await readChunk(file, chunk)
  return file
}

/** Whether a wanted name is a column or a path into it. */
function isBelow(wanted: string, column: string): boolean {
  return wanted === column || wanted.startsWith(`${column}.`)
}

/** A column and its printer. */
interface Printed {
  readonly isText: boolean
  readonly print: ValuePrinter
}

/** `count` rows, even if no column is wanted and `rows` is empty. */
function* rowsIn(
  rows: readonly (readonly unknown[])[],
  columns: readonly Printed[],
  count: number,
): Generator<Buffer> {
  const out = new RowBytes()
  for (let i = 0; i < count; i++) {
    out.begin()
    for (const [j, { isText, print }] of columns.entries()) {
      const value = rows[i][j]
      if (isText && value instanceof Uint8Array) out.text(value, 0, value.length)
      else out.json(print(value))
    }
    out.end()
    if (out.length >= blockBytes || i === count - 1) yield out.taken()
  }
}

/** Bytes of chunks whose reading has begun. */
const aheadBytes = 16 << 20

/** Whether a column is one of values that are written from their bytes. */
function isPlainColumn(column: SchemaTree): boolean {
  const { children, element } = column
  const { type, converted_type: converted, logical_type: logical, repetition_type: repetition } = element
  if (children.length > 0 || repetition === 'REPEATED') return false
  if (type === 'BYTE_ARRAY') return describeColumn(column).type === 'a string'
  if (type === 'DOUBLE' || type === 'BOOLEAN') return converted === undefined && logical === undefined
  const isSigned = converted === undefined || converted.startsWith('INT_')
  const isInteger = logical === undefined || (logical.type === 'INTEGER' && logical.isSigned)
  return (type === 'INT32' || type === 'INT64') && isSigned && isInteger
}

/** A task that has begun. */
interface Begun {
  readonly task: RecordsTask
  readonly records: Promise<Records>
  /** Bytes of its chunks. */
  readonly size: number
}

/**
 * All rows in blocks, row group after row group. A block is valid until the next one.
 *
 * @param columns REQUIRES: each `isPlainColumn`, their names are distinct, there is one
 * @throws NearsameError PARQUET_INVALID
 */
async function* plainRows(
  path: string,
  metadata: FileMetaData,
  columns: readonly SchemaTree[],
  take: TakeRecords,
): AsyncGenerator<Uint8Array> {
  const { parquetSchema } = await import('hyparquet')
  const root = { ...metadata.schema[0], num_children: columns.length }
  const wanted = parquetSchema({ schema: [root, ...columns.map(({ element }) => element)] })
  const sources = sourcesOf(leavesOf(wanted), leavesOf(parquetSchema(metadata)))
  const begin = (task: RecordsTask): Begun => {
    const size = task.columns.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0)
    return { task, records: later(take(task)), size }
  }
  const ahead: Begun[] = []
  let bytes = 0
  async function* first(): AsyncGenerator<Uint8Array> {
    for (let begun = ahead.shift(); begun !== undefined; ) {
      const { task, records, size } = begun
      const found: Records = await records
      begun = found.next && begin({ ...task, ...found.next })
      if (begun === undefined) bytes -= size
      yield found.bytes
      release(found.bytes)
    }
  }
  for (const [group, rowGroup] of metadata.row_groups.entries()) {
    const task = taskOf(path, group, rowGroup, sources)
    if (task.count === 0) continue
    const begun = begin(task)
    ahead.push(begun)
    bytes += begun.size
    while (bytes > aheadBytes) yield* first()
  }
  while (ahead.length > 0) yield* first()
}

function taskOf(
  path: string,
  group: number,
  rowGroup: RowGroup,
  sources: Parameters<typeof chunksOf>[1],
): RecordsTask {
  try {
    const columns = chunksOf(rowGroup, sources).map(([, { chunk, shape }]) => ({ chunk, shape }))
    return { kind: 'records', path, group, count: Number(rowGroup.num_rows), columns, from: 0 }
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  }
}
