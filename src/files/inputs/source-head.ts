/** Source head: everything needed before a source is cut: byte-order mark, header of rows; and what its start shows. */
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import type { InputFormat, InputOptions } from '../../ground/options/input-options.ts'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { showsDialect } from '../formats/csv-dialect.ts'
import { decodedBytes } from '../formats/encodings.ts'
import type { SourceFormat } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { jsonFields } from '../formats/jsonl-format.ts'
import { lengthAt, lengthBytes, namesIn, rowEnd, rowLine } from '../formats/table/row-values.ts'
import type { BytesAhead } from '../io/archives/bytes-ahead.ts'
import { inputError } from '../io/input-errors.ts'
import {
  type Beginning,
  beginningOf,
  type HeadOptions,
  type NamedFile,
  type SourceHead,
} from './beginning.ts'
import { columnsOf, rowsHead } from './row-header.ts'
import { shortStrings } from './short-strings.ts'
import type { ShownFields } from './shown-fields.ts'
import { type Limits, startLines } from './start-lines.ts'

/**
 * @param first the format that rows must have, with its columns and dialect
 * @throws NearsameError TEXT_FIELD for a header without a text field, CSV_HEADER, CSV_HEADERS_DIFFER, INPUT_MISSING,
 *   INPUT_UNREADABLE
 */
export function readHead(
  beginning: Beginning,
  format: InputFormat,
  options: HeadOptions,
  first?: SourceFormat,
): SourceHead {
  try {
    const head = headOf(beginning, format, options, first)
    const { encoding } = options
    return encoding === 'utf-8' || formats[format].isConverted
      ? head
      : { ...head, format: { ...head.format, encoding } }
  } catch (cause) {
    throw inputError(cause, beginning.name)
  }
}

/**
 * The head of a stream for a reader of all fields, from as many of its first bytes as that takes.
 *
 * @param optionsOf with the encoding, known once the first bytes have arrived
 * @throws NearsameError as `readHead` does
 */
export async function streamHead(
  start: BytesAhead,
  { format, name }: { readonly format: InputFormat; readonly name: string },
  optionsOf: () => InputOptions,
): Promise<SourceHead> {
  const isRows = formats[format].dialect !== undefined
  for (let isEnough = isRows ? showsDialect : ({ length }: Buffer) => length >= 3; ; ) {
    await start.readUntil(isEnough)
    const { bytes, isAll } = start
    const beginning = { name, isGrowing: !isAll, start: (length: number) => bytes.subarray(0, length) }
    const { text = ['text'], ...options } = optionsOf()
    const fields = { text, needsText: false, map: new Map(), columns: false }
    const head = readHead(beginning, format, { ...options, ...fields })
    if (isAll || head.isOpen !== true) return head
    isEnough = ({ length }) => length >= 2 * bytes.length
  }
}

/** The fields of objects are those of the side, which the start of every input has shown. */
function headOf(
  beginning: Beginning,
  name: InputFormat,
  options: HeadOptions,
  first: SourceFormat | undefined,
): SourceHead {
  const { dialect: usual, hasFields, showsFields } = formats[name]
  if (usual !== undefined) return rowsHead(beginning, { name, usual }, options, first)
  if (formats[name].cut.by === 'row') return tableHead(beginning, name, options)
  const start = afterMark(beginning)
  if (!hasFields) return { format: { name }, start }
  const { columns, id, text } = options
  const anyScalar = showsFields && columns && text.length > 1
  return { format: { name, choice: { text, id, ...(anyScalar && { anyScalar }) } }, start }
}

/** The head of a table, its first row. */
function tableHead({ start, isGrowing }: Beginning, name: InputFormat, options: HeadOptions): SourceHead {
  const end = endOfRow(start, 0)
  const row = start(end)
  const isAll = end > 0 && row.length === end
  const { text, id, columns: anyScalar } = options
  const choice = { text, id, ...(anyScalar && text.length > 1 && { anyScalar }) }
  return {
    format: { name, choice, columns: isAll ? namesIn(row) : [] },
    start: end,
    ...(!isAll && isGrowing && { isOpen: true }),
  }
}

/** Where the row at an offset ends; the offset if its length is not there. */
function endOfRow(start: Beginning['start'], from: number): number {
  const head = start(from + lengthBytes)
  return head.length < from + lengthBytes ? from : from + lengthAt(head, from)
}

/** The first rows of a table, as `startLines` yields lines. */
function* startRows({ start }: Beginning, { longest, most }: Limits): Generator<Uint8Array> {
  let from = endOfRow(start, 0)
  const first = endOfRow(start, from)
  const bytes = start(first - from > longest ? most : Math.max(most, first))
  if (bytes.length < from) return
  const columns = namesIn(bytes.subarray(0, from))
  for (let to = rowEnd(bytes, from, bytes.length); to >= 0; to = rowEnd(bytes, from, bytes.length)) {
    yield rowLine(bytes.subarray(from, to), columns)
    from = to
  }
}

/** The start of a source without a header. */
function afterMark({ start, markBytes }: Beginning): number {
  return markBytes ?? markBytesOf(start(3))
}

/**
 * Adds what the start of a file shows of its fields. Columns of CSV have no types, so each could hold the text.
 *
 * @param most bytes to look at, unless the first record is longer
 * @throws NearsameError CSV_HEADER, INPUT_MISSING, INPUT_UNREADABLE
 */
export function showFields(
  file: NamedFile,
  format: InputFormat,
  options: InputOptions,
  { shown, most }: { readonly shown: ShownFields; readonly most: number },
): void {
  const { encoding } = options
  try {
    const { cut, dialect, showsFields } = formats[format]
    if (dialect !== undefined) {
      shown.addHeader(columnsOf(beginningOf(file), dialect, options).map(column => [column, '']))
    } else if (showsFields) {
      // In other encodings a byte of a character may look like a quotation mark.
      const shortening = encoding === 'utf-8' ? () => shortStrings() : undefined
      const limits = { longest: options.maxRecord, most, shortening }
      const beginning = beginningOf(file)
      const lines =
        cut.by === 'row'
          ? startRows(beginning, limits)
          : startLines(file.path, afterMark(beginning), limits)
      for (const line of lines) {
        shown.addRecord(objectOf(line, encoding) ?? {})
        if (shown.isEnough) return
      }
    }
  } catch (cause) {
    throw inputError(cause, file.name)
  }
}

/** The object of a line; most lines without one are seen by their first byte, without the cost of an error. */
function objectOf(line: Uint8Array, encoding: string): Record<string, unknown> | undefined {
  if (line[line.findIndex(byte => byte > 32)] !== 0x7b) return undefined
  try {
    return withoutStacks(() => jsonFields(decodedBytes(line, encoding)))
  } catch {
    return undefined // the scan counts bad records
  }
}
