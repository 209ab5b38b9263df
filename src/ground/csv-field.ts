/** A field of CSV. Source: RFC 4180. */

/**
 * Quoted where it must be, and where white space begins or ends it, which readers of unquoted fields drop. NaN and null
 * are no value: an empty field.
 *
 * @example csvField('a "b"') // => '"a ""b"""'
 */
export function csvField(cell: string | number | bigint | null, separator = ',', quote = '"'): string {
  if (cell === null || Number.isNaN(cell)) return ''
  const text = String(cell)
  const isPlain = !/[\r\n]|^\s|\s$/.test(text) && !text.includes(separator) && !text.includes(quote)
  return isPlain ? text : `${quote}${text.replaceAll(quote, quote + quote)}${quote}`
}
