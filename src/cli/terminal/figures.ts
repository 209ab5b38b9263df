/** Figures: numbers for people, and aligned columns. */

/** @example printCount(1234567) // => '1,234,567' */
export function printCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun. @example printCounted(1, 'record') // => '1 record' */
export function printCounted(count: number, one: string, many = `${one}s`): string {
  return `${printCount(count)} ${count === 1 ? one : many}`
}

/** A share of a whole, one decimal; 0 and 100 only if exact. @example printShare(1, 3) // => '33.3 %' */
export function printShare(part: number, whole: number): string {
  if (whole === 0) return ''
  const percent = (100 * part) / whole
  const isBelow = part > 0 && percent < 0.1
  const isAlmost = part < whole && percent > 99.9
  return `${isBelow ? '< 0.1' : isAlmost ? '> 99.9' : percent.toFixed(1)} %`
}

/** @example printDuration(3725) // => '1 h 2 min' */
export function printDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A probability or measure: up to four decimals, without trailing zeros; never rounded to 0 or 1. */
export function printMeasure(value: number): string {
  if (value > 0 && value < 0.0001) return '< 0.0001'
  if (value < 1 && value > 0.9999) return '> 0.9999'
  return String(Number(value.toFixed(4)))
}

/** Rows of cells as indented lines; `align` has one letter per column, `l` or `r`. No line ends in a space. */
export function table(rows: readonly (readonly string[])[], align: string): string {
  const widths = [...align].map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  const lines = rows.map(row =>
    row
      .map((cell, column) =>
        align[column] === 'r' ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  )
  return lines.map(line => `  ${line}\n`).join('')
}

/** At most `length` code units of a text, without splitting a surrogate pair. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
