/**
 * Header rows: whether the first row of a table, which is taken for its header, looks like the rows below it. Then it
 * is a record, and was lost.
 *
 *     a name      17,Anna Lee,1985-04-12        number, words, date    like    number, words, date: a row
 *     as a row    id,name,born                  words,  words, words   unlike  number, words, date: a header
 *
 * Every field must be of a kind that its column has below, and one of them must be what no header is: a number, a date,
 * an address, a sentence, or a text that the column has again. Years are headers of tables by year, questions those of
 * surveys, and a row that equals the header is a second header.
 *
 * Ours: all of it. Cost: a few records of each table.
 */
import { ownValue } from '../../../ground/json/field.ts'
import { nameOfColumn } from '../../formats/table/column-names.ts'
import type { Source } from '../../sources/source.ts'
import { type Fields, fieldsOf } from '../record-fields.ts'
import type { Run } from '../run.ts'

/** Rows of a table that are compared with the first one. */
const fewRows = 20
/** Fewer rows show nothing. */
const leastRows = 2
/** Tables that are looked at. */
const mostTables = 20
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

/** A hint for each table of a run whose first row is no header. REQUIRES: the run is scanned. */
export function headerRows(run: Run): string[] {
  const { records } = run.documents
  const read = fieldsOf(run)
  const { plain } = run.sources
  const tables = [...plain.keys()].filter(source => hasHeader(plain[source])).slice(0, mostTables)
  return tables.flatMap(source => {
    const { path, format } = plain[source]
    const from = records.firstDocument(source)
    const to = Math.min(records.firstDocument(source + 1), from + fewRows)
    const rows: Fields[] = []
    for (let document = from; document < to; document++) rows.push(read(document))
    const names = 'header' in format ? format.header : Object.keys(rows[0] ?? {})
    const fields = rows.map(row => names.map(name => String(ownValue(row, name) ?? '')))
    const header = names.map((name, column) => (name === nameOfColumn(column) ? '' : name))
    return isLikeRows(header, fields) ? [hint(path, header)] : []
  })
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
