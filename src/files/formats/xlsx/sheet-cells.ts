/** Sheet cells as XML: those of some rows of a sheet as they are, and cells of values. */
import type { Attributes } from '../../../ground/xml-names.ts'
import { columnAt } from './sheet-rows.ts'
import { withCodes } from './workbook.ts'
import type { readXml } from './xml-events.ts'

/** NaN and null are no cell. */
export type Value = string | number | bigint | null

/** By the number of a row that is wanted its record, -1 for the names, `titleRow` for titles. */
export type WantedRows = ReadonlyMap<number, number>
export const titleRow = -2

interface CellEvents {
  /** Of elements that are neither a row nor in one. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  row(record: number, attributes: Attributes): void
  /** @param body the cell behind its place: what follows `<c r="A1"` */
  cell(column: number, body: string): void
  rowEnd?(record: number): void
}

/** The wanted rows of a sheet, cell by cell. */
export function cellEvents(wanted: WantedRows, events: CellEvents): Parameters<typeof readXml>[2] {
  let [number, column] = [0, 0]
  let record: number | undefined
  let [isText, isInline] = [false, false]
  let [attributes, text] = ['', '']
  return {
    open(name, given) {
      if (name === 'row') {
        number = given.r === undefined ? number + 1 : Number(given.r)
        record = wanted.get(number)
        column = 0
        if (record !== undefined) events.row(record, given)
      } else if (record === undefined) events.open?.(name, given)
      else if (name === 'c') {
        if (given.r !== undefined) column = columnAt(given.r)
        attributes = attributesOf(given, ['s', 't'])
        text = ''
        isInline = given.t === 'inlineStr'
      }
      isText = name === 'v' || name === 't'
    },
    text(piece) {
      if (isText && record !== undefined) text += piece
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false
      if (record === undefined) events.close?.(name)
      else if (name === 'c') events.cell(column++, cellBody(attributes, text, isInline))
      else if (name === 'row') {
        events.rowEnd?.(record)
        record = undefined
      }
    },
  }
}

/** Digits of a number that a spreadsheet holds. */
const mostDigits = 15

export function valueXml(value: Value): string | undefined {
  if (value === null || Number.isNaN(value)) return undefined
  const text = String(value)
  const isLong = /^-?\d+$/.test(text) && text.replace('-', '').length > mostDigits
  const isText = typeof value === 'string' || isLong
  return isText ? cellBody(' t="inlineStr"', withCodes(text), true) : cellBody('', text, false)
}

function cellBody(attributes: string, text: string, isInline: boolean): string {
  if (text === '') return `${attributes}/>`
  const value = isInline
    ? `<is><t xml:space="preserve">${escaped(text)}</t></is>`
    : `<v>${escaped(text)}</v>`
  return `${attributes}>${value}</c>`
}

export function attributesOf(attributes: Attributes, names: readonly string[]): string {
  return names
    .filter(name => Object.hasOwn(attributes, name))
    .map(name => ` ${name}="${escaped(attributes[name])}"`)
    .join('')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
