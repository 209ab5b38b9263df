/** Source head: everything needed before a source is cut: byte-order mark, header of rows; and what its start shows. */
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { showsDialect } from '../formats/csv-dialect.ts'
import { decodedBytes } from '../formats/encodings.ts'
import type { FormatName, SourceFormat } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { jsonFields } from '../formats/jsonl-format.ts'
import { lengthAt, lengthBytes, namesIn } from '../formats/table/row-values.ts'
import { inputError } from '../io/input-errors.ts'
import {
  type Beginning,
  beginningOf,
  type HeadOptions,
  type NamedFile,
  type SourceHead,
} from './beginning.ts'
import { columnsOf, rowsHead } from './row-header.ts'
import type { ShownFields } from './shown-fields.ts'
import { startLines } from './start-lines.ts'
import type { StreamStart } from './stream-start.ts'

/**
 * @param first the format that rows must have, with its columns and dialect
 * @throws NearsameError TEXT_FIELD for a header without a text field, CSV_HEADER, CSV_HEADERS_DIFFER, INPUT_MISSING,
 *   INPUT_UNREADABLE
 */
export function readHead(
  beginning: Beginning,
  format: FormatName,
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
  start: StreamStart,
  { format, name }: { readonly format: FormatName; readonly name: string },
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
  name: FormatName,
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
function tableHead({ start, isGrowing }: Beginning, name: FormatName, options: HeadOptions): SourceHead {
  const head = start(lengthBytes)
  const end = head.length < lengthBytes ? 0 : lengthAt(head, 0)
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
  format: FormatName,
  options: InputOptions,
  { shown, most }: { readonly shown: ShownFields; readonly most: number },
): void {
  const { encoding } = options
  try {
    const { dialect, showsFields } = formats[format]
    if (dialect !== undefined) {
      shown.addHeader(columnsOf(beginningOf(file), dialect, options).map(column => [column, '']))
    } else if (showsFields) {
      for (const line of startLines(file.path, afterMark(beginningOf(file)), {
        longest: options.maxRecord,
        most,
      })) {
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
