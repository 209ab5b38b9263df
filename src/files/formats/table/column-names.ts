/** Column names: a column without a name is called by its letters, as spreadsheets show them. */

/** @example nameOfColumn(27) // => 'AB' */
export function nameOfColumn(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : nameOfColumn(Math.floor(column / 26) - 1) + last
}

/** What a header calls a column. @example columnName(['id', '', 'text'], 1) // => 'B' */
export function columnName(header: readonly (string | undefined)[], column: number): string {
  const name = header[column]
  return name === undefined || name.trim() === '' ? nameOfColumn(column) : name
}
