/** Formats: the one list of them, in the order of `inputFormats`, and the reader of a source. */
import type { InputFormat } from '../../ground/options/input-options.ts'
import { csvFormat, tsvFormat } from './csv-format.ts'
import { type Cut, rowCut } from './cuts.ts'
import { decodedReader } from './encodings.ts'
import type { Format, SourceFormat } from './format.ts'
import { jsonFormat } from './json-format.ts'
import { jsonlFormat } from './jsonl-format.ts'
import type { RecordReader } from './record-format.ts'
import { arrowFormat, parquetFormat } from './table-formats.ts'
import { idTextFormat, txtFormat, wholeFormat } from './text-formats.ts'
import { warcFormat } from './warc-format.ts'
import { xlsxFormat } from './xlsx-format.ts'

export const formats: Readonly<Record<InputFormat, Format>> = Object.freeze({
  jsonl: jsonlFormat,
  json: jsonFormat,
  csv: csvFormat,
  tsv: tsvFormat,
  txt: txtFormat,
  'id-text': idTextFormat,
  parquet: parquetFormat,
  arrow: arrowFormat,
  xlsx: xlsxFormat,
  warc: warcFormat,
  whole: wholeFormat,
})

/** How a source is cut into records. */
export function cutOf(source: SourceFormat): Cut {
  return 'dialect' in source ? rowCut(source.dialect) : formats[source.name].cut
}

/** The reader of the records of a source. */
export function readerOf(source: SourceFormat): RecordReader {
  const reader = formats[source.name].reader(source)
  return source.encoding === undefined ? reader : decodedReader(reader, source.encoding)
}
