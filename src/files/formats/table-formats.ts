/** Parquet (`io/parquet/`) and Arrow (`arrow/`): rows of the wanted columns, read as bytes of their own (`table/`). */
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type TableFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'
import { rowLine } from './table/row-values.ts'

const rowWords = {
  expected: 'rows as JSON objects',
  fix: 'correct this row of the table',
  encodingFix: 'leave this column out, or convert its bytes to text in UTF-8',
}

/** A row that is not as plain as the threads want it is read as the line of JSON that it stands for. */
const tables = {
  cut: { by: 'row' },
  hasIds: true,
  hasFields: true,
  showsFields: true,
  hasSchema: true,
  isConverted: true,
  reader({ choice, columns }: TableFormat) {
    const line = (row: Uint8Array) => rowLine(row, columns)
    const lines = jsonReader(choice, rowWords)
    return {
      isBlank: () => false,
      parse: (row: Uint8Array) => lines.parse(line(row)),
      fields: (row: Uint8Array) => jsonFields(line(row), fromJson, rowWords),
      asGiven: line,
    }
  },
} as const

export const parquetFormat = defineFormat<TableFormat>({
  ...tables,
  extensions: ['parquet', 'pq', 'parq'],
})

export const arrowFormat = defineFormat<TableFormat>({
  ...tables,
  extensions: ['arrow', 'feather', 'ipc', 'arrows'],
  takesFields: true,
  keptNames: ['jsonl'],
  async *lines(open, settings) {
    const { rowsOfArrow } = await import('./arrow/arrow-rows.ts')
    yield* rowsOfArrow(open(), settings)
  },
  async columns(open, name) {
    const { arrowColumns } = await import('./arrow/arrow-rows.ts')
    return arrowColumns(open(), name)
  },
})
