/**
 * Keeps some rows of a sheet: a workbook with this sheet alone, whose cells have their values, types and formats.
 *
 *     row 1 (names)          row 1 (names)
 *     row 2  removed    ─▶
 *     row 3  kept            row 2, the cells of row 3
 *
 * Formulas become their values, since rows move. Further sheets, macros, pictures, merged cells and conditional formats
 * are left out. Times in the zip are fixed, so the same rows give the same bytes.
 *
 * Source: ECMA-376, parts 1 and 2.
 */
import { zipSync } from 'fflate/browser'
import type { Attributes } from '../../../ground/xml-names.ts'
import { columnAt, nameOfColumn, sheetRows } from './sheet-rows.ts'
import type { Workbook } from './workbook.ts'
import { readXml } from './xml-events.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument'
/** The first time that a zip can hold, in the zone of the machine, as zips have it. */
const fixedTime = new Date(1980, 0, 1)

type Value = string | number | bigint | null

/** Columns behind those of the sheet. */
export interface AddedColumns {
  readonly names: readonly string[]
  /** Of a record, from 0; NaN and null are empty cells. */
  readonly cellsOf: (record: number) => readonly Value[]
}

/** @param isKept says of each record, from 0, whether it stays */
export function keepRows(
  book: Workbook,
  isKept: (record: number) => boolean,
  added?: AddedColumns,
): Uint8Array {
  const { paths, part } = book
  const copied = {
    styles: part(paths.styles),
    sharedStrings: part(paths.strings),
    theme: part(paths.theme),
  }
  const parts: [string, Uint8Array][] = []
  const add = (path: string, content: string | Uint8Array) => {
    parts.push([path, typeof content === 'string' ? Buffer.from(head + content) : content])
  }
  const has = (name: keyof typeof copied) => copied[name] !== undefined
  add('[Content_Types].xml', contentTypes(has))
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  add('xl/workbook.xml', workbookXml(book))
  const links: [string, string][] = [['worksheet', 'worksheets/sheet1.xml']]
  for (const name of ['styles', 'sharedStrings'] as const) if (has(name)) links.push([name, `${name}.xml`])
  if (has('theme')) links.push(['theme', 'theme/theme1.xml'])
  add('xl/_rels/workbook.xml.rels', relationships(links))
  if (copied.styles !== undefined) add('xl/styles.xml', copied.styles)
  if (copied.sharedStrings !== undefined) add('xl/sharedStrings.xml', copied.sharedStrings)
  if (copied.theme !== undefined) add('xl/theme/theme1.xml', copied.theme)
  add('xl/worksheets/sheet1.xml', sheetXml(book, rowsOf(book, isKept), added))
  return zipSync(Object.fromEntries(parts), { mtime: fixedTime, level: 6 })
}

interface KeptRows {
  /** By the number of a row that stays its record, -1 for the names. */
  readonly records: ReadonlyMap<number, number>
  /** Columns that have a value somewhere. */
  readonly width: number
}

function rowsOf(book: Workbook, isKept: (record: number) => boolean): KeptRows {
  const records = new Map<number, number>()
  let [record, width] = [-1, 0]
  for (const { number, cells } of sheetRows(book)) {
    if (record < 0 || isKept(record)) records.set(number, record)
    width = Math.max(width, 1 + cells.findLastIndex(cell => cell !== undefined))
    record++
  }
  return { records, width }
}

function sheetXml(
  book: Workbook,
  { records, width }: KeptRows,
  { names, cellsOf }: AddedColumns = { names: [], cellsOf: () => [] },
): Uint8Array {
  const bytes = book.part(book.paths.sheet) ?? new Uint8Array(0)
  const pieces: Buffer[] = []
  let xml = `${head}<worksheet xmlns="${main}">`
  let [number, column, written] = [0, 0, 0]
  let [isRow, isText, hasColumns] = [false, false, false]
  let [tag, text] = ['', '']
  const events = readXml(bytes, `${book.name}, ${book.sheet}`, {
    open(name, attributes) {
      if (name === 'cols') xml += '<cols>'
      if (name === 'col')
        xml += `<col${attributesOf(attributes, ['min', 'max', 'width', 'style', 'customWidth'])}/>`
      if (name === 'sheetData') xml += '<sheetData>'
      if (name === 'row') {
        number = attributes.r === undefined ? number + 1 : Number(attributes.r)
        isRow = records.has(number)
        column = 0
        if (isRow) xml += `<row r="${++written}"${attributesOf(attributes, rowAttributes)}>`
      }
      if (!isRow) return
      if (name === 'c') {
        if (attributes.r !== undefined) column = columnAt(attributes.r)
        tag = `<c r="${nameOfColumn(column++)}${written}"${attributesOf(attributes, ['s', 't'])}`
        text = ''
        hasColumns = attributes.t === 'inlineStr'
      }
      isText = name === 'v' || name === 't'
    },
    text(piece) {
      if (isRow && isText) text += piece
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false
      // Cells behind the last column with a value have only a format, and added ones take their places.
      const isCovered = names.length > 0 && column > width
      if (name === 'c' && isRow && !isCovered) xml += cellXml(tag, text, hasColumns)
      if (name === 'row' && isRow) {
        const record = records.get(number) ?? -1
        xml += `${addedXml(record < 0 ? names : cellsOf(record), width, written)}</row>`
      }
      if (name === 'cols' || name === 'sheetData') xml += `</${name}>`
    },
  })
  for (const _ of events) {
    pieces.push(Buffer.from(xml))
    xml = ''
  }
  pieces.push(Buffer.from(`${xml}</worksheet>`))
  return Buffer.concat(pieces)
}

/** Cells from a column on. */
function addedXml(values: readonly Value[], column: number, row: number): string {
  const cellOf = (value: Value, at: number) => {
    if (value === null || Number.isNaN(value)) return ''
    const isText = typeof value === 'string'
    const tag = `<c r="${nameOfColumn(column + at)}${row}"${isText ? ' t="inlineStr"' : ''}`
    return cellXml(tag, String(value), isText)
  }
  return values.map(cellOf).join('')
}

const rowAttributes = ['s', 'customFormat', 'ht', 'customHeight']

function cellXml(tag: string, text: string, isInline: boolean): string {
  if (text === '') return `${tag}/>`
  const value = isInline
    ? `<is><t xml:space="preserve">${escaped(text)}</t></is>`
    : `<v>${escaped(text)}</v>`
  return `${tag}>${value}</c>`
}

function attributesOf(attributes: Attributes, names: readonly string[]): string {
  return names
    .filter(name => Object.hasOwn(attributes, name))
    .map(name => ` ${name}="${escaped(attributes[name])}"`)
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}

function workbookXml({ sheet, is1904 }: Workbook): string {
  const properties = is1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>'
  const sheets = `<sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets>`
  return `<workbook xmlns="${main}" xmlns:r="${office}">${properties}${sheets}</workbook>`
}

function relationships(links: readonly (readonly [type: string, target: string])[]): string {
  const all = links.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
}

function contentTypes(has: (name: 'styles' | 'sharedStrings' | 'theme') => boolean): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`
  return [
    `<Types xmlns="${packages}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('workbook', 'spreadsheetml.sheet.main'),
    part('worksheets/sheet1', 'spreadsheetml.worksheet'),
    has('styles') ? part('styles', 'spreadsheetml.styles') : '',
    has('sharedStrings') ? part('sharedStrings', 'spreadsheetml.sharedStrings') : '',
    has('theme') ? part('theme/theme1', 'theme') : '',
    '</Types>',
  ].join('')
}
