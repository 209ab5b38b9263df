/** Parquet: rows of the wanted columns (`io/parquet/`). */
import { defineFormat, type TableFormat } from './format.ts'
import { tableFormat } from './table-format.ts'

export const parquetFormat = defineFormat<TableFormat>({
  ...tableFormat,
  extensions: ['parquet', 'pq', 'parq'],
})
