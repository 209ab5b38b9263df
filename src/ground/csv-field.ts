/**
 * A field of CSV, and texts that spreadsheets take for formulas. Sources: RFC 4180; OWASP, "CSV Injection".
 *
 * A spreadsheet runs a cell that begins with one of `= + - @`, in full width, too. If its separator is another, it
 * splits fields there: what follows a semicolon, a tab or a line end counts as a beginning as well.
 */

type Cell = string | number | bigint | null

/**
 * Quoted where it must be, and where white space begins or ends it, which readers of unquoted fields drop. NaN and null
 * are no value: an empty field.
 *
 * @example csvField('a "b"') // => '"a ""b"""'
 */
export function csvField(cell: Cell, separator = ',', quote = '"'): string {
  if (cell === null || Number.isNaN(cell)) return ''
  const text = String(cell)
  const isPlain = !/[\r\n]|^\s|\s$/.test(text) && !text.includes(separator) && !text.includes(quote)
  return isPlain ? text : `${quote}${text.replaceAll(quote, quote + quote)}${quote}`
}

/**
 * A cell that no spreadsheet runs: an apostrophe stands before what looks like a formula. Numbers stay.
 *
 * @example spreadsheetSafe('=1+1') // => "'=1+1"
 * @example spreadsheetSafe(-1) // => -1
 */
export function spreadsheetSafe(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replace(/(^|[;\t\r\n])("*)(?='*[=+\-@＝＋－＠])/g, "$1$2'") : cell
}

/**
 * The text that `spreadsheetSafe` was given; others stay.
 *
 * @example asBefore("'=1+1") // => '=1+1'
 */
export function asBefore(text: string): string {
  return text.replace(/(^|[;\t\r\n])("*)'(?='*[=+\-@＝＋－＠])/g, '$1$2')
}
