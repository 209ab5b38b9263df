/** Parquet (`io/parquet/`) and Arrow (`arrow/`): rows of the wanted columns, read as bytes of their own (`table/`). */
import { isUtf8 } from 'node:buffer'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type TableFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'
import { asBuffer, invalidUtf8At, wrongBytes } from './record-format.ts'
import { lengthAt, rowLine, rowValueAt, valueHead } from './table/row-values.ts'

const rowWords = {
  expected: 'rows as JSON objects',
  fix: 'correct this row of the table',
}

/** @throws NearsameError UTF8_INVALID with the column whose bytes are no text */
function checkedRow(row: Uint8Array, columns: readonly string[]): Uint8Array {
  if (isUtf8(row)) return row
  for (const [i, name] of columns.entries()) {
    const at = rowValueAt(row, 0, i)
    const from = at + valueHead
    const value = asBuffer(row.subarray(from, from + lengthAt(row, at + 1)))
    if (isUtf8(value)) continue
    throw new NearsameError('UTF8_INVALID', {
      expected: 'UTF-8',
      got: wrongBytes(value, invalidUtf8At(value), `the column ${JSON.stringify(name)}`),
      fix: 'convert the bytes of this column to text, leave it out, or write KEPT in the format of the input',
    })
  }
  return row
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
    const checkedLine = (row: Uint8Array) => line(checkedRow(row, columns))
    const lines = jsonReader(choice, rowWords)
    return {
      isBlank: () => false,
      parse: (row: Uint8Array) => lines.parse(checkedLine(row)),
      fields: (row: Uint8Array) => jsonFields(checkedLine(row), fromJson, rowWords),
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
