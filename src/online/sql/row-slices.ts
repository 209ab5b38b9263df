/**
 * Row slices: the rows of a statement in parts, because some databases get all of them as one value, whose size they
 * limit.
 */
import type { SqlColumn } from '../database/client.ts'

/** So many rows of two numbers are 2 MB of text; every MariaDB accepts at least 4 MB. */
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
