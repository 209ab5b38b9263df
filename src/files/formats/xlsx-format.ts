/** Excel workbooks (`.xlsx`): one sheet, read as lines, one for each row (`xlsx/`). */
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type ObjectsFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'

export const xlsxFormat = defineFormat<ObjectsFormat>({
  extensions: ['xlsx'],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  showsFields: true,
  takesFields: true,
  keptNames: ['jsonl'],
  isConverted: true,
  async *lines(open, settings) {
    const { xlsxLines } = await import('./xlsx/xlsx-lines.ts')
    yield* xlsxLines(open(), settings)
  },
  reader({ choice }) {
    const rows = jsonReader(choice)
    return { ...rows, fields: record => jsonFields(record, fromJson) }
  },
})
