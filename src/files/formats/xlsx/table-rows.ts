/**
 * Table rows: the rows of a sheet without the titles above them.
 *
 *     Members of the club             titles: few values in each
 *     as of 2026-11-01
 *     number   name      born         names of the columns
 *     1000     Ada       1990         records
 *
 * The names are the first row with more than a third of the values of the widest row, and more than one, if they are
 * distinct and none begins with a digit, and if most rows behind have several values, too. Else nothing is a title.
 *
 * Ours: all of it. Cost: the first rows wait until the names are found.
 */
import { type SheetRow, sheetRows } from './sheet-rows.ts'
import type { Workbook } from './workbook.ts'

/** Rows that are looked at. */
const firstRows = 20

interface TableRow extends SheetRow {
  readonly isTitle: boolean
}

/** @throws NearsameError XLSX_INVALID */
export function* tableRows(book: Workbook): Generator<TableRow> {
  let first: SheetRow[] | undefined = []
  for (const row of sheetRows(book)) {
    if (first === undefined) yield { ...row, isTitle: false }
    else if (first.push(row) === firstRows) {
      yield* withTitles(first)
      first = undefined
    }
  }
  if (first !== undefined) yield* withTitles(first)
}

function withTitles(rows: readonly SheetRow[]): TableRow[] {
  const titles = titlesOf(rows)
  return rows.map((row, at) => ({ ...row, isTitle: at < titles }))
}

/** How many of the first rows are titles. */
function titlesOf(rows: readonly SheetRow[]): number {
  const counts = rows.map(({ cells }) => cells.filter(cell => cell !== undefined).length)
  const isWide = (count: number) => count > 1 && 3 * count > Math.max(...counts)
  const at = counts.findIndex(isWide)
  if (at < 1) return 0
  const behind = counts.slice(at + 1)
  const isTable = behind.length === 0 ? counts[at] > 2 : 2 * behind.filter(isWide).length > behind.length
  return isTable && areNames(rows[at]) ? at : 0
}

function areNames({ cells }: SheetRow): boolean {
  const names = cells.flatMap(cell => cell?.trim() ?? [])
  return new Set(names).size === names.length && !names.some(name => /^\p{Nd}/u.test(name))
}
