/**
 * Parquet pages: checks that their headers fit the column chunk before they are unpacked. A damaged header may claim
 * two billion values. Where pages have checksums, these must be right.
 *
 * Source: Apache Parquet format 2.11, "Data Pages", and `crc` of `PageHeader` in parquet.thrift: CRC-32 of the bytes
 * after the header, as they are in the file.
 */
import { crc32 } from 'node:zlib'
import type { ColumnMetaData, PageHeader } from 'hyparquet'
import { DamagedPage, type ParquetBuffer } from './parquet-file.ts'

/** Where the bytes of a column chunk are. */
export function rangeOf(chunk: ColumnMetaData): [from: number, to: number] {
  const from = Number(chunk.dictionary_page_offset || chunk.data_page_offset)
  return [from, from + Number(chunk.total_compressed_size)]
}

/** Bytes up to which column chunks, gaps included, are read at once. */
const mostAtOnce = 2 ** 21

/** The file with the bytes of these ranges read in one go if they are few. @throws as `slice` does */
export async function readRanges(
  file: ParquetBuffer,
  ranges: readonly (readonly [from: number, to: number])[],
): Promise<ParquetBuffer> {
  const from = Math.min(...ranges.map(range => range[0]))
  const to = Math.max(...ranges.map(range => range[1]))
  if (!(from < to && to - from <= mostAtOnce)) return file // also if none, or not numbers
  const bytes = await file.slice(from, to)
  return {
    ...file,
    slice: (start, end = file.byteLength) =>
      start >= from && start <= end && end <= to
        ? bytes.slice(start - from, end - from)
        : file.slice(start, end),
  }
}

/** Most values of a page: a run of nulls takes a few bytes, whatever its length. */
const mostValues = 2 ** 26

/** Number of values of a page. @param most that it may have @param room bytes behind the header @throws RangeError */
export function valuesOf(header: PageHeader, most: number, room: number): number {
  const { compressed_page_size: size, type, uncompressed_page_size } = header
  // A value of a dictionary takes at least a bit.
  const values = countIn(
    header,
    Math.min(type === 'DICTIONARY_PAGE' ? 8 * uncompressed_page_size : most, mostValues),
  )
  if (values !== undefined && isWhole(size, room) && isWhole(uncompressed_page_size, 2 ** 31)) return values
  throw new RangeError('a page header that does not fit its column')
}

/** @throws DamagedPage */
export function checkChecksum(header: PageHeader, page: Uint8Array, path: readonly string[]): void {
  if (!fitsChecksum(header, page)) throw new DamagedPage(path.join('.'))
}

/** Whether a page, as it is in the file, has the checksum of its header, if there is one (Thrift's are signed). */
function fitsChecksum({ crc }: PageHeader, page: Uint8Array): boolean {
  return crc === undefined || crc32(page) === crc >>> 0
}

/** Number of values of a page, in [0, most]; undefined if its header lacks a required field. */
function countIn(header: PageHeader, most: number): number | undefined {
  const { compressed_page_size, data_page_header_v2: v2 } = header
  const count = (v2 ?? header.data_page_header ?? header.dictionary_page_header)?.num_values
  if (count === undefined || !isWhole(count, most)) return undefined
  if (v2 === undefined) return count
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = v2
  const isWholeHeader =
    isWhole(v2.num_nulls, count) &&
    isWhole(v2.num_rows, count) &&
    isWhole(definitions, compressed_page_size) &&
    isWhole(repetitions, compressed_page_size - definitions)
  return isWholeHeader ? count : undefined
}

/** Whether it is an integer in [0, most]. A value missing in a header is none, despite its type. */
function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}
