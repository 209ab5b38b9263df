/** Table lines: rows of named cells as CSV (RFC 4180, but LF) or JSON lines, by the name of the file. */
import type { DocumentId } from '../../engine/library/document.ts'
import { csvField, spreadsheetSafe } from '../../ground/csv-field.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { formatOfName } from '../io/file-name.ts'
import { idJson } from '../run/identities.ts'
import type { Run } from '../run/run.ts'

/** NaN and null are no value: `null` in JSON, an empty field in CSV. */
export type Cell = DocumentId | null

/** Whether a table of this name is CSV; all others are JSON lines. */
export function isCsvName(path: string): boolean {
  return formatOfName(path).format === 'csv'
}

/** How a cell of CSV is written. */
export function csvCells({ settings }: Run): (cell: Cell) => string {
  return settings.running.spreadsheetSafe ? cell => csvField(spreadsheetSafe(cell)) : cell => csvField(cell)
}

/** @param names the columns; each row has as many cells @returns `header`: the line before all rows; '' for none */
export function tableWriter(run: Run, names: readonly string[], isCsv: boolean) {
  if (isCsv) {
    const fieldOf = csvCells(run)
    const lineOf = (row: readonly Cell[]) => `${row.map(fieldOf).join(',')}\n`
    return { header: lineOf(names), lineOf }
  }
  const keys = names.map(name => JSON.stringify(name))
  return {
    header: '',
    lineOf: (row: readonly Cell[]) =>
      `{${row.map((cell, i) => `${keys[i]}:${cellJson(cell)}`).join(',')}}\n`,
  }
}

/** Lists and objects as their JSON. */
export function cellOfValue(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  return toJson(value)
}

export function cellJson(cell: Cell): string {
  return cell === null || Number.isNaN(cell) ? 'null' : idJson(cell)
}
