/**
 * Header rows: whether the first row of a table, which is taken for its header, looks like the rows below it. Then it
 * is a record, and was lost. Or whether it comes again as a record, as in files that were joined with their headers.
 *
 *     a name      17,Anna Lee,1985-04-12        number, words, date    like    number, words, date: a row
 *     as a row    id,name,born                  words,  words, words   unlike  number, words, date: a header
 *
 * Every field must be of a kind that its column has below, and one of them must be what no header is: a number, a date,
 * an address, a sentence, or a text that the column has again. Years are headers of tables by year, questions those of
 * surveys, and a row that equals the header is a second header.
 *
 * Ours: all of it. Cost: a few records of each table, and at most 10,000 of about the length of its header (32 ms).
 */

import { chunkOf, rowOf as rowIn } from '../../../engine/columns/chunks.ts'
import { ownValue } from '../../../ground/json/field.ts'
import { nameOfColumn } from '../../formats/table/column-names.ts'
import type { Source } from '../../inputs/source.ts'
import { fieldsOf } from '../record-fields.ts'
import type { Run } from '../run.ts'

/** Rows of a table that are compared with the first one. */
const fewRows = 20
/** Fewer rows show nothing. */
const leastRows = 2
/** Tables that are looked at. */
const mostTables = 20
/** Rows of about the length of the header that are compared with it. */
const mostLooked = 10_000
/** Characters of a row that a hint shows. */
const shownCharacters = 60

type Kind = 'none' | 'number' | 'date' | 'address' | 'sentence' | 'words'

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['none', /^\s*$/],
  ['number', /^[-+]?[$€£]?[\d.,\s]*\d\s*%?$/],
  ['date', /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ][\d:.]+\S*)?$/],
  ['address', /^\S+@\S+\.\S+$|^https?:\/\//i],
  ['sentence', /^(?=.*[^?:]\s*$)(?:\S+\s+){5,}\S+/s],
]
const year = /^(?:1[89]|20|21)\d\d$/

const kindOf = (field: string): Kind => kinds.find(([, pattern]) => pattern.test(field))?.[0] ?? 'words'

/**
 * Whether a header looks like a row.
 *
 * @param rows of its columns
 * @example isLikeRows(['1', 'Ann'], [['2', 'Bo'], ['3', 'Cy'], ['4', 'Di']]) // => true
 */
export function isLikeRows(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  if (rows.length < leastRows || rows.some(row => row.join('\0') === header.join('\0'))) return false
  let isRow = false
  for (const [column, name] of header.entries()) {
    const own = kindOf(name)
    const alike = rows.filter(row => kindOf(row[column]) === own).length
    if (alike === 0) return false
    const isNoName = own !== 'words' && own !== 'none' && !year.test(name)
    isRow ||=
      (isNoName && 2 * alike > rows.length) || (own === 'words' && rows.some(row => row[column] === name))
  }
  return isRow
}

/** Hints on tables of a run whose first row is no header, or comes again. REQUIRES: the run is scanned. */
export function headerRows(run: Run): string[] {
  return tablesOf(run).flatMap(table => {
    const { path, header, from, to, rowOf } = table
    const rows = Array.from({ length: Math.min(fewRows, to - from) }, (_, i) => rowOf(from + i))
    const again = repeatedHeaders(run, table)
    return [
      ...(isLikeRows(header, rows) ? [hint(path, header)] : []),
      ...(again.length > 0 ? [againHint(path, again.length, run.documents.at(again[0]))] : []),
    ]
  })
}

/** A table of a run: its documents [from, to), whose columns the first row names. */
interface Table {
  readonly path: string
  /** The first row; '' for a column without a name. */
  readonly header: readonly string[]
  /** The length of the same row as a record, at most. */
  readonly mostBytes: number
  readonly from: number
  readonly to: number
  rowOf(document: number): readonly string[]
}

function tablesOf(run: Run): Table[] {
  const { records } = run.documents
  const read = fieldsOf(run)
  const { plain } = run.sources
  const tables = [...plain.keys()].filter(source => hasHeader(plain[source])).slice(0, mostTables)
  return tables.map(source => {
    const { path, format } = plain[source]
    const [from, to] = [records.firstDocument(source), records.firstDocument(source + 1)]
    const names = 'header' in format ? format.header : from === to ? [] : Object.keys(read(from))
    const header = names.map((name, column) => (name === nameOfColumn(column) ? '' : name))
    const rowOf = (document: number) => {
      const row = read(document)
      return names.map(name => String(ownValue(row, name) ?? ''))
    }
    const asJson = JSON.stringify(Object.fromEntries(names.map(name => [name, name])))
    return { path, header, mostBytes: Buffer.byteLength(asJson), from, to, rowOf }
  })
}

/** Documents that are the header again, as where files were joined with theirs. */
function repeatedHeaders({ documents }: Run, { header, mostBytes, from, to, rowOf }: Table): number[] {
  const wanted = header.join('\0')
  const found: number[] = []
  let looked = 0
  for (let document = from; document < to && looked < mostLooked; document++) {
    const length = chunkOf(documents, document).length[rowIn(documents, document)]
    if (length < wanted.length || length > mostBytes) continue
    looked++
    if (rowOf(document).join('\0') === wanted) found.push(document)
  }
  return found
}

/** Whether the names of the fields come from the first row. */
const hasHeader = ({ format, sheet }: Source): boolean => 'header' in format || sheet !== undefined

function hint(path: string, header: readonly string[]): string {
  const row = header.join(',')
  const shown = row.length > shownCharacters ? `${row.slice(0, shownCharacters)}…` : row
  return (
    `the first row of ${path}, ${JSON.stringify(shown)}, is taken for names of columns, ` +
    'but looks like the rows below: if it is a record, put a row of names before it'
  )
}

function againHint(path: string, count: number, first: string): string {
  const rows = count === 1 ? '1 record is' : `${count} records are`
  return `of ${path} ${rows} the names of the columns again, first ${first}: take such lines out before`
}
