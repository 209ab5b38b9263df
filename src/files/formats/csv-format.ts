/**
 * CSV and TSV: from rows of fields under a header to id, text and fields.
 *
 * Grammar: `row = field *(separator field) [CR] LF`, quoted fields as in `csv-row.ts`. The header comes from
 * the first row of the file (the caller reads it once); every row must have as many fields.
 * An empty line is not a record: a single empty field is written as `""`.
 *
 * Source: RFC 4180, section 2. Ours: TSV and other dialects (`csv-dialect.ts`) follow the same rules with their own
 * separator and quote.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { visibleText } from '../../ground/errors/visible-text.ts'
import { type FieldPlaces, splitRow } from './csv-row.ts'
import { type Dialect, quoteName } from './cut-csv.ts'
import { defineFormat, type RowsFormat } from './format.ts'
import { asBuffer, checkText, contentLength, type RecordReader } from './record-format.ts'

/** A row and its fields. */
interface Row {
  readonly bytes: Buffer
  readonly quote: number
  readonly fields: FieldPlaces
}

const quote = 0x22
export const comma: Dialect = { separator: 0x2c, quote }
export const tab: Dialect = { separator: 0x09, quote }

const rows = {
  hasIds: true,
  hasFields: true,
  showsFields: true,
  takesFields: true,
  reader: rowReader,
} as const

export const csvFormat = defineFormat<RowsFormat>({
  ...rows,
  extensions: ['csv'],
  cut: { by: 'csv', dialect: comma },
  dialect: comma,
})

export const tsvFormat = defineFormat<RowsFormat>({
  ...rows,
  extensions: ['tsv'],
  keptNames: ['tsv', 'csv'], // a header of CSV shows its separator
  cut: { by: 'csv', dialect: tab },
  dialect: tab,
})

function rowReader({ header, choice, dialect }: RowsFormat): RecordReader {
  const columns = choice.text.map(name => header.indexOf(name)).filter(column => column >= 0)
  const idColumn = header.indexOf(choice.id)
  return {
    isBlank: record => contentLength(record) === 0,
    parse(record) {
      const row = checkedRow(record, header, dialect)
      return {
        id: idColumn < 0 ? undefined : fieldBytes(row, idColumn).toString(),
        text: textOf(row, columns),
        field(name) {
          const column = header.indexOf(name)
          return column < 0 ? undefined : fieldBytes(row, column).toString()
        },
      }
    },
    fields(record) {
      const row = checkedRow(record, header, dialect)
      return Object.fromEntries(header.map((column, i) => [column, fieldBytes(row, i).toString()]))
    },
  }
}

/** @throws NearsameError CSV_COLUMNS, CSV_QUOTE, NUL_BYTE, UTF8_INVALID. */
function checkedRow(record: Uint8Array, header: readonly string[], dialect: Dialect): Row {
  const row = rowOf(checkText(asBuffer(record)), dialect)
  refuseSwallowed(row.bytes, header.length, dialect)
  checkColumns(row.fields.starts.length, header)
  return row
}

/**
 * A quote that is text, at the start of one field and at the end of another, joins all rows between to one. Then each
 * line of the record has the separators of a row; what people write in a quoted field has other numbers of them, or
 * white space after them. One line of ten may differ: it may be a bad row itself.
 *
 * @throws NearsameError CSV_QUOTE
 */
function refuseSwallowed(
  bytes: Buffer,
  columns: number,
  { separator, quote, isQuoteGiven }: Dialect,
): void {
  const end = contentLength(bytes)
  const feed = bytes.indexOf(10)
  if (isQuoteGiven || columns < 2 || feed < 0 || feed >= end) return
  let [lines, others] = [0, 0]
  for (let from = 0; from < end; ) {
    const next = bytes.indexOf(10, from)
    const to = next < 0 || next > end ? end : next
    lines++
    if (!isLikeRow(bytes.subarray(from, to), columns, separator)) others++
    from = to + 1
  }
  if (10 * others > lines) return
  throw new NearsameError('CSV_QUOTE', {
    expected: 'a quoted field in one row, or `quote` none for quotes that are text',
    got: `one of ${lines} lines, each with the separators of a row`,
    fix:
      `set \`quote\` none if quotes are text; if the field is meant so, \`quote\` ${quoteName(quote)} says it, ` +
      'or double the quotes that are text',
  })
}

