/**
 * CSV values: the values of one row, or of one value that Solr splits again (`f.FIELD.split`).
 *
 *     row   = value { separator value }
 *     value = quote { character | quote quote } quote blanks | characters up to the next separator
 */

interface CsvDialect {
  readonly separator: string
  /** Undefined if no character quotes. */
  readonly quote: string | undefined
}

/**
 * The values of a row.
 *
 * @returns undefined if a quote does not end, or is followed by more than blanks
 * @example csvValues('a,"b,""c"" ",', { separator: ',', quote: '"' }) // => ['a', 'b,"c" ', '']
 */
export function csvValues(row: string, dialect: CsvDialect): string[] | undefined {
  const values: string[] = []
  for (let at = 0; at <= row.length; ) {
    const isQuoted = dialect.quote !== undefined && row[at] === dialect.quote
    const found = isQuoted ? quotedValue(row, at, dialect) : plainValue(row, at, dialect)
    if (found === undefined) return undefined
    values.push(found.value)
    at = found.end + 1
  }
  return values
}

interface FoundValue {
  readonly value: string
  /** Position of the separator after it, or of the end. */
  readonly end: number
}

function plainValue(row: string, from: number, { separator }: CsvDialect): FoundValue {
  const found = row.indexOf(separator, from)
  const end = found < 0 ? row.length : found
  return { value: row.slice(from, end), end }
}

function quotedValue(row: string, from: number, dialect: CsvDialect): FoundValue | undefined {
  const { quote = '' } = dialect
  let value = ''
  for (let at = from + 1; ; ) {
    const end = row.indexOf(quote, at)
    if (end < 0) return undefined
    value += row.slice(at, end)
    if (row[end + 1] !== quote) {
      const rest = plainValue(row, end + 1, dialect)
      return rest.value.trim() === '' ? { value, end: rest.end } : undefined
    }
    value += quote
    at = end + 2
  }
}
