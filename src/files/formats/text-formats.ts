/** Formats whose records are texts: a line, a line that begins with an id, or a whole file. */
import { defineFormat } from './format.ts'
import { asBuffer, checkText, contentLength } from './record-format.ts'

const noField = () => undefined
const noFields = () => undefined

/** One document per line, even if it is blank. The CR of CR LF is not text. */
export const txtFormat = defineFormat({
  extensions: ['txt'],
  cut: { by: 'line' },
  reader: () => ({
    isBlank: () => false,
    textLength: contentLength,
    parse(record) {
      const text = checkText(asBuffer(record)).subarray(0, contentLength(record))
      return { id: undefined, text, field: noField }
    },
    fields: noFields,
  }),
})

/** One document per line: the first word is its id; the text follows the blanks after it. */
export const idTextFormat = defineFormat({
  extensions: [],
  keptNames: ['txt'],
  cut: { by: 'line' },
  hasIds: true,
  reader: () => ({
    isBlank: record => skipBlanks(record, 0, contentLength(record)) === contentLength(record),
    parse(record) {
      const line = checkText(asBuffer(record)).subarray(0, contentLength(record))
      const start = skipBlanks(line, 0, line.length)
      let end = start
      while (end < line.length && !isBlankByte(line[end])) end++
      const id = line.toString('utf8', start, end)
      return {
        id,
        text: line.subarray(skipBlanks(line, end, line.length)),
        field: name => (name === 'id' ? id : undefined),
      }
    },
    fields: noFields,
  }),
})

/** The whole source is one document, line ends included, even if it is empty. */
export const wholeFormat = defineFormat({
  extensions: [],
  cut: { by: 'whole' },
  isFileEach: true,
  reader: () => ({
    isBlank: () => false,
    textLength: record => record.length,
    parse: record => ({ id: undefined, text: checkText(asBuffer(record)), field: noField }),
    fields: noFields,
  }),
})

/** Whether [from, to) is blanks, without or with a line end. */
export function isBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && (isBlankByte(bytes[at]) || bytes[at] === 10 || bytes[at] === 13)) at++
  return at === to
}

function isBlankByte(byte: number): boolean {
  return byte === 32 || byte === 9
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isBlankByte(bytes[at])) at++
  return at
}
