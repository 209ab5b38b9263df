/** The rows of a spooled table as lines of JSON. */
import { readFileSync } from 'node:fs'
import { namesIn, rowEnd, rowLine } from '../../src/files/formats/table/row-values.ts'

export function spooledLines(path: string): Buffer {
  return rowLines(readFileSync(path))
}

/** Rows with their head as lines of JSON. */
export function rowLines(bytes: Buffer): Buffer {
  const rows: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = rowEnd(bytes, from, bytes.length)
    rows.push(bytes.subarray(from, to))
    from = to
  }
  const columns = namesIn(rows[0])
  return Buffer.concat(rows.slice(1).map(row => rowLine(row, columns)))
}
