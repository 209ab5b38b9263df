/** Parquet: tables, of which the wanted columns are read as JSON lines (`io/parquet/`). */
import type { FormatTraits } from './format.ts'

export const parquet: FormatTraits = {
  extensions: ['parquet', 'pq', 'parq'],
  hasIds: true,
  isFileEach: false,
  hasFields: true,
  showsFields: true,
  takesFields: false,
  keptNames: ['parquet'],
  isConverted: true,
}
