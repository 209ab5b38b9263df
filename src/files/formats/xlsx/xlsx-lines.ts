/**
 * A sheet as JSON lines: the first row behind titles (`table-rows.ts`) names the columns, each further one is a record.
 *
 *     id     name    paid            {"id":"00042","name":"Ada","paid":true}
 *     00042  Ada     TRUE      ─▶
 *
 * Values are texts, as Excel shows them. A column without a name is called by its letters; one without a value is none.
 */
import { listed } from '../../../ground/errors/listed-names.ts'
import { columnName } from '../table/column-names.ts'
import type { SheetRow } from './sheet-rows.ts'
import { tableRows } from './table-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'
import { xlsxInvalid } from './xlsx-error.ts'

/** Characters of lines that are given on at once. */
const blockLength = 2 ** 18
/** Bytes of a file that is held in memory. */
const mostBytes = 2 ** 30

/** A sheet of a workbook. */
export interface FoundSheet {
  readonly name: string
  /** The names of the others. */
  readonly others: readonly string[]
  /** Rows above the names of the columns, which are no records. */
  readonly titles: number
  /** Records that Excel does not show, so far: known when all are read. */
  hidden: number
}

interface SheetSettings {
  /** Name of the file in messages. */
  readonly name: string
  /** The sheet to read; '' for the first. */
  readonly sheet: string
  /** Called with the sheet that is read, before its first line. */
  readonly onSheet?: ((sheet: FoundSheet) => void) | undefined
}

/** @throws NearsameError XLSX_INVALID, OPTION_VALUE */
export async function* xlsxLines(
  pieces: AsyncIterable<Uint8Array>,
  { name, sheet, onSheet }: SheetSettings,
): AsyncGenerator<Uint8Array> {
  const book = await readWorkbook(pieces, { name, sheet })
  const rows = tableRows(book)
  let titles = 0
  let header = rows.next()
  for (; header.value?.isTitle; header = rows.next()) titles++
  const others = book.sheets.filter(other => other !== book.sheet)
  const found: FoundSheet = { name: book.sheet, others, titles, hidden: 0 }
  onSheet?.(found)
  if (header.done === true) return
  const names = columnNames(header.value, `${name}, ${book.sheet}`)
  let lines = ''
  for (const row of rows) {
    if (row.isHidden) found.hidden++
    lines += lineOf(row, names)
    if (lines.length < blockLength) continue
    yield Buffer.from(lines)
    lines = ''
  }
  if (lines !== '') yield Buffer.from(lines)
}

export async function readWorkbook(
  pieces: AsyncIterable<Uint8Array>,
  { name, sheet }: Pick<SheetSettings, 'name' | 'sheet'>,
): Promise<Workbook> {
  return openWorkbook(await wholeFile(pieces, name), name, sheet)
}

function lineOf({ cells }: SheetRow, names: readonly (string | undefined)[]): string {
  const parts: string[] = []
  for (let column = 0; column < Math.max(cells.length, names.length); column++) {
    const value = cells[column]
    if (value === undefined && names[column] === undefined) continue
    parts.push(`${JSON.stringify(columnName(names, column))}:${JSON.stringify(value ?? null)}`)
  }
  return `{${parts.join(',')}}\n`
}

/** @throws NearsameError XLSX_INVALID */
function columnNames({ cells }: SheetRow, where: string): readonly (string | undefined)[] {
  const names = Array.from(cells, cell => cell?.trim() || undefined)
  const seen = new Set<string>()
  const twice = names.filter(name => name !== undefined && seen.size === seen.add(name).size)
  if (twice.length === 0) return names
  throw xlsxInvalid(`${listed(twice as string[])} twice`, where, {
    expected: 'a first row with distinct column names',
    fix: 'rename one of the columns',
  })
}

async function wholeFile(pieces: AsyncIterable<Uint8Array>, where: string): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > mostBytes)
      throw xlsxInvalid('more', where, {
        expected: `a workbook of at most ${mostBytes} bytes`,
        fix: 'export the sheet as CSV',
      })
    all.push(piece)
  }
  return Buffer.concat(all)
}
