/**
 * Writes the tables of shards: Parquet files of flat required columns, which every engine reads.
 *
 * What a table holds, and under which result options it was made, travels in its key-value metadata under the key
 * `nearsame` (`facts.ts`).
 */

import type { SchemaElement } from 'hyparquet'
import type { OutputFile } from '../../files/io/output.ts'
import { openTableWriter } from '../../files/outputs/parquet-table.ts'
import { ownValue } from '../../ground/json/field.ts'
import { factsKey, type TableFacts } from './facts.ts'

export type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'STRING'

/** Names and types of columns, in order. */
export type TableColumns = Readonly<Record<string, ColumnType>>

/** Values of some rows, one array a column; INT64 as BigInt64Array. */
export type TableRows = Readonly<
  Record<string, Int32Array | BigInt64Array | Float64Array | readonly string[]>
>

/** Rows in a group: enough for small overheads, few enough to hold several in memory. */
export const tableGroupRows = 50_000

function schemaOf(columns: TableColumns): SchemaElement[] {
  const leaves = Object.entries(columns).map(([name, type]): SchemaElement => {
    const common = { name, repetition_type: 'REQUIRED' } as const
    return type === 'STRING'
      ? { ...common, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
      : { ...common, type }
  })
  return [{ name: 'root', num_children: leaves.length }, ...leaves]
}

/** Writes a table; the caller finishes `output`. @param groups at most `tableGroupRows` rows each */
export async function writeTable(
  output: OutputFile,
  columns: TableColumns,
  facts: TableFacts,
  groups: Iterable<TableRows> | AsyncIterable<TableRows>,
): Promise<void> {
  const kvMetadata = [{ key: factsKey, value: JSON.stringify(facts) }]
  const { parquet, flush } = await openTableWriter(output, { schema: schemaOf(columns), kvMetadata })
  for await (const rows of groups) {
    const columnData = Object.entries(columns).map(([name, type]) => ({
      name,
      data: ownValue(rows, name) as unknown as unknown[],
      // Names of sources repeat; numbers hardly do, and looking for repeats costs more than it saves.
      ...(type !== 'STRING' && { encoding: 'PLAIN' as const }),
    }))
    parquet.write({ columnData, rowGroupSize: tableGroupRows })
    await flush()
  }
  parquet.finish()
  await flush()
}
