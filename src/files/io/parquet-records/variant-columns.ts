/** Columns of variants, values of any type: the library assembles them from their parts, a row group at a time. */
import type { ParquetParsers, SchemaTree } from 'hyparquet'
import { storedDate, storedTime } from '../../../ground/json/stored-times.ts'
import { ChunkReader, placeOfChunk } from '../parquet/parquet-chunk.ts'
import { parquetDecoders } from '../parquet/parquet-codecs.ts'
import { type ParquetBuffer, readInfo } from '../parquet/parquet-file.ts'
import { leavesOf } from '../parquet/parquet-leaf.ts'
import { rangeOf, readRanges } from '../parquet/parquet-pages.ts'
import { jsonLatin1 } from './parquet-json.ts'

export function isVariant({ element }: SchemaTree): boolean {
  return element.logical_type?.type === 'VARIANT'
}

const parsers = {
  timestampFromMilliseconds: (count: bigint) => storedTime(BigInt(count), 1000),
  timestampFromMicroseconds: (count: bigint) => storedTime(BigInt(count), 1_000_000),
  timestampFromNanoseconds: (count: bigint) => storedTime(BigInt(count), 1_000_000_000),
  dateFromDays: (days: number) => storedDate(days),
  stringFromBytes: (bytes: Uint8Array) => bytes,
} as unknown as Partial<ParquetParsers>

/** A row group of a file, and the first row wanted. */
interface GroupPlace {
  readonly path: string
  readonly group: number
  readonly from: number
}

/** What prints the values of each column of variants, row by row. */
export async function variantPrinters(
  { path, group, from }: GroupPlace,
  file: ParquetBuffer,
  columns: readonly SchemaTree[],
): Promise<Map<SchemaTree, () => string>> {
  const wanted = columns.filter(isVariant)
  if (wanted.length === 0) return new Map()
  const { parquetRead, parquetSchema } = await import('hyparquet')
  const { metadata } = await readInfo(file, path)
  const rowGroup = metadata.row_groups[group]
  const names = wanted.map(({ element }) => element.name)
  const leaves = leavesOf(parquetSchema(metadata))
  const chunks = rowGroup.columns.flatMap(({ meta_data: chunk }, i) =>
    chunk !== undefined && names.includes(chunk.path_in_schema[0]) ? [{ chunk, leaf: leaves[i] }] : [],
  )
  const near = await readRanges(
    file,
    chunks.map(({ chunk }) => rangeOf(chunk)),
  )
  // The library allocates what a damaged page claims.
  for (const { chunk, leaf } of chunks) {
    const reader = await ChunkReader.open(near, placeOfChunk(chunk), leaf)
    while (reader.next !== undefined) await reader.read()
    reader.close()
  }
  let rows: readonly unknown[][] = []
  await parquetRead({
    file: near,
    // The library looks at all groups that it gets.
    metadata: { ...metadata, row_groups: [rowGroup] },
    compressors: await parquetDecoders(),
    parsers,
    utf8: false,
    columns: names,
    // Rows as lists: the library's objects lose a column named `__proto__`.
    rowFormat: 'array' as const,
    onComplete: (read: unknown[][]) => {
      rows = read
    },
  })
  return new Map(
    wanted.map((column, i) => {
      let row = from
      return [column, () => jsonLatin1(rows[row++][i])]
    }),
  )
}
