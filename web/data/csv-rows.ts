/**
 * Rows of a CSV text that the engine wrote: commas, quotes doubled within quotes, lines that end in LF or CRLF.
 *
 * @example csvRows('a,b\n1,"x ""y"""\n') // => [['a', 'b'], ['1', 'x "y"']]
 */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // A field, in quotes or not, and what ends it.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  while (field.lastIndex < text.length) {
    const found = field.exec(text)
    if (found === null) break
    const [, quoted, plain, end] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
