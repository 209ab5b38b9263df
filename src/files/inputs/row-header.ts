/** Row header: the columns and the dialect of a source of rows, from its first bytes. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import type { InputFormat, InputOptions } from '../../ground/options/input-options.ts'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { dialectBytes, dialectName, findDialect, sameDialect } from '../formats/csv-dialect.ts'
import { csvFields } from '../formats/csv-format.ts'
import { titlesIn } from '../formats/csv-titles.ts'
import type { Dialect } from '../formats/cut-csv.ts'
import { recordEndOf, rowCut } from '../formats/cuts.ts'
import { decodedBytes } from '../formats/encodings.ts'
import type { SourceFormat } from '../formats/format.ts'
import { noTextColumn } from '../formats/no-text-field.ts'
import { columnName } from '../formats/table/column-names.ts'
import { inputError } from '../io/input-errors.ts'
import { bareReturns } from '../io/mistaken.ts'
import type { Beginning, HeadOptions, SourceHead } from './beginning.ts'
import { checkMapped } from './column-map.ts'
import { enoughBytes } from './start-lines.ts'

/** Bytes of the first read for the header; doubled until it is complete. */
const firstBytes = 64 * 1024

/**
 * @param first the format that rows must have, with its columns and dialect
 * @throws NearsameError TEXT_FIELD, CSV_HEADER, CSV_HEADERS_DIFFER
 */
export function rowsHead(
  file: Beginning,
  { name, usual }: { readonly name: InputFormat; readonly usual: Dialect },
  options: HeadOptions,
  first: SourceFormat | undefined,
): SourceHead {
  const { id, text } = options
  const row = firstRow(file, usual, options)
  const { start, dialect, titles = 0 } = row
  const header = headerIn(row, file.name, options.encoding)
  if (header === undefined) {
    const format = { name, choice: { text: [], id }, header: [], dialect }
    return { format, start: start ?? 0, isOpen: start === undefined, isEmpty: true }
  }
  const isLater = first !== undefined && 'header' in first
  if (isLater) checkDialect(dialect, file.name, first.dialect)
  checkHeader(header, file.name, isLater ? first.header : header)
  checkMapped(options.map, header, file.name)
  const format = { name, choice: { text, id }, header, dialect }
  if (options.needsText && !text.some(column => header.includes(column)))
    throw noTextColumn(text, header, file.name)
  return { format, start: start ?? 0, ...(titles > 0 && { titles }) }
}

/**
 * The columns that a row names, those without a name by their letters; undefined if there is none, or its end has not
 * been written yet.
 */
function headerIn(
  { bytes, start, dialect }: FirstRow,
  where: string,
  encoding: string,
): string[] | undefined {
  if (start === undefined || bytes.length === 0) return undefined
  const fields = inPlace(where, () => csvFields(decodedBytes(bytes, encoding), dialect))
  return fields.every(field => field === '') ? [] : fields.map((_, column) => columnName(fields, column))
}

/** The columns that the start of a file names, as far as they are there. @throws NearsameError CSV_HEADER */
export function columnsOf(file: Beginning, usual: Dialect, options: InputOptions): readonly string[] {
  return headerIn(firstRow(file, usual, options), file.name, options.encoding) ?? []
}

/** The dialect of a file of rows. @throws NearsameError CSV_HEADER, INPUT_MISSING, INPUT_UNREADABLE */
export function dialectOf(file: Beginning, usual: Dialect, options: InputOptions): Dialect {
  try {
    return firstRow(file, usual, options).dialect
  } catch (cause) {
    throw inputError(cause, file.name)
  }
}

/** A row at the start of a file: its bytes, and where the next one starts. */
interface FirstRow {
  readonly bytes: Uint8Array
  /** Undefined until the end of the row has been written. */
  readonly start: number | undefined
  readonly dialect: Dialect
  /** Rows above it. */
  readonly titles?: number
}

/** @throws NearsameError CSV_HEADER if the row is longer than `maxRecord`, as with a quote that never closes */
function firstRow(
  { start, name, isGrowing = false }: Beginning,
  usual: Dialect,
  options: InputOptions,
): FirstRow {
  const longest = Math.max(options.maxRecord, enoughBytes)
  for (let length = firstBytes; ; length *= 2) {
    const bytes = start(length)
    const markBytes = markBytesOf(bytes)
    const isAll = bytes.length < length
    const shown = bytes.subarray(markBytes, markBytes + dialectBytes)
    const { dialect, preamble } = findDialect(shown, usual, options, name)
    const isWhole = isAll && !isGrowing
    const { end: from, count } = titlesIn(bytes, markBytes + preamble, { dialect, isWhole })
    const end = recordEndOf(rowCut(dialect))(bytes, from, bytes.length, isWhole)
    if ((end < 0 ? bytes.length : end) - from > longest) throw headerTooLong(name, longest)
    if (end >= 0) return { bytes: bytes.subarray(from, end), start: end, dialect, titles: count }
    if (isAll) return { bytes: bytes.subarray(from), start: isGrowing ? undefined : from, dialect }
  }
}

/** How to keep rows of different files. */
const asDirectory = 'write a directory (a name with / at its end), where each file keeps its own'

/** Rows of two dialects cannot be in one file of kept records. @throws NearsameError CSV_HEADERS_DIFFER */
function checkDialect(dialect: Dialect, where: string, first: Dialect): void {
  if (sameDialect(dialect, first)) return
  throw new NearsameError('CSV_HEADERS_DIFFER', {
    expected: `the dialect of the first input: ${dialectName(first)}`,
    got: dialectName(dialect),
    where,
    fix: `use files of one dialect, or ${asDirectory}`,
  })
}

function headerTooLong(where: string, longest: number): NearsameError {
  return new NearsameError('CSV_HEADER', {
    expected: `a first line of at most ${longest} bytes`,
    got: 'a longer one',
    where,
    fix: 'close the open quote in it, or add a header line',
  })
}

/**
 * @param first the header of the first input
 * @throws NearsameError CSV_HEADER, CSV_HEADERS_DIFFER
 */
function checkHeader(header: readonly string[], where: string, first: readonly string[]): void {
  if (header.some(column => /\r(?!\n)/.test(column))) throw bareReturns(where)
  const seen = new Set<string>()
  const twice = header.find(column => seen.size === seen.add(column).size)
  const isEmpty = header.length === 0
  if (isEmpty || twice !== undefined) {
    throw new NearsameError('CSV_HEADER', {
      expected: 'a first line with distinct column names',
      got: isEmpty ? 'an empty one' : `${JSON.stringify(twice)} twice`,
      where,
      fix: isEmpty ? 'add a header line' : 'rename one of the columns',
    })
  }
  // All columns: `listed` shows only some, and the files may differ in the others.
  const [got, wanted] = [header, first].map(columns => columns.map(name => JSON.stringify(name)).join(', '))
  if (got === wanted) return
  throw new NearsameError('CSV_HEADERS_DIFFER', {
    expected: `the columns of the first input: ${wanted}`,
    got,
    where,
    fix: `use files with the same columns in the same order, or ${asDirectory}`,
  })
}
