/**
 * Parquet to JSON lines: the wanted columns of every row, row group by row group, so that later stages
 * see an ordinary JSONL source whose record n is row n.
 *
 * `parquet-json.ts` converts the values; a null is null. A string that is not UTF-8 gives a line that is not
 * UTF-8, and so a bad record with its position, instead of replacement characters.
 *
 * Cost: memory for the wanted columns of one row group.
 */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors, FileMetaData, RowGroup } from 'hyparquet'
import { anyWindow } from '../archives/decompress.ts'
import { SpoolWriter } from '../archives/spool.ts'
import { checkReadable, describeColumn, type ParquetColumn } from './parquet-columns.ts'
import {
  checkEnd,
  damagedGroup,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from './parquet-file.ts'
import { jsonLatin1, loadPrinters, type Print, parsers, withoutDecimals } from './parquet-json.ts'
import { readAtOnce, readChunk } from './parquet-pages.ts'

interface ParquetInfo {
  readonly metadata: FileMetaData
  readonly columns: readonly ParquetColumn[]
  readonly rowCount: number
}

/**
 * The schema and row count of a Parquet file.
 *
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, PARQUET_INVALID.
 */
export async function openParquet(path: string): Promise<ParquetInfo> {
  const buffer = await openParquetBuffer(path)
  try {
    return await readInfo(buffer, path)
  } finally {
    await buffer.close()
  }
}

async function readInfo(buffer: ParquetBuffer, path: string): Promise<ParquetInfo> {
  const { parquetMetadataAsync, parquetSchema } = await import('hyparquet')
  await checkEnd(buffer, path)
  try {
    const metadata = await parquetMetadataAsync(buffer, { geoparquet: false })
    if (!metadata.row_groups.every(hasNames)) throw new TypeError('a column without its name')
    const columns = parquetSchema(metadata).children.map(describeColumn)
    return { metadata, columns, rowCount: Number(metadata.num_rows) }
  } catch (cause) {
    throw parquetError(cause, path, 'a footer that cannot be read')
  }
}

/** Whether all columns have a name, as the library assumes; encrypted ones have none. */
function hasNames({ columns }: FileMetaData['row_groups'][number]): boolean {
  return columns.every(({ meta_data: data }) => data === undefined || Array.isArray(data.path_in_schema))
}

/** Bytes of room added at once: those of an ordinary page. */
const chunkSize = 2 ** 20

/** Decoders of all codecs, Node's where they exist. */
export async function parquetDecoders(): Promise<Compressors> {
  const { compressors } = await import('hyparquet-compressors')
  // The library's LZ4 refuses the block of an empty page (one zero byte).
  const unlessEmpty = (codec: 'LZ4' | 'LZ4_RAW') => (bytes: Uint8Array, length: number) =>
    length === 0 ? new Uint8Array(0) : (compressors[codec]?.(bytes, length) ?? bytes)
  return {
    ...compressors,
    SNAPPY(bytes, length) {
      checkSnappy(bytes, length)
      return compressors.SNAPPY?.(bytes, length) ?? bytes
    },
    GZIP: (bytes, length) => gunzipSync(bytes, { chunkSize, maxOutputLength: Math.max(length, 1) }),
    BROTLI: bytes => brotliDecompressSync(bytes, { chunkSize }),
    ZSTD(bytes, length) {
      const page =
        length === 0
          ? bytes
          : zstdDecompressSync(bytes, { chunkSize, maxOutputLength: length, params: anyWindow })
      // Node stops at the end of the first frame; the library's decoder reads the rest.
      return page.length === length ? page : (compressors.ZSTD?.(bytes, length) ?? page)
    },
    LZ4: unlessEmpty('LZ4'),
    LZ4_RAW: unlessEmpty('LZ4_RAW'),
  }
}

/** The library makes room for what its caller says, and fills it with what the bytes say. */
function checkSnappy(bytes: Uint8Array, length: number): void {
  let promised = 0
  for (let i = 0; i < 5; i++) {
    promised += (bytes[i] & 127) * 2 ** (7 * i)
    if (!(bytes[i] >= 128)) break
  }
  // Three bytes give at most 64.
  if (promised !== length || length > 22 * bytes.length)
    throw new RangeError(`${bytes.length} bytes of Snappy for ${length}`)
}

/**
 * Writes the wanted columns of all rows as JSON lines to the file `out`.
 *
 * @param columns names, or paths into struct columns (the whole struct is written); absent ones are ignored
 * @param onBytes called with the bytes written so far, after each row group
 * @returns the size of the spool
 * @throws NearsameError PARQUET_SCHEMA when a wanted column holds binary data; PARQUET_INVALID, DISK_FULL,
 *   OUTPUT_FAILED, INPUT_MISSING, INPUT_UNREADABLE.
 */
export async function spoolParquet(
  path: string,
  columns: readonly string[],
  out: string,
  onBytes: (availableBytes: number) => void = () => {},
): Promise<number> {
  const { parquetRead, parquetSchema } = await import('hyparquet')
  const compressors = await parquetDecoders()
  const buffer = await openParquetBuffer(path)
  try {
    const { metadata } = await readInfo(buffer, path)
    const tops = parquetSchema(metadata).children
    const wanted = tops.filter(({ element: { name } }) => columns.some(column => isBelow(column, name)))
    for (const column of wanted) checkReadable(column, path)
    const names = wanted.map(column => column.element.name)
    const printerOf = await loadPrinters()
    const printed = wanted.map(column => ({ name: column.element.name, print: printerOf(column) }))
    let rows: readonly unknown[][] = []
    const read = {
      metadata: withoutDecimals(metadata, tops),
      compressors,
      parsers,
      utf8: false,
      columns: names,
      // Rows as lists: the library's objects lose a column named `__proto__`.
      rowFormat: 'array' as const,
      onComplete: (read: unknown[][]) => {
        rows = read
      },
    }
    const spool = await SpoolWriter.open(out)
    let group = 0
    try {
      for (; group < metadata.row_groups.length; group++) {
        const rowGroup = metadata.row_groups[group]
        const file = await checkGroup(buffer, rowGroup, names)
        // The library looks at all groups that it gets, which would cost the square of their number.
        const shown = { file, metadata: { ...read.metadata, row_groups: [rowGroup] } }
        // Without columns there is nothing to read, but there are still rows.
        if (names.length > 0) await parquetRead({ ...read, ...shown })
        await writeRows(spool, rows, printed, Number(rowGroup.num_rows))
        onBytes(spool.size)
      }
    } catch (cause) {
      throw parquetError(cause, path, damagedGroup(group))
    } finally {
      await spool.close()
    }
    return spool.size
  } finally {
    await buffer.close()
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
  readonly print: Print
}

/** Writes `count` objects, one per row, even if no column is wanted and `rows` is empty. */
async function writeRows(
  spool: SpoolWriter,
  rows: readonly (readonly unknown[])[],
  columns: readonly Printed[],
  count: number,
): Promise<void> {
  const keys = columns.map(({ name }, i) => `${i > 0 ? ',' : ''}${jsonLatin1(name)}:`)
  let lines = ''
  for (let i = 0; i < count; i++) {
    let line = ''
    for (const [j, { print }] of columns.entries()) line += keys[j] + print(rows[i][j])
    lines += `{${line}}\n`
    if (lines.length > 1 << 20 || i === count - 1) {
      await spool.write(Buffer.from(lines, 'latin1'))
      lines = ''
    }
  }
}
