/**
 * Parquet to JSON lines: the wanted columns of every row, row group by row group, so that later stages
 * see an ordinary JSONL source whose record n is row n.
 *
 * `parquet-json.ts` converts the values; a null is null. A string that is not UTF-8 gives a line that is not
 * UTF-8, and so a bad record with its position, instead of replacement characters.
 *
 * Cost: memory for the wanted columns of one row group.
 */
import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet'
import { spoolChunks } from '../archives/spool.ts'
import { parquetDecoders } from './parquet-codecs.ts'
import { checkReadable } from './parquet-columns.ts'
import {
  damagedGroup,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
  readInfo,
} from './parquet-file.ts'
import type { ParquetThreads } from './parquet-groups.ts'
import { jsonLatin1, loadPrinters, parsers, type ValuePrinter, withoutDecimals } from './parquet-json.ts'
import { isPlainColumn, plainLines } from './parquet-lines.ts'
import { readAtOnce, readChunk } from './parquet-pages.ts'
import { takeRows } from './parquet-rows.ts'

/**
 * Writes the wanted columns of all rows as JSON lines to the file `out`.
 *
 * @param columns names, or paths into struct columns (the whole struct is written); absent ones are ignored
 * @param onBytes called with the bytes written so far, after each row group and in large ones
 * @param threads decode pages. Default: this one
 * @returns the size of the spool
 * @throws NearsameError PARQUET_SCHEMA when a wanted column holds binary data; PARQUET_INVALID, DISK_FULL,
 *   OUTPUT_FAILED, INPUT_MISSING, INPUT_UNREADABLE.
 */
export async function spoolParquet(
  path: string,
  columns: readonly string[],
  out: string,
  onBytes: (availableBytes: number) => void = () => {},
  threads: Pick<ParquetThreads, 'rows'> = { rows: takeRows },
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
    const lines = isPlain
      ? plainLines(path, metadata, wanted, threads)
      : printedLines(buffer, path, metadata, wanted)
    return await spoolChunks(lines, out, onBytes)
  } finally {
    await buffer.close()
  }
}

/** The lines of all rows of any columns, in blocks, row group after row group. */
async function* printedLines(
  buffer: ParquetBuffer,
  path: string,
  metadata: FileMetaData,
  wanted: readonly SchemaTree[],
): AsyncGenerator<Buffer> {
  const { parquetRead, parquetSchema } = await import('hyparquet')
  const printerOf = await loadPrinters()
  const printed = wanted.map(column => ({ name: column.element.name, print: printerOf(column) }))
  const names = printed.map(({ name }) => name)
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
      yield* linesOf(rows, printed, Number(rowGroup.num_rows))
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
  readonly name: string
  readonly print: ValuePrinter
}

/** `count` objects, one per row, even if no column is wanted and `rows` is empty. */
function* linesOf(
  rows: readonly (readonly unknown[])[],
  columns: readonly Printed[],
  count: number,
): Generator<Buffer> {
  const keys = columns.map(({ name }, i) => `${i > 0 ? ',' : ''}${jsonLatin1(name)}:`)
  let lines = ''
  for (let i = 0; i < count; i++) {
    let line = ''
    for (const [j, { print }] of columns.entries()) line += keys[j] + print(rows[i][j])
    lines += `{${line}}\n`
    if (lines.length > 1 << 20 || i === count - 1) {
      yield Buffer.from(lines, 'latin1')
      lines = ''
    }
  }
}
