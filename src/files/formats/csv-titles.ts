/**
 * CSV titles: rows above the names of the columns, as spreadsheets write them, padded with separators.
 *
 *     Members of the club;;;
 *     ;;;
 *     number;name;town;born
 *
 * A row that has at most one value and several empty fields names no columns. Such rows are titles if distinct names
 * follow, none of which begins with a digit; else the first row is the header, and refused.
 */
import type { Dialect } from './cut-csv.ts'
import { type RecordEnd, recordEndOf, rowCut } from './cuts.ts'
import { asBuffer } from './record-format.ts'

/** Rows that are looked at. */
const mostTitles = 20

/**
 * @param isWhole whether the bytes end with the file
 * @returns their number, and where the row behind them starts
 * @example
 * const dialect = { separator: 59, quote: 34 }
 * titlesIn(Buffer.from('Club;;\na;b;c\n'), 0, { dialect, isWhole: true }) // => { count: 1, end: 7 }
 */
export function titlesIn(
  bytes: Uint8Array,
  from: number,
  { dialect, isWhole }: { readonly dialect: Dialect; readonly isWhole: boolean },
) {
  const none = { count: 0, end: from }
  const endOf: RecordEnd = recordEndOf(rowCut(dialect))
  let at = from
  for (let count = 0; count <= mostTitles; count++) {
    const end = endOf(bytes, at, bytes.length, isWhole)
    if (end < 0) return none
    const fields = fieldsIn(asBuffer(bytes.subarray(at, end)), dialect)
    const filled = fields.filter(field => field !== '')
    if (filled.length > 1) return count > 0 && areNames(filled) ? { count, end: at } : none
    const isBlank = fields.length === 1 && filled.length === 0
    if (fields.length - filled.length < 2 && !(isBlank && count > 0)) return none
    at = end
  }
  return none
}

/** Well enough for titles: quoted separators part fields. */
function fieldsIn(row: Buffer, { separator }: Dialect): string[] {
  return row
    .toString('latin1')
    .split(String.fromCharCode(separator))
    .map(field => field.trim())
}

function areNames(fields: readonly string[]): boolean {
  return new Set(fields).size === fields.length && !fields.some(field => /^["']?\d/.test(field))
}
