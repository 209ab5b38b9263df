/** Arrow, as a file or a stream of IPC: read as lines, one for each row (`arrow/`). */
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type ObjectsFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'

const rowWords = {
  expected: 'rows as JSON objects',
  fix: 'correct this row of the table',
  encodingFix: 'leave this column out, or convert its bytes to text in UTF-8',
}

export const arrowFormat = defineFormat<ObjectsFormat>({
  extensions: ['arrow', 'feather', 'ipc', 'arrows'],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  showsFields: true,
  hasSchema: true,
  takesFields: true,
  keptNames: ['jsonl'],
  isConverted: true,
  async *lines(open, settings) {
    const { arrowLines } = await import('./arrow/arrow-lines.ts')
    yield* arrowLines(open(), settings)
  },
  async columns(open, name) {
    const { arrowColumns } = await import('./arrow/arrow-lines.ts')
    return arrowColumns(open(), name)
  },
  reader({ choice }) {
    const rows = jsonReader(choice, rowWords)
    return { ...rows, fields: record => jsonFields(record, fromJson, rowWords) }
  },
})
