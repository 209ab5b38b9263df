/**
 * Sheet rows: the cells of a sheet as Excel shows them, row by row.
 *
 *     <c r="B3" s="4" t="s"><v>17</v></c>  ─▶  row 3, column 1, the shared string 17
 *
 * A formula has the value that it had when the file was saved. Of merged cells the first one has the value.
 */
import { nameOfColumn } from '../table/column-names.ts'
import { shownNumber } from './shown-number.ts'
import { isTrue, type Workbook, withoutCodes } from './workbook.ts'
import { xlsxInvalid } from './xlsx-error.ts'
import { readXml } from './xml-events.ts'

/** What a cell shows; a truth value as Excel writes it. */
export interface SheetRow {
  /** From 1, as in the sheet. */
  readonly number: number
  /** By column, from 0; undefined for an empty cell. */
  readonly cells: readonly (string | undefined)[]
  /** Whether Excel does not show the row: a filter, or a person, has hidden it. */
  readonly isHidden: boolean
}

/** Excel has no more. */
const mostColumns = 16_384

/** Rows that have a cell with a value. @throws NearsameError XLSX_INVALID */
export function* sheetRows(book: Workbook): Generator<SheetRow> {
  const { part, paths, name, sheet } = book
  const bytes = part(paths.sheet)
  if (bytes === undefined) throw xlsxInvalid(`no sheet ${JSON.stringify(sheet)}`, name)
  const shown = { formats: book.formats(), strings: book.strings(), is1904: book.is1904 }
  const found: SheetRow[] = []
  let [number, column] = [0, 0]
  let cells: (string | undefined)[] = []
  let cell: Cell = emptyCell
  let [isText, isHidden] = [false, false]
  const events = readXml(bytes, `${name}, ${sheet}`, {
    open(element, attributes) {
      if (element === 'row') {
        const next = attributes.r === undefined ? number + 1 : Number(attributes.r)
        if (!(next > number))
          throw xlsxInvalid(`row ${attributes.r} after row ${number}`, `${name}, ${sheet}`)
        number = next
        isHidden = isTrue(attributes.hidden)
        ;[cells, column] = [[], 0]
      } else if (element === 'c') {
        if (attributes.r !== undefined) column = columnAt(attributes.r)
        if (!(column < mostColumns))
          throw xlsxInvalid('a cell without a place', `${name}, ${sheet}, row ${number}`)
        cell = {
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          text: '',
          isFormula: false,
        }
      } else if (element === 'f') cell.isFormula = true
      isText = element === 'v' || element === 't'
    },
    text(piece) {
      if (isText) cell.text += piece
    },
    close(element) {
      if (element === 'v' || element === 't') isText = false
      if (element === 'c') {
        if (cell.isFormula && cell.text === '' && cell.type !== 'str')
          throw noValue(`${name}, ${sheet}, ${nameOfColumn(column)}${number}`)
        cells[column++] = shownCell(cell, shown)
      }
      if (element === 'row' && cells.some(value => value !== undefined))
        found.push({ number, cells, isHidden })
    },
  })
  for (const _ of events) yield* found.splice(0)
  yield* found
}

interface Cell {
  readonly type: string
  readonly style: number
  text: string
  isFormula: boolean
}

const emptyCell: Cell = { type: 'n', style: 0, text: '', isFormula: false }

interface Shown {
  readonly formats: readonly string[]
  readonly strings: readonly string[]
  readonly is1904: boolean
}

function shownCell({ type, style, text }: Cell, { formats, strings, is1904 }: Shown): string | undefined {
  if (text === '') return undefined
  if (type === 's') return strings[Number(text)] || undefined
  if (type === 'inlineStr' || type === 'str') return withoutCodes(text)
  if (type === 'b') return isTrue(text) ? 'TRUE' : 'FALSE'
  if (type === 'd' || type === 'e') return text
  const value = Number(text)
  return Number.isFinite(value)
    ? shownNumber(value, formats[style] ?? 'General', is1904) || undefined
    : text
}

function noValue(where: string) {
  return xlsxInvalid('a formula without the value that it had when the file was saved', where, {
    expected: 'cells with values',
    fix: 'open it in Excel or LibreOffice, and save it again',
  })
}

/** @example columnAt('AB7') // => 27 */
export function columnAt(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column === 0 ? Number.NaN : column - 1
}
