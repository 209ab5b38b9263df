/** Parquet, of which the wanted columns are read (`io/parquet/`). */
import { defineFormat, type TableFormat } from './format.ts'
import { tables } from './table-format.ts'

export const parquetFormat = defineFormat<TableFormat>({
  ...tables,
  extensions: ['parquet', 'pq', 'parq'],
})
