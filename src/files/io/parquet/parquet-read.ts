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
import { loadPrinters, parsers, type ValuePrinter, withoutDecimals } from './parquet-json.ts'
import { readAtOnce, readChunk } from './parquet-pages.ts'
import { isPlainColumn, plainRows, type TakeRecords } from './parquet-plain.ts'
import { takeRecords } from './parquet-records.ts'

/**
 * Writes the wanted columns of all rows to the file `out`.
 *
 * @param columns names, or paths into struct columns (the whole struct is written); absent ones are ignored
 * @param onBytes called with the bytes written so far, after each row group and in large ones
 * @param take writes rows, in any thread. Default: in this one
 * @returns the size of the spool
 * @throws NearsameError PARQUET_SCHEMA when a wanted column holds binary data; PARQUET_INVALID, DISK_FULL,
 *   OUTPUT_FAILED, INPUT_MISSING, INPUT_UNREADABLE.
 */
export async function spoolParquet(
  path: string,
  columns: readonly string[],
  out: string,
  onBytes: (availableBytes: number) => void = () => {},
  take: TakeRecords = takeRecords,
): Promise<number> {
  const { parquetSchema } = await import('hyparquet')
  const buffer = await openParquetBuffer(path)
  try {
    const { metadata } = await readInfo(buffer, path)
    const tops = parquetSchema(metadata).children
    const wanted = tops.filter(({ element: { name } }) => columns.some(column => isBelow(column, name)))
    for (const column of wanted) checkReadable(column, path)
    const names = wanted.map(column => column.element.name)
    const isPlain = names.length > 0 && wanted.every(isPlainColumn) && new Set(names).size === names.length
    const rows = isPlain
      ? plainRows(path, metadata, wanted, take)
      : printedRows(buffer, path, metadata, wanted)
    return await spoolChunks(withHead(names, rows), out, onBytes)
  } finally {
    await buffer.close()
  }
}

async function* withHead(
  names: readonly string[],
  rows: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const head = new RowBytes()
  head.head(names)
  yield head.taken()
  yield* rows
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
export async function checkGroup(
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
