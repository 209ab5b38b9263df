/** Web archives: read as lines, one for each text (`warc-lines.ts`). */
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type ObjectsFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'
import { errorLine, throwError, warcLines } from './warc-lines.ts'

/** A line with an error is a bad record. */
export const warcFormat = defineFormat<ObjectsFormat>({
  extensions: ['warc', 'wet'],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  keptNames: ['jsonl'],
  isConverted: true,
  lines(open, settings) {
    const faults: Parameters<typeof open>[0] = []
    return warcLines(open(faults), { ...settings, faults })
  },
  reader({ choice }) {
    const lines = jsonReader(choice)
    return {
      isBlank: lines.isBlank,
      parse(record) {
        throwError(record)
        return lines.parse(record)
      },
      fields(record) {
        throwError(record)
        return jsonFields(record, fromJson)
      },
      asGiven(record) {
        const { error, text, ...headers } = errorLine(record) ?? {}
        return error === undefined ? record : Buffer.from(JSON.stringify(headers))
      },
    }
  },
})
