/** Reads the tables of shards, row group by row group, also those written by engines. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileMetaData, RowGroup } from 'hyparquet'
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { parquetDecoders } from '../../files/io/parquet/parquet-codecs.ts'
import {
  damagedGroup,
  openParquet,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from '../../files/io/parquet/parquet-file.ts'
import { checkGroup } from '../../files/io/parquet/parquet-read.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { factsKey, type TableFacts, type TableKind, tablesVersion } from './facts.ts'
import { hasTable } from './has-table.ts'

/** The values of some rows by column: numbers, INT64 included, and texts. */
export type ReadRows = Readonly<Record<string, Float64Array | readonly string[]>>

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
  const buffer = await openParquetBuffer(path)
  try {
    for (const [number, group] of metadata.row_groups.entries()) {
      if (Number(group.num_rows) === 0 || !isWanted(...rangeOf(group, columns[0]))) continue
      try {
        yield await readGroup(buffer, metadata, group, columns)
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

async function readGroup(
  buffer: ParquetBuffer,
  metadata: FileMetaData,
  group: RowGroup,
  columns: readonly string[],
): Promise<ReadRows> {
  const { parquetRead } = await import('hyparquet')
  const file = await checkGroup(buffer, group, columns)
  const count = Number(group.num_rows)
  const read = new Map<string, unknown[]>(columns.map(name => [name, []]))
  await parquetRead({
    file,
    metadata: { ...metadata, row_groups: [group], num_rows: group.num_rows },
    columns: [...columns],
    compressors: await parquetDecoders(),
    onChunk({ columnName, columnData }) {
      const into = read.get(columnName)
      for (let i = 0; i < columnData.length; i++) into?.push(columnData[i])
    },
  })
  return Object.fromEntries(
    Array.from(read, ([name, values]) => {
      if (values.length !== count)
        throw new RangeError(`a column of ${values.length} rows instead of ${count}`)
      return [
        name,
        typeof values[0] === 'string' ? (values as string[]) : Float64Array.from(values, Number),
      ]
    }),
  )
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
