/**
 * Parquet file: access to its bytes, and errors of damaged files.
 *
 *     PAR1 data footer length PAR1     the length of the footer in 4 bytes; PARE at the end if it is encrypted
 */
import { type FileHandle, open } from 'node:fs/promises'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { inputError } from '../input-errors.ts'
import { isObjectUrl } from '../objects/object-name.ts'
import { objectBytes, rememberedVersion } from '../objects/object-store.ts'
import { describeColumn, type ParquetColumn } from './parquet-columns.ts'

/** A file as the Parquet library reads it; the caller closes it. */
export interface ParquetBuffer extends AsyncBuffer {
  close(): Promise<void>
}

/**
 * @param path of a file, or the URL of an object
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE; `slice` PARQUET_INVALID for bytes outside the file
 */
export async function openParquetBuffer(path: string): Promise<ParquetBuffer> {
  if (isObjectUrl(path)) return objectBuffer(path)
  let file: FileHandle
  let byteLength: number
  try {
    file = await open(path)
    byteLength = (await file.stat()).size
  } catch (cause) {
    throw inputError(cause, path)
  }
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(end - start)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw invalidParquet(`a file that ends at byte ${start + at}`, path)
      at += bytesRead
    }
    return bytes.buffer
  }
  return bufferOf(path, byteLength, read, () => file.close())
}

function objectBuffer(url: string): ParquetBuffer {
  const object = rememberedVersion(url)
  const read = async (start: number, end: number) => {
    const { buffer, byteOffset, byteLength } = await objectBytes(object, start, end)
    return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
  }
  return bufferOf(url, object.sizeBytes, read, async () => {})
}

function bufferOf(
  path: string,
  byteLength: number,
  read: (start: number, end: number) => Promise<ArrayBuffer>,
  close: ParquetBuffer['close'],
): ParquetBuffer {
  const checked = async (start: number, end: number) => {
    if (start >= 0 && start <= end && end <= byteLength) return read(start, end)
    throw invalidParquet(`values outside of its ${byteLength} bytes`, path)
  }
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = checked(start, end)
      bytes.catch(() => {}) // the library may fail before it awaits them
      return bytes
    },
    close,
  }
}

/** Minimum size of a file: the magic twice, and the length. */
const leastBytes = 12

/** Refuses a file without the end of a Parquet file. @throws NearsameError PARQUET_INVALID */
async function checkEnd(buffer: ParquetBuffer, path: string): Promise<void> {
  const { byteLength } = buffer
  if (byteLength === 0) throw invalidParquet('an empty file', path)
  if (byteLength < leastBytes) throw invalidParquet(`a file of ${byteLength} bytes`, path)
  const end = Buffer.from(await buffer.slice(byteLength - 8, byteLength))
  const magic = end.toString('latin1', 4)
  if (magic === 'PARE') throw invalidParquet('an encrypted footer', path)
  if (magic !== 'PAR1') throw invalidParquet('no "PAR1" at its end', path)
  const footer = end.readUInt32LE()
  if (footer > byteLength - leastBytes)
    throw invalidParquet(`a footer of ${footer} bytes in a file of ${byteLength}`, path)
}

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

/** The same of an open file. */
export async function readInfo(buffer: ParquetBuffer, path: string): Promise<ParquetInfo> {
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

/** A page whose checksum is wrong. */
export class DamagedPage extends RangeError {
  constructor(column: string) {
    super(`a page of the column ${JSON.stringify(column)} does not have its checksum`)
  }
}

/**
 * A failure inside the Parquet library, as an error of the file. The library's messages are about its code, so only
 * those that name an unsupported feature are passed on.
 *
 * @param got the part that could not be read
 */
export function parquetError(cause: unknown, path: string, got: string): NearsameError {
  if (isNearsameError(cause)) return cause
  if (cause instanceof Error && 'syscall' in cause) return inputError(cause, path)
  if (cause instanceof DamagedPage) return invalidParquet(`${got}: ${cause.message}`, path, cause)
  const reason =
    cause instanceof Error
      ? /unsupported (?:compression codec|encoding): [A-Z]\w*/.exec(cause.message)?.[0]
      : undefined
  return invalidParquet(reason === undefined ? got : `${got}: ${reason}`, path, cause)
}

/** The `got` of an error in a row group, counted from 0. */
export function damagedGroup(group: number): string {
  return `values that cannot be read in row group ${group + 1}`
}

function invalidParquet(got: string, where: string, cause?: unknown): NearsameError {
  return new NearsameError('PARQUET_INVALID', {
    expected: 'a complete, unencrypted Parquet file',
    got,
    where,
    fix: 'transfer or write the file again',
    ...(cause !== undefined && { cause }),
  })
}
