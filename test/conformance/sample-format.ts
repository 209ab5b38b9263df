/** A format as HACKING's checklist asks for one; `adding-a-format.all.test.ts` puts it into a copy of the sources. */
import { defineFormat } from '../../src/files/formats/format.ts'
import { asBuffer, checkText, contentLength } from '../../src/files/formats/record-format.ts'

/** One document per line: its id, a colon, its text. */
export const colonFormat = defineFormat({
  extensions: ['colon'],
  cut: { by: 'line' },
  hasIds: true,
  reader: () => ({
    isBlank: record => contentLength(record) === 0,
    parse(record) {
      const line = checkText(asBuffer(record)).subarray(0, contentLength(record))
      const id = line.toString('utf8', 0, line.indexOf(':'))
      return { id, text: line.subarray(id.length + 1), field: name => (name === 'id' ? id : undefined) }
    },
    fields: () => undefined,
  }),
})
