/**
 * Reads records with all of their fields, one after the other, in memory independent of the size of the inputs.
 *
 *     JSON, WARC, Parquet  the fields of the object        CSV, TSV     a string for each column
 *     id-text              an id and a text                text, whole  a text
 *
 * Other commands read only the texts, on several threads; here each record keeps all its fields.
 */
import { join } from 'node:path'
import type { DocumentId } from '../../engine/library/document.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace } from '../../ground/errors/place.ts'
import { fieldOf } from '../../ground/json/field.ts'
import type { InputFormat, InputOptions } from '../../ground/options/input-options.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { sourceEncoding } from '../formats/encodings.ts'
import type { RowsFormat } from '../formats/format.ts'
import { cutOf, formats, readerOf } from '../formats/formats.ts'
import type { RecordReader } from '../formats/record-format.ts'
import { recordTooLong } from '../formats/record-format.ts'
import { noTexts, type TextlessRecords } from '../formats/warc/textless.ts'
import { cutRecords } from '../inputs/cut-records.ts'
import type { Input, InputSet } from '../inputs/resolve/input.ts'
import { openInput } from '../inputs/resolve/open-input.ts'
import { sourceBytes } from '../inputs/source-bytes.ts'
import { streamHead } from '../inputs/source-head.ts'
import { BytesAhead } from '../io/archives/bytes-ahead.ts'
import { inputError } from '../io/input-errors.ts'
import { openParquet } from '../io/parquet/parquet-file.ts'
import { spoolParquet } from '../io/parquet-records/parquet-read.ts'
import { RunDirectory } from '../io/run-directory.ts'

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
  { name, format }: { readonly name: string; readonly format: InputFormat },
  options: InputOptions,
): AsyncGenerator<ReadRecord> {
  const input = { path: '-', name, format, compression: 'none', sizeBytes: 0, isStream: true } as const
  return recordsOf(input, options, { textless: new Map(), opened: () => pieces })
}

/** Parquet as rows in a temporary file; one without a byte is JSON lines without a record. */
async function plainInput(input: Input, directory: RunDirectory): Promise<Input> {
  if (input.format !== 'parquet') return input
  if (input.sizeBytes === 0) return { ...input, format: 'jsonl' }
  const path = join(await directory.path(), 'rows')
  const { columns } = await openParquet(input.path)
  await spoolParquet(
    input.path,
    columns.map(({ name }) => name),
    path,
  )
  return { ...input, path, compression: 'none' }
}

interface Opening {
  /** Gets the records of WARC that are not read, by kind. */
  readonly textless: TextlessRecords
  readonly opened: (input: Input) => AsyncIterable<Uint8Array>
}

/** REQUIRES: the caller closes the start */
async function openedInput(input: Input, options: InputOptions, { textless, opened }: Opening) {
  const { maxRecord, html, sheet } = options
  let encoding = 'utf-8'
  const onEncoding = (found: string) => {
    encoding = sourceEncoding(found)
  }
  const settings = { maxRecord, html, sheet, encoding: options.encoding, onEncoding, textless }
  const start = new BytesAhead(sourceBytes(opened(input), input.format, input, settings))
  try {
    return { start, head: await streamHead(start, input, () => ({ ...options, encoding })) }
  } catch (error) {
    await start.close()
    throw error
  }
}

/**
 * The columns and the dialect of an input of rows, whether it is packed, in UTF-16 or in a store.
 *
 * @throws NearsameError CSV_HEADER; those of reading
 */
export async function readRowHeader(
  input: Input,
  options: InputOptions,
  signal: AbortSignal,
): Promise<Pick<RowsFormat, 'header' | 'dialect'> | undefined> {
  const { start, head } = await openedInput(input, options, {
    textless: new Map(),
    opened: opened(signal),
  })
  await start.close()
  return 'dialect' in head.format ? head.format : undefined
}

async function* recordsOf(
  input: Input,
  options: InputOptions,
  opening: Opening,
): AsyncGenerator<ReadRecord> {
  const { maxRecord } = options
  const { format, id, name } = input
  const { start, head } = await openedInput(input, options, opening)
  try {
    if (head.isEmpty === true) return
    const reader = readerOf(head.format)
    const ownId = formats[format].isFileEach ? (id ?? name) : undefined
    let number = 0
    for await (const { length, counted, bytes } of cutRecords(
      start.rest(head.start),
      cutOf(head.format),
      maxRecord,
    )) {
      const at = `${name}:${number + 1}`
      const values =
        bytes === undefined ? recordTooLong(counted, maxRecord) : read(reader, bytes, options.id, ownId)
      if (values === undefined) continue
      number++
      yield values instanceof NearsameError
        ? { at, length, error: atPlace(values, at) }
        : { at, length, ...values }
    }
  } finally {
    await start.close()
  }
}

const opened = (signal: AbortSignal) => (input: Input) => bytesOfInput(input, signal)

async function* bytesOfInput(input: Input, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = openInput(input)
  const stop = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    yield* stream
  } catch (cause) {
    signal.throwIfAborted()
    throw inputError(cause, input.name)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * The values of a record; undefined for a blank line; an error for a bad one.
 *
 * @param ownId the id of a text without one
 */
function read(
  reader: RecordReader,
  record: Buffer,
  idField: string,
  ownId: string | undefined,
): Values | undefined | NearsameError {
  try {
    if (reader.isBlank(record)) return undefined
    const fields = reader.fields(record)
    if (fields !== undefined) return { fields, ...named(fieldOf(fields, idField)) }
    const parsed = reader.parse(record)
    return { text: decodeText(parsed.text), ...named(parsed.id ?? ownId) }
  } catch (error) {
    if (isNearsameError(error)) return error
    throw error
  }
}

/** A value as an id, if it can be one. */
function named(value: unknown): { readonly id?: DocumentId } {
  const isId = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isId ? { id: value } : {}
}
