/**
 * Keeps some rows of a sheet: a workbook with this sheet alone, whose cells have their values, types and formats.
 *
 *     row 1 (names)          row 1 (names)
 *     row 2  removed    ─▶
 *     row 3  kept            row 2, the cells of row 3, or for each column that of another row
 *
 * Added columns, and the cells of a twin, follow those of the sheet. Formulas become their values, since rows move.
 * Further sheets, macros, pictures, merged cells and conditional formats are left out.
 *
 * Source: ECMA-376, parts 1 and 2.
 */

import { columnName, nameOfColumn } from '../table/column-names.ts'
import { packedWorkbook, sheetEnd, sheetStart } from './pack-workbook.ts'
import { attributesOf, cellEvents, titleRow, type Value, valueXml, type WantedRows } from './sheet-cells.ts'
import { tableRows } from './table-rows.ts'
import type { Workbook } from './workbook.ts'
import { readXml } from './xml-events.ts'

/** Where the rows of a sheet are. */
export interface SheetShape {
  /** Names of all columns that have a value somewhere. */
  readonly columns: readonly string[]
  /** Numbers of the rows: those of titles, which stay, and that of the names, then those of the records. */
  readonly titles: readonly number[]
  readonly rows: readonly number[]
}

/** What becomes of a sheet; records count from 0. */
export interface SheetPlan {
  readonly isKept: (record: number) => boolean
  /** Columns behind those of the sheet; NaN and null are empty cells. */
  readonly added?: {
    readonly names: readonly string[]
    readonly cellsOf: (record: number) => readonly Value[]
  }
  /** The record whose cells follow those of a kept one, and the names of their columns. */
  readonly twins?: { readonly names: readonly string[]; readonly of: (record: number) => number }
  /** By column the record from which a kept one has its cell; undefined if all are its own. */
  readonly merged?: (record: number) => readonly number[] | undefined
}

export function sheetShape(book: Workbook): SheetShape {
  const titles: number[] = []
  const rows: number[] = []
  let names: readonly (string | undefined)[] = []
  let width = 0
  for (const { number, cells, isTitle } of tableRows(book)) {
    if (isTitle) {
      titles.push(number)
      continue
    }
    if (rows.length === 0) names = cells
    rows.push(number)
    width = Math.max(width, 1 + cells.findLastIndex(cell => cell !== undefined))
  }
  return {
    titles,
    rows,
    columns: Array.from({ length: width }, (_, at) => columnName(names, at).trim()),
  }
}

export function plannedWorkbook(book: Workbook, shape: SheetShape, plan: SheetPlan): Uint8Array {
  const { paths, part } = book
  return packedWorkbook(sheetXml(book, shape, plan), {
    sheet: book.sheet,
    is1904: book.is1904,
    styles: part(paths.styles),
    sharedStrings: part(paths.strings),
    theme: part(paths.theme),
  })
}

function wantedRows({ titles, rows }: SheetShape, isWanted: (record: number) => boolean): WantedRows {
  const wanted = new Map<number, number>(titles.map(number => [number, titleRow]))
  for (const [at, number] of rows.entries()) if (at === 0 || isWanted(at - 1)) wanted.set(number, at - 1)
  return wanted
}

/** The cells, by column, of the records that others take some from. */
function copiedCells(
  book: Workbook,
  shape: SheetShape,
  { isKept, merged, twins }: SheetPlan,
): ReadonlyMap<number, readonly string[]> {
  const copied = new Map<number, string[]>()
  if (twins === undefined && merged === undefined) return copied
  for (const record of shape.rows.keys()) {
    if (record === shape.rows.length - 1 || !isKept(record)) continue
    for (const other of merged?.(record) ?? []) copied.set(other, [])
    if (twins !== undefined) copied.set(twins.of(record), [])
  }
  let cells: string[] = []
  const events = cellEvents(
    wantedRows(shape, record => copied.has(record)),
    {
      row(record) {
        cells = copied.get(record) ?? []
      },
      cell(column, body) {
        cells[column] = body
      },
    },
  )
  for (const _ of readXml(sheetBytes(book), `${book.name}, ${book.sheet}`, events));
  return copied
}

function sheetXml(book: Workbook, shape: SheetShape, plan: SheetPlan): Uint8Array {
  const { added = { names: [], cellsOf: () => [] }, twins, merged } = plan
  const width = shape.columns.length
  const copied = copiedCells(book, shape, plan)
  // Cells behind the last column with a value have only a format, and added ones take their places.
  const end = added.names.length > 0 || twins !== undefined ? width : Number.POSITIVE_INFINITY
  const pieces: Buffer[] = []
  let xml = sheetStart
  let written = 0
  let places: readonly number[] | undefined
  const placed = (column: number, body: string | undefined) =>
    body === undefined ? '' : `<c r="${nameOfColumn(column)}${written}"${body}`
  const valuesXml = (values: readonly Value[], from: number) =>
    values.map((value, at) => placed(from + at, valueXml(value))).join('')
  const events = cellEvents(wantedRows(shape, plan.isKept), {
    open(name, attributes) {
      if (name === 'cols' || name === 'sheetData') xml += `<${name}>`
      if (name === 'col')
        xml += `<col${attributesOf(attributes, ['min', 'max', 'width', 'style', 'customWidth'])}/>`
    },
    row(record, attributes) {
      places = record < 0 ? undefined : merged?.(record)
      xml += `<row r="${++written}"${attributesOf(attributes, rowAttributes)}>`
      xml += places?.map((from, column) => placed(column, copied.get(from)?.[column])).join('') ?? ''
    },
    cell(column, body) {
      if (column < end && places === undefined) xml += placed(column, body)
    },
    rowEnd(record) {
      const { names, cellsOf } = added
      const behind = width + names.length
      if (record !== titleRow) xml += valuesXml(record < 0 ? names : cellsOf(record), width)
      if (twins !== undefined && record !== titleRow)
        xml +=
          record < 0
            ? valuesXml(twins.names, behind)
            : twins.names.map((_, at) => placed(behind + at, copied.get(twins.of(record))?.[at])).join('')
      xml += '</row>'
    },
    close(name) {
      if (name === 'cols' || name === 'sheetData') xml += `</${name}>`
    },
  })
  for (const _ of readXml(sheetBytes(book), `${book.name}, ${book.sheet}`, events)) {
    pieces.push(Buffer.from(xml))
    xml = ''
  }
  pieces.push(Buffer.from(xml + sheetEnd))
  return Buffer.concat(pieces)
}

function sheetBytes({ part, paths }: Workbook): Uint8Array {
  return part(paths.sheet) ?? new Uint8Array(0)
}

const rowAttributes = ['s', 'customFormat', 'ht', 'customHeight']
