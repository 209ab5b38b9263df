/**
 * The formats by name: the traits of each that need no record (`formatTraits`), the line formats, and `recordFormat`,
 * which turns a specification in plain data (sent to worker threads) into a record format.
 */
import type { InputFormat } from '../../ground/options/input-options.ts'
import { usualDialect } from './csv-dialect.ts'
import { csvFormat } from './csv-format.ts'
import type { Dialect } from './cut-csv.ts'
import { type Cut, rowCut } from './cuts.ts'
import { decodedFormat } from './encodings.ts'
import { jsonFormat } from './json-elements.ts'
import { jsonlFormat } from './jsonl-format.ts'
import {
  asBuffer,
  checkText,
  contentLength,
  type FieldChoice,
  type FormatName,
  type RecordFormat,
} from './record-format.ts'
import { warcFormat } from './warc-lines.ts'

/** A record format as plain data. */
export type FormatSpec = PlainSpec & {
  /** Absent for UTF-8. */
  readonly encoding?: string
}

type PlainSpec =
  | { readonly name: 'jsonl' | 'json' | 'warc'; readonly choice: FieldChoice }
  | {
      readonly name: 'csv' | 'tsv'
      readonly choice: FieldChoice
      readonly header: readonly string[]
      readonly dialect: Dialect
    }
  | { readonly name: Exclude<FormatName, 'jsonl' | 'json' | 'warc' | 'csv' | 'tsv'> }

/** The traits of a format that follow from its name. */
interface FormatTraits {
  /** How a source is cut into records, unless its own head says otherwise (`cutOf`). */
  readonly cut: Cut
  /** Whether records may have an id. A document without one is named by its place. */
  readonly hasIds: boolean
}

export const formatTraits = {
  jsonl: { cut: { by: 'line' }, hasIds: true },
  csv: { cut: { by: 'csv', dialect: usualDialect('csv') }, hasIds: true },
  tsv: { cut: { by: 'csv', dialect: usualDialect('tsv') }, hasIds: true },
  txt: { cut: { by: 'line' }, hasIds: false },
  'id-text': { cut: { by: 'line' }, hasIds: true },
  json: { cut: { by: 'line' }, hasIds: true },
  warc: { cut: { by: 'line' }, hasIds: true },
  whole: { cut: { by: 'whole' }, hasIds: false },
} as const satisfies Readonly<Record<FormatName, FormatTraits>>

/** How a source of this format is cut into records. */
export function cutOf(spec: FormatSpec): Cut {
  return 'dialect' in spec ? rowCut(spec.dialect) : formatTraits[spec.name].cut
}

/** Whether each document is a file of its own. */
export function isFileEach(format: InputFormat): boolean {
  return format !== 'parquet' && formatTraits[format].cut.by === 'whole'
}

/** Whether files are not read as they are, but as the JSON lines made of their records. */
export function isConverted(format: InputFormat): format is 'parquet' | 'json' | 'warc' {
  return format === 'parquet' || format === 'json' || format === 'warc'
}

/** @throws NearsameError TEXT_FIELD when the header of a CSV file has no text field. */
export function recordFormat(spec: FormatSpec): RecordFormat {
  const format = plainFormat(spec)
  return spec.encoding === undefined ? format : decodedFormat(format, spec.encoding)
}

function plainFormat(spec: FormatSpec): RecordFormat {
  switch (spec.name) {
    case 'jsonl':
      return jsonlFormat(spec.choice)
    case 'json':
      return jsonFormat(spec.choice)
    case 'warc':
      return warcFormat(spec.choice)
    case 'csv':
    case 'tsv':
      return csvFormat(spec.header, spec.choice, spec.dialect)
    case 'txt':
      return txtFormat
    case 'id-text':
      return idTextFormat
    case 'whole':
      return wholeFormat
  }
}

const noField = () => undefined

/** One document per line, even if it is blank. The CR of CR LF is not text. */
export const txtFormat: RecordFormat = {
  isBlank: () => false,
  parse(record) {
    const text = checkText(asBuffer(record)).subarray(0, contentLength(record))
    return { id: undefined, text, field: noField }
  },
}

/** Whether [from, to) is blanks, without or with a line end. */
export function isBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && (isBlankByte(bytes[at]) || bytes[at] === 10 || bytes[at] === 13)) at++
  return at === to
}

/** One document per line: the first word is its id; the text follows the blanks after it. */
export const idTextFormat: RecordFormat = {
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
}

/** The whole source is one document, line ends included, even if it is empty. */
export const wholeFormat: RecordFormat = {
  isBlank: () => false,
  parse: record => ({ id: undefined, text: checkText(asBuffer(record)), field: noField }),
}

function isBlankByte(byte: number): boolean {
  return byte === 32 || byte === 9
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isBlankByte(bytes[at])) at++
  return at
}
