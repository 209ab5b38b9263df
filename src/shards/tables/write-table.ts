/**
 * Writes the tables of shards: Parquet files of flat required columns, which every engine reads. Columns go from typed
 * arrays to pages without a value of JavaScript; hashes do not compress, so nothing is compressed.
 *
 * What a table holds, and under which result options it was made, travels in its key-value metadata under the key
 * `nearsame` (`facts.ts`).
 */

import type { SchemaElement } from 'hyparquet'
import type { OutputFile } from '../../files/io/output.ts'
import { ColumnWriter } from '../../files/io/parquet/parquet-column.ts'
import { FileWriter } from '../../files/io/parquet/parquet-file-writer.ts'
import { writtenElements } from '../../files/io/parquet/parquet-footer.ts'
import { writerInside } from '../../files/io/parquet/parquet-inside.ts'
import { leavesOf } from '../../files/io/parquet/parquet-leaf.ts'
import { ownValue } from '../../ground/json/field.ts'
import type { TableColumns, TableRows } from './columns.ts'
import { factsKey, type TableFacts } from './facts.ts'
import { plainColumn } from './plain-column.ts'

/** Rows in a group: enough for small overheads, few enough to hold several in memory. */
export const tableGroupRows = 20_000

const codec = 'UNCOMPRESSED'

function schemaOf(columns: TableColumns): SchemaElement[] {
  const leaves = Object.entries(columns).map(([name, type]): SchemaElement => {
    const common = { name, repetition_type: 'REQUIRED' } as const
    return type === 'STRING'
      ? { ...common, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
      : { ...common, type }
  })
  return [{ name: 'root', num_children: leaves.length }, ...leaves]
}

/** The bytes of a schema, by the numbers of its fields in parquet.thrift. */
async function schemaBytes(schema: readonly SchemaElement[]): Promise<Uint8Array> {
  const { thrift, types } = await writerInside()
  const elements = schema.map(({ name, type, num_children: children, converted_type: converted }) =>
    thrift({
      ...(type !== undefined && { field_1: types.indexOf(type), field_3: 0 }),
      field_4: name,
      ...(children !== undefined && { field_5: children }),
      ...(converted !== undefined && { field_6: 0 }),
    }),
  )
  return writtenElements(elements)
}

/** Writes a table; the caller finishes `output`. @param groups at most `tableGroupRows` rows each */
export async function writeTable(
  output: OutputFile,
  columns: TableColumns,
  facts: TableFacts,
  groups: Iterable<TableRows> | AsyncIterable<TableRows>,
): Promise<void> {
  const { parquetSchema } = await import('hyparquet')
  const schema = schemaOf(columns)
  // Nobody looks for least and most values of hashes.
  const leaves = leavesOf(parquetSchema({ schema })).map(leaf => ({ ...leaf, order: undefined }))
  const inside = await writerInside()
  const file = await FileWriter.open(output, leaves, codec)
  for await (const rows of groups) {
    const chunks = []
    let count = 0
    for (const [i, [name, type]] of Object.entries(columns).entries()) {
      const column = plainColumn(type, ownValue(rows, name) as TableRows[string])
      const writer = new ColumnWriter(leaves[i], codec, inside)
      count = column.count
      writer.addRows(column)
      chunks.push(writer.end())
    }
    if (count > 0) await file.addGroup(count, chunks)
  }
  await file.finish(await schemaBytes(schema), [{ key: factsKey, value: JSON.stringify(facts) }])
}
