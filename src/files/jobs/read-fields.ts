/**
 * Reads records with all of their fields, one after the other, in memory independent of the size of the inputs.
 *
 *     JSON, WARC, Parquet  the fields of the object        CSV, TSV     a string for each column
 *     id-text              an id and a text                text, whole  a text
 *
 * Other commands read only the texts, on several threads; here each record keeps all its fields.
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { DocumentId } from '../../engine/library/document.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace } from '../../ground/errors/place.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { fieldOf, ownValue } from '../../ground/json/field.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { findDialect } from '../formats/csv-dialect.ts'
import { csvFields, csvRowReader } from '../formats/csv-format.ts'
import type { Dialect } from '../formats/cut-csv.ts'
import { type Cut, rowCut } from '../formats/cuts.ts'
import { decodedBytes, isWide } from '../formats/encodings.ts'
import { formatTraits, isFileEach, recordFormat } from '../formats/formats.ts'
import { elementFields } from '../formats/json-elements.ts'
import { jsonFields, jsonlFormat } from '../formats/jsonl-format.ts'
import type { FormatName, RecordFormat } from '../formats/record-format.ts'
import { recordTooLong } from '../formats/record-too-long.ts'
import { noTexts, type TextlessRecords } from '../formats/warc/textless.ts'
import { warcFields } from '../formats/warc-lines.ts'
import { inputError } from '../io/input-errors.ts'
import type { Input, InputSet } from '../io/inputs/input.ts'
import { openParquet, spoolParquet } from '../io/parquet/parquet-read.ts'
import { RunDirectory } from '../io/run-directory.ts'
import { cutRecords } from '../sources/cut-records.ts'
import { checkCsvHeader } from '../sources/first-record.ts'
import { sourceBytes } from '../sources/source-bytes.ts'

export interface ReadRecord {
  /** `file:record`, records numbered from 1. */
  readonly at: string
  /** Size in the input, in bytes. */
  readonly length: number
  readonly id?: DocumentId
  /** The fields unchanged; absent if the record is a text. */
  readonly fields?: Record<string, unknown>
  readonly text?: string
  /** The error of a bad record, which has no values. */
  readonly error?: NearsameError
}

type Values = Omit<ReadRecord, 'at' | 'length' | 'error'>
type Parse = (record: Buffer) => Values | undefined

/** How to parse the records of an input: each by itself, or those after the first one, its header. */
type Parser = { readonly parse: Parse } | { readonly underHeader: (bytes: Buffer | undefined) => Parser }

/** How to cut an input into records, and how to parse them. */
interface Reading {
  readonly cut: Cut | ((start: Buffer) => Cut)
  readonly parser: Parser
}

/**
 * @param signal stops the reading, which then throws
 * @param textless gets the records of WARC that are not read, by kind
 * @throws NearsameError CSV_HEADER; TEXT_MISSING if all records of the inputs are of kinds that are not read; those of
 *   reading
 */
export async function* readFields(
  { inputs }: InputSet,
  options: InputOptions,
  signal: AbortSignal,
  textless: TextlessRecords = new Map(),
): AsyncGenerator<ReadRecord> {
  const directory = new RunDirectory('')
  let isRead = false
  try {
    for (const input of inputs) {
      const plain = await plainInput(input, directory)
      for await (const record of recordsOf(plain, options, { textless, opened: opened(signal) })) {
        isRead = true
        yield record
      }
    }
    const error = isRead ? undefined : noTexts(textless, options.html)
    if (error !== undefined) throw error
  } finally {
    await directory.remove()
  }
}

/** The same for a file that arrives piece by piece, uncompressed. */
export function readPieces(
  pieces: AsyncIterable<Uint8Array>,
  { name, format }: { readonly name: string; readonly format: FormatName },
  options: InputOptions,
): AsyncGenerator<ReadRecord> {
  const input = { path: '-', name, format, compression: 'none', sizeBytes: 0, isStream: true } as const
  return recordsOf(input, options, { textless: new Map(), opened: () => pieces })
}

interface PlainInput extends Input {
  readonly format: FormatName
}

/** Parquet as JSON lines in a temporary file; one without a byte is JSON lines without a record. */
async function plainInput(input: Input, directory: RunDirectory): Promise<PlainInput> {
  const { format } = input
  if (format !== 'parquet') return { ...input, format }
  if (input.sizeBytes === 0) return { ...input, format: 'jsonl' }
  const path = join(await directory.path(), 'rows.jsonl')
  const { columns } = await openParquet(input.path)
  await spoolParquet(
    input.path,
    columns.map(({ name }) => name),
    path,
  )
  return { ...input, path, format: 'jsonl', compression: 'none' }
}

interface Opening {
  /** Gets the records of WARC that are not read, by kind. */
  readonly textless: TextlessRecords
  readonly opened: (input: Input) => AsyncIterable<Uint8Array>
}

