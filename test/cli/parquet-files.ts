/** Parquet files of tests: columns to bytes, and bytes to rows. */
import { parquetReadObjects } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { parquetDecoders } from '../../src/files/io/parquet/parquet-codecs.ts'

export function parquetBytes(columnData: ColumnSource[]): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

/** The bytes in the form that the reader takes. */
export function parquetFile({ buffer, byteOffset, length }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer
}

export async function parquetRows(bytes: Buffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: parquetFile(bytes), compressors: await parquetDecoders() })
}
