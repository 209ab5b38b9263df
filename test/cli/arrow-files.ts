/** Arrow files of tests. */
import { columnFromArray, tableFromColumns, tableToIPC } from '@uwdata/flechette'

/** The bytes of a table of these rows, whose fields are those of the first. */
export function arrowBytes(
  rows: readonly Readonly<Record<string, unknown>>[],
  format: 'file' | 'stream' = 'stream',
): Uint8Array {
  const names = Object.keys(rows[0])
  const columns = names.map(name => [name, columnFromArray(rows.map(row => row[name]))] as const)
  return tableToIPC(tableFromColumns(Object.fromEntries(columns)), { format }) as Uint8Array
}
