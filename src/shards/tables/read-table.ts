/** Reads the tables of shards, row group by row group, also those written by engines. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileMetaData, RowGroup } from 'hyparquet'
import { isObjectUrl, objectNamed } from '../../files/io/objects/object-name.ts'
import { listObjects, rememberVersion } from '../../files/io/objects/object-store.ts'
import { type ChunkPlace, ChunkReader } from '../../files/io/parquet/parquet-chunk.ts'
import {
  damagedGroup,
  openParquet,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from '../../files/io/parquet/parquet-file.ts'
import { chunksOf, sourcesNamed } from '../../files/io/parquet/parquet-groups.ts'
import type { LeafShape } from '../../files/io/parquet/parquet-leaf.ts'
import { readRanges } from '../../files/io/parquet/parquet-pages.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { factsKey, type TableFacts, type TableKind, tablesVersion } from './facts.ts'
import { readNumbers, readStrings } from './plain-column.ts'

/** The values of some rows by column: numbers, INT64 included, and texts. */
type ReadRows = Readonly<Record<string, Float64Array | readonly string[]>>

export interface Table {
  readonly path: string
  /** Undefined in a file that an engine wrote without them. */
  readonly facts: TableFacts | undefined
  readonly rows: number
  readonly kind: TableKind
  /** The values of these columns, a row group at a time. @param isWanted by the range of the first column, if known */
  groups(
    columns: readonly string[],
    isWanted?: (least: number, most: number) => boolean,
  ): AsyncGenerator<ReadRows>
}

/**
 * Whether a table is there: a file, or an object, which is then read in the version that was found.
 *
 * @throws NearsameError OPTION_VALUE for a URL without a bucket; INPUT_MISSING for another bucket, INPUT_UNREADABLE
 */
export async function hasTable(path: string): Promise<boolean> {
  if (!isObjectUrl(path)) return existsSync(path)
  const name = objectNamed(path)
  const [object] = await listObjects(name, 1)
  if (object?.key !== name.key) return false
  rememberVersion(object)
  return true
}

/** The tables in a directory, by name; names that begin with a dot or `_` are ignored. */
export function tablesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter(name => /^[^._].*\.parquet$/.test(name))
    .sort()
    .map(name => join(directory, name))
}

/**
 * @param wanted what it must be
 * @param other what it may be as well: then a file without facts is that if it lacks the column `a` of pairs
 * @throws NearsameError SHARD_TABLE if it is no such table; PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE
 */
export async function openTable(path: string, wanted: TableKind, other = wanted): Promise<Table> {
  if (isObjectUrl(path)) await hasTable(path)
  const { metadata, rowCount } = await openParquet(path)
  const facts = factsOf(metadata, path)
  const isOther = facts === undefined ? !namesOf(metadata).includes('a') : facts.table === other
  const kind = isOther ? other : wanted
  if (facts !== undefined && (facts.table !== kind || facts.version !== tablesVersion))
    throw wrongTable(kind, `${facts.table} of version ${facts.version}`, path)
  return {
    path,
    facts,
    rows: rowCount,
    kind,
    groups: (columns, isWanted) => groupsOf(path, kind, metadata, columns, isWanted),
  }
}

/** Several tables of one kind. @throws NearsameError as `openTable` does */
export async function openEach(paths: readonly string[], kind: TableKind): Promise<Table[]> {
  const tables: Table[] = []
  for (const path of paths) tables.push(await openTable(path, kind))
  return tables
}

/** The facts of a table that must have them. @throws NearsameError SHARD_TABLE */
export function factsIn({ facts, path }: Table, kind: TableKind): TableFacts {
  if (facts === undefined) throw wrongTable(kind, 'a file without them in its metadata', path)
  return facts
}

function factsOf({ key_value_metadata: pairs = [] }: FileMetaData, path: string): TableFacts | undefined {
  const json = pairs.find(({ key }) => key === factsKey)?.value
  if (json === undefined) return undefined
  try {
    return JSON.parse(json) as TableFacts
  } catch (cause) {
    throw parquetError(cause, path, 'metadata that cannot be read')
  }
}

async function* groupsOf(
  path: string,
  kind: TableKind,
  metadata: FileMetaData,
  columns: readonly string[],
  isWanted: (least: number, most: number) => boolean = () => true,
): AsyncGenerator<ReadRows> {
  const names = namesOf(metadata)
  const missing = columns.find(name => !names.includes(name))
  if (missing !== undefined) throw wrongTable(kind, `no column ${missing}`, path)
  const wanted = await sourcesNamed(metadata, columns, path)
  const buffer = await openParquetBuffer(path)
  try {
    for (const [number, group] of metadata.row_groups.entries()) {
      if (Number(group.num_rows) === 0 || !isWanted(...rangeOf(group, columns[0]))) continue
      try {
        yield await readGroup(buffer, group, wanted)
      } catch (cause) {
        throw parquetError(cause, path, damagedGroup(number))
      }
    }
  } finally {
    await buffer.close()
  }
}

function namesOf({ schema }: FileMetaData): string[] {
  return schema.slice(1).map(({ name }) => name)
}

/** Least and most value of a column of numbers. */
function rangeOf({ columns }: RowGroup, name: string): [least: number, most: number] {
  const chunk = columns.find(({ meta_data: data }) => data?.path_in_schema[0] === name)
  const { min_value: least, max_value: most } = chunk?.meta_data?.statistics ?? {}
  const isKnown = typeof least === 'bigint' && typeof most === 'bigint'
  return isKnown ? [Number(least), Number(most)] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
}

/** The values of columns of a row group. @throws RangeError or an error of the library if it is damaged */
async function readGroup(
  buffer: ParquetBuffer,
  group: RowGroup,
  wanted: Parameters<typeof chunksOf>[1],
): Promise<ReadRows> {
  const chunks = chunksOf(group, wanted).map(([, chunk]) => chunk)
  const near = await readRanges(
    buffer,
    chunks.map(({ chunk: { from, to } }) => [from, to] as const),
  )
  const read: [name: string, values: ReadRows[string]][] = []
  for (const { chunk, shape } of chunks)
    read.push([chunk.path[0], await readColumn(near, chunk, shape, Number(group.num_rows))])
  return Object.fromEntries(read)
}

async function readColumn(
  file: ParquetBuffer,
  chunk: ChunkPlace,
  shape: LeafShape,
  rows: number,
): Promise<ReadRows[string]> {
  const reader = await ChunkReader.open(file, chunk, shape)
  const numbers = new Float64Array(shape.width === 0 ? 0 : rows)
  const texts: string[] = []
  let at = 0
  while (reader.next !== undefined) {
    const page = await reader.read()
    if (page === undefined) continue
    const { count, definitions, values } = page
    if (shape.maxRepetition > 0 || definitions?.some(level => level < shape.maxDefinition))
      throw new RangeError('a column with nulls or lists')
    if (at + count > rows) throw new RangeError(`a column of more rows than ${rows}`)
    if (shape.width > 0) readNumbers(values, shape, numbers.subarray(at, at + count))
    else for (const text of readStrings(values, count)) texts.push(text)
    at += count
  }
  if (at !== rows) throw new RangeError(`a column of ${at} rows instead of ${rows}`)
  return shape.width > 0 ? numbers : texts
}

/** The error of a file that is another table, or none. */
function wrongTable(kind: TableKind, got: string, where: string): NearsameError {
  return new NearsameError('SHARD_TABLE', {
    expected: `a table of ${kind}, as nearsame shard writes it`,
    got,
    where,
    fix: 'give the file that the step before wrote; docs/formats/shards.md lists them',
  })
}
