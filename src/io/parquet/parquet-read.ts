/**
 * Parquet to JSON lines: the wanted columns of every row, row group by row group, so that everything after
 * sees an ordinary JSONL source whose record n is row n.
 *
 * Integers keep all digits; times and dates are ISO 8601 strings with the digits of their unit; a null is
 * null. Strings are copied as bytes: a string that is not UTF-8 gives a line that is not UTF-8, and so a bad
 * record with its position, instead of replacement characters.
 *
 * Cost: memory for the wanted columns of one row group.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Compressors, FileMetaData, ParquetParsers, SchemaTree } from 'hyparquet'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { fileError } from '../temporaries.ts'
import {
  checkEnd,
  damagedGroup,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from './parquet-file.ts'

export interface ParquetColumn {
  readonly name: string
  /** Whether it holds strings (annotated ones, or bare byte arrays, which older writers use for strings). */
  readonly isString: boolean
}

export interface ParquetInfo {
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
    const columns = parquetSchema(metadata).children.map(({ element }) => ({
      name: element.name,
      isString: element.type === 'BYTE_ARRAY' && notString(element) === undefined,
    }))
    return { metadata, columns, rowCount: Number(metadata.num_rows) }
  } catch (cause) {
    throw parquetError(cause, path, 'a footer that cannot be read')
  }
}

/** Decoders of all codecs; those of Node where it has them. */
export async function parquetDecoders(): Promise<Compressors> {
  const { compressors } = await import('hyparquet-compressors')
  // The library's LZ4 refuses the block of an empty page (one zero byte).
  const unlessEmpty = (codec: 'LZ4' | 'LZ4_RAW') => (bytes: Uint8Array, length: number) =>
    length === 0 ? new Uint8Array(0) : (compressors[codec]?.(bytes, length) ?? bytes)
  return {
    ...compressors,
    GZIP: bytes => gunzipSync(bytes),
    BROTLI: bytes => brotliDecompressSync(bytes),
    LZ4: unlessEmpty('LZ4'),
    LZ4_RAW: unlessEmpty('LZ4_RAW'),
  }
}

/**
 * Writes the wanted columns of all rows as JSON lines to the file `out`.
 *
 * @param columns names, or paths into struct columns (the whole struct is written); absent ones are passed over
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
  const { parquetReadObjects, parquetSchema } = await import('hyparquet')
  const compressors = await parquetDecoders()
  const buffer = await openParquetBuffer(path)
  try {
    const { metadata } = await readInfo(buffer, path)
    const tops = parquetSchema(metadata).children
    const wanted = tops.filter(({ element: { name } }) => columns.some(column => isBelow(column, name)))
    for (const column of wanted) checkReadable(column, path)
    const names = wanted.map(column => column.element.name)
    const spool = await SpoolWriter.open(out)
    let group = 0
    try {
      let rowStart = 0
      for (; group < metadata.row_groups.length; group++) {
        const rowEnd = rowStart + Number(metadata.row_groups[group].num_rows)
        const options = { file: buffer, metadata, rowStart, rowEnd, compressors, parsers, utf8: false }
        // Without columns there is nothing to read, but there still are rows.
        const rows = names.length > 0 ? parquetReadObjects({ ...options, columns: names }) : []
        await spool.writeRows(await rows, names, rowEnd - rowStart)
        onBytes(spool.size)
        rowStart = rowEnd
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

/** Whether a wanted name is a column or a path into it. */
function isBelow(wanted: string, column: string): boolean {
  return wanted === column || wanted.startsWith(`${column}.`)
}

class SpoolWriter {
  readonly #file: FileHandle
  readonly #path: string
  size = 0

  private constructor(file: FileHandle, path: string) {
    this.#file = file
    this.#path = path
  }

  static async open(path: string): Promise<SpoolWriter> {
    const file = await open(path, 'w', 0o600).catch((cause: unknown) => {
      throw fileError(cause, path, 'name an existing directory with `temp`')
    })
    return new SpoolWriter(file, path)
  }

  async writeRows(rows: readonly Record<string, unknown>[], names: readonly string[], count: number) {
    const keys = names.map(name => `${jsonLatin1(name)}:`)
    let lines = ''
    for (let i = 0; i < count; i++) {
      let line = ''
      for (let j = 0; j < keys.length; j++) {
        const value = rows[i][names[j]]
        line += (line && ',') + keys[j] + jsonLatin1(value)
      }
      lines += `{${line}}\n`
      if (lines.length > 1 << 20 || i === count - 1) {
        await this.#write(Buffer.from(lines, 'latin1'))
        lines = ''
      }
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
    } catch (cause) {
      throw fileError(cause, this.#path)
    }
    this.size += bytes.length
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** A value as JSON in UTF-8, one character per byte; so the bytes of strings are copied as they are. */
function jsonLatin1(value: unknown): string {
  if (value instanceof Uint8Array) {
    return JSON.stringify(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'))
  }
  if (typeof value === 'string') return JSON.stringify(Buffer.from(value).toString('latin1'))
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as unknown as ArrayLike<unknown>, jsonLatin1).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return 'null'
  return `{${Object.entries(value)
    .map(([key, item]) => `${jsonLatin1(key)}:${jsonLatin1(item)}`)
    .join(',')}}`
}

/** What makes a leaf no text; `undefined` when its bytes are those of a string. */
function notString(element: SchemaTree['element']): string | undefined {
  const { type, converted_type: converted, logical_type: logical } = element
  if (type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY') return undefined
  if (converted === 'DECIMAL' || logical?.type === 'UUID' || logical?.type === 'FLOAT16') return undefined
  if (converted === 'BSON' || logical?.type === 'GEOMETRY' || logical?.type === 'GEOGRAPHY') {
    return logical?.type ?? 'BSON'
  }
  return type === 'FIXED_LEN_BYTE_ARRAY' ? 'bytes of fixed length' : undefined
}

function checkReadable(column: SchemaTree, path: string): void {
  for (const child of column.children) checkReadable(child, path)
  const reason = notString(column.element)
  if (reason === undefined) return
  throw new NearsameError('PARQUET_SCHEMA', {
    expected: 'text, numbers or times in the columns that are used',
    got: `${reason} in the column "${column.path.join('.')}"`,
    where: path,
    fix: 'choose other columns with `text` and `id`',
  })
}

/** An ISO 8601 time from a count of units since 1970; the count itself beyond the years that have a form. */
function isoTime(count: bigint, unitsPerSecond: bigint, digits: number): string | bigint {
  const fraction = ((count % unitsPerSecond) + unitsPerSecond) % unitsPerSecond
  const seconds = Number((count - fraction) / unitsPerSecond)
  if (Math.abs(seconds) > 8.64e12) return count
  return new Date(seconds * 1000)
    .toISOString()
    .replace('000Z', `${String(fraction).padStart(digits, '0')}Z`)
}

// The library types these as dates; whatever they return ends up in the rows.
const parsers = {
  timestampFromMilliseconds: (count: bigint) => isoTime(BigInt(count), 1000n, 3),
  timestampFromMicroseconds: (count: bigint) => isoTime(BigInt(count), 1_000_000n, 6),
  timestampFromNanoseconds: (count: bigint) => isoTime(BigInt(count), 1_000_000_000n, 9),
  dateFromDays: (days: number) => new Date(days * 86400000).toISOString().replace('T00:00:00.000Z', ''),
  stringFromBytes: (bytes: Uint8Array) => bytes,
} as unknown as Partial<ParquetParsers>
