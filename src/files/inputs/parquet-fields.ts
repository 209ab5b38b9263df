/** The columns of a Parquet input: what they show of the fields, and the checks before their texts are read. */

import { checkTextColumns } from '../io/parquet/parquet-columns.ts'
import { openParquet } from '../io/parquet/parquet-file.ts'
import type { HeadOptions } from './beginning.ts'
import { checkMapped } from './column-map.ts'
import type { Input } from './resolve/input.ts'
import type { ShownFields } from './shown-fields.ts'

/** Adds the columns of the schema; only those of strings could hold the text. */
export async function showColumns({ path }: Input, shown: ShownFields): Promise<void> {
  const { columns } = await openParquet(path)
  shown.addHeader(columns.map(({ name, sample }) => [name, sample]))
}

/**
 * @returns the names of all columns
 * @throws NearsameError PARQUET_SCHEMA for a column that cannot hold texts; OPTION_VALUE for one that `map` lacks
 */
export async function checkParquetColumns(
  { path, name }: Input,
  { text, map, columns }: HeadOptions,
): Promise<readonly string[]> {
  const found = await openParquet(path)
  const names = found.columns.map(column => column.name)
  checkMapped(map, names, name)
  if (!columns) checkTextColumns(found.columns, text, name)
  return names
}