async function* recordsOf(
  input: PlainInput,
  options: InputOptions,
  { textless, opened }: Opening,
): AsyncGenerator<ReadRecord> {
  const { maxRecord, html } = options
  let encoding: string | undefined
  const onEncoding = (found: string) => {
    encoding = isWide(found) ? undefined : found // which arrives as UTF-8
  }
  const settings = { maxRecord, html, encoding: options.encoding, onEncoding, textless }
  const pieces = sourceBytes(opened(input), input, settings)
  const { cut, ...reading } = readingOf(input, options, () => encoding)
  let { parser } = reading
  let number = 0
  for await (const { length, counted, bytes } of cutRecords(pieces, cut, maxRecord)) {
    if ('underHeader' in parser) {
      parser = parser.underHeader(bytes && decodedBytes(bytes, encoding))
      continue
    }
    const at = `${input.name}:${number + 1}`
    const values =
      bytes === undefined ? recordTooLong(counted, maxRecord) : parsed(parser.parse, bytes, encoding)
    if (values === undefined) continue
    number++
    yield values instanceof NearsameError
      ? { at, length, error: atPlace(values, at) }
      : { at, length, ...values }
  }
}

const opened = (signal: AbortSignal) => (input: Input) => bytesOfInput(input, signal)

async function* bytesOfInput({ path, name }: Input, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 20 })
  const stop = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    yield* stream
  } catch (cause) {
    signal.throwIfAborted()
    throw inputError(cause, name)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The values; undefined for a blank line; an error for a bad record. */
function parsed(
  parse: Parse,
  record: Buffer,
  encoding: string | undefined,
): Values | undefined | NearsameError {
  try {
    return parse(decodedBytes(record, encoding))
  } catch (error) {
    if (isNearsameError(error)) return error
    throw error
  }
}

/** @param encodingOf the encoding, once the first bytes have arrived */
function readingOf(
  { format, name, id }: PlainInput,
  options: InputOptions,
  encodingOf: () => string | undefined,
): Reading {
  const { cut } = formatTraits[format]
  switch (format) {
    case 'jsonl':
    case 'json':
    case 'warc':
      return { cut, parser: { parse: jsonParser(options.id, objectReaders[format]) } }
    case 'csv':
    case 'tsv':
      return csvReading(format, name, () => ({ ...options, encoding: encodingOf() ?? '' }))
    case 'txt':
    case 'id-text':
    case 'whole': {
      const parse = textParser(
        recordFormat({ name: format }),
        isFileEach(format) ? (id ?? name) : undefined,
      )
      return { cut, parser: { parse } }
    }
  }
}

/** The first bytes show the dialect; a line that names the separator goes before the header. */
function csvReading(format: 'csv' | 'tsv', name: string, optionsOf: () => InputOptions): Reading {
  let { dialect, preamble } = findDialect(Buffer.alloc(0), format, optionsOf(), name)
  const underHeader = (bytes: Buffer | undefined): Parser => {
    if (preamble === 0) return { parse: csvParser(dialect, headerOf(name, dialect, bytes), optionsOf().id) }
    preamble = 0
    return { underHeader }
  }
  const cut = (start: Buffer): Cut => {
    ;({ dialect, preamble } = findDialect(start, format, optionsOf(), name))
    return rowCut(dialect)
  }
  return { cut, parser: { underHeader } }
}

/** @param name the id of a record without one */
function textParser(format: RecordFormat, name: string | undefined): Parse {
  return record => {
    if (format.isBlank(record)) return undefined
    const parsed = format.parse(record)
    const id = idOf(parsed.id) ?? name
    return { text: decodeText(parsed.text), ...(id !== undefined && { id }) }
  }
}

/** The object of a line of each of these formats. */
const objectReaders = { jsonl: jsonFields, json: elementFields, warc: warcFields } as const

function jsonParser(idField: string, read: typeof jsonFields): Parse {
  const { isBlank } = jsonlFormat({ text: [], id: idField })
  return record => {
    if (record[0] <= 32 && isBlank(record)) return undefined
    const fields = read(record, fromJson)
    const id = idOf(fieldOf(fields, idField))
    return { fields, ...(id !== undefined && { id }) }
  }
}

function idOf(value: unknown): DocumentId | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  return undefined
}

function csvParser(dialect: Dialect, header: readonly string[], idField: string): Parse {
  const read = csvRowReader(header, dialect)
  return record => {
    const fields = read(record)
    if (fields === undefined) return undefined
    const id = ownValue(fields, idField)
    return { fields, ...(id !== undefined && { id }) }
  }
}

/** @throws NearsameError CSV_HEADER */
function headerOf(name: string, dialect: Dialect, bytes: Buffer | undefined): readonly string[] {
  const header = csvFields(bytes ?? Buffer.alloc(0), dialect)
  checkCsvHeader(header, name)
  return header
}