function isLikeRow(line: Buffer, columns: number, separator: number): boolean {
  let count = 0
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) {
    if (line[at + 1] === 32 || ++count === columns) return false
  }
  return count === columns - 1
}

function checkColumns(count: number, header: readonly string[]): void {
  if (count === header.length) return
  throw new NearsameError('CSV_COLUMNS', {
    expected: `${header.length} ${header.length === 1 ? 'field' : 'fields'}, as in the header`,
    got: `${count}`,
    fix: 'quote fields that hold the separator, or correct the row',
  })
}

function textOf(row: Row, columns: readonly number[]): Uint8Array {
  if (columns.length === 1) return fieldBytes(row, columns[0])
  const feed = Buffer.of(10)
  return Buffer.concat(columns.flatMap((column, i) => [...(i > 0 ? [feed] : []), fieldBytes(row, column)]))
}

/**
 * The fields of a row as strings.
 *
 * @throws NearsameError CSV_QUOTE, NUL_BYTE, UTF8_INVALID.
 */
export function csvFields(record: Uint8Array, dialect: Dialect): string[] {
  const row = rowOf(checkText(asBuffer(record)), dialect)
  return row.fields.starts.map((_, i) => fieldBytes(row, i).toString())
}

/** Where the content of the text fields of a row stands, and whether it has doubled quotes. */
export function csvFieldPlaces(
  record: Buffer,
  { header, choice, dialect }: RowsFormat,
): { readonly from: number; readonly to: number; readonly isDoubled: boolean }[] {
  const { starts, ends, doubled } = rowOf(record, dialect).fields
  const columns = choice.text.map(name => header.indexOf(name)).filter(column => column >= 0)
  return columns.map(column => ({ from: starts[column], to: ends[column], isDoubled: doubled[column] }))
}

/** The same for bytes known to be text, without white space around unquoted fields. @throws NearsameError CSV_QUOTE */
export function trimmedFields(text: Buffer, dialect: Dialect): string[] {
  const row = rowOf(text, dialect)
  return row.fields.starts.map((start, i) => {
    const field = fieldBytes(row, i).toString()
    return text[start - 1] === dialect.quote ? field : field.trim()
  })
}

/** The content of a field; a view of the record unless it holds doubled quotes. */
function fieldBytes(row: Row, index: number): Buffer {
  const content = row.bytes.subarray(row.fields.starts[index], row.fields.ends[index])
  if (!row.fields.doubled[index]) return content
  const out = Buffer.allocUnsafe(content.length)
  let length = 0
  for (let at = 0; at < content.length; at++) {
    out[length++] = content[at]
    if (content[at] === row.quote) at++
  }
  return out.subarray(0, length)
}

/** @throws NearsameError CSV_QUOTE */
function rowOf(bytes: Buffer, dialect: Dialect): Row {
  const length = contentLength(bytes)
  const found = splitRow(bytes, length, dialect)
  if (!('fault' in found)) return { bytes, quote: dialect.quote, fields: found }
  const { fault, at } = found
  if (fault === 'open') {
    throw new NearsameError('CSV_QUOTE', {
      expected: 'a closing quote',
      got: `the end of the file in the field that opens at byte ${at + 1} of the record`,
      fix: 'close the quote, or double the quotes inside the field, or set `quote` none if quotes are text',
    })
  }
  const rest = visibleText(bytes.toString('utf8', at, Math.min(at + 12, length)))
  throw new NearsameError('CSV_QUOTE', {
    expected: 'a separator after a closing quote',
    got: `${rest} at byte ${at + 1} of the record`,
    fix: 'double the quotes inside a quoted field, or set `quote` none if quotes are text',
  })
}
