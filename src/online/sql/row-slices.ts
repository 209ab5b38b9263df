/**
 * Row slices: the rows of a statement, some at a time. Some databases are given all of them as one value, which may be
 * no longer than what they take at once.
 */
import type { SqlColumn } from '../database/client.ts'

/** Rows of two numbers are 2 MB of text then; a MariaDB takes 4 MB at least. */
export const rowsAtOnce = 65_536

export function* rowSlices(columns: readonly SqlColumn[]): Generator<readonly SqlColumn[]> {
  const count = columns[0].values.length
  for (let from = 0; from < count; from += rowsAtOnce) {
    yield columns.map(column => ({
      ...column,
      values: Array.prototype.slice.call(column.values, from, from + rowsAtOnce),
    }))
  }
}
