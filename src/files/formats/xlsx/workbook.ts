/**
 * Workbook: the parts of a file of Excel that its rows are made from.
 *
 *     zip ─▶ _rels/.rels ─▶ xl/workbook.xml ─▶ sheets by name, 1904 or not
 *                            ├─▶ xl/styles.xml         number format of each style of cells
 *                            └─▶ xl/sharedStrings.xml  texts by number
 *
 * Source: ECMA-376, parts 1 and 2.
 * Cost: memory for the file and for the parts that are read, at most 1 GiB unpacked each; further ones are refused.
 */
import { unzipSync } from 'fflate/browser'
import { listed } from '../../../ground/errors/listed-names.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../../ground/json/field.ts'
import { xlsxInvalid } from './xlsx-error.ts'
import { readWholeXml } from './xml-events.ts'

/** Maximum size of an unpacked part. */
const mostUnpacked = 2 ** 30

export interface Workbook {
  readonly name: string
  readonly sheets: readonly string[]
  /** The sheet that is read. */
  readonly sheet: string
  readonly is1904: boolean
  /** The code of the number format of each style of cells. */
  formats(): readonly string[]
  /** Texts that cells share, by number. */
  strings(): readonly string[]
  /** The bytes of parts, by their name in the zip; absent if there is none. */
  part(name: string): Uint8Array | undefined
  readonly paths: {
    readonly sheet: string
    readonly styles: string
    readonly strings: string
    readonly theme: string
  }
}

/** @param sheet the name of one; '' for the first @throws NearsameError XLSX_INVALID, OPTION_VALUE */
export function openWorkbook(bytes: Uint8Array, name: string, sheet: string): Workbook {
  const part = (path: string) => partOf(bytes, path, name)
  const root = relations(part, '_rels/.rels', '')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target
  const book = main === undefined ? undefined : part(main)
  if (main === undefined || book === undefined) throw xlsxInvalid('a file without a workbook', name)
  const sheets: { name: string; id: string }[] = []
  let is1904 = false
  let hasRoot = false
  readWholeXml(book, `${name}, ${main}`, {
    open(element, attributes) {
      hasRoot ||= element === 'workbook'
      if (element === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (element === 'sheet') sheets.push({ name: attributes.name ?? '', id: attributes.id ?? '' })
    },
  })
  if (!hasRoot) throw xlsxInvalid('an Office document that is no workbook', name)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const links = relations(part, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const tables = sheets.filter(({ id }) => links.get(id)?.type === 'worksheet')
  const names = tables.map(table => table.name)
  const found = sheet === '' ? tables[0] : tables.find(table => table.name === sheet)
  if (found === undefined) throw noSheet(sheet, names, name)
  const pathOf = (type: string) => [...links.values()].find(link => link.type === type)?.target ?? ''
  const paths = {
    sheet: links.get(found.id)?.target ?? '',
    styles: pathOf('styles'),
    strings: pathOf('sharedStrings'),
    theme: pathOf('theme'),
  }
  return {
    ...{ name, sheets: names, sheet: found.name, is1904, part, paths },
    formats: () => numberFormats(part(paths.styles), name),
    strings: () => sharedStrings(part(paths.strings), name),
  }
}

function noSheet(sheet: string, names: readonly string[], where: string): NearsameError {
  if (names.length === 0) return xlsxInvalid('a workbook without a sheet of cells', where)
  return new NearsameError('OPTION_VALUE', {
    expected: `\`sheet\` to be one of ${listed(names)}`,
    got: JSON.stringify(sheet),
    where,
    fix: 'correct the name, or leave `sheet` out for the first one',
  })
}

/** The letter P of PK, with which zip archives begin. */
const zipStart = 0x50

function partOf(bytes: Uint8Array, path: string, name: string): Uint8Array | undefined {
  if (path === '') return undefined
  try {
    const parts = unzipSync(bytes, {
      filter(file) {
        if (file.name !== path) return false
        if (file.originalSize <= mostUnpacked) return true
        throw xlsxInvalid(`${file.originalSize} bytes in ${path}`, name, {
          expected: `a part of a workbook of at most ${mostUnpacked} bytes, unpacked`,
          fix: 'export the sheet as CSV',
        })
      },
    })
    return ownValue(parts, path)
  } catch (cause) {
    if (cause instanceof NearsameError) throw cause
    if (bytes[0] === zipStart) throw xlsxInvalid('a damaged zip archive', name, { cause })
    throw xlsxInvalid('no zip archive, which a workbook is', name, {
      cause,
      fix: 'name the format that it has with `inputFormat`, such as csv, or save it again as .xlsx',
    })
  }
}

interface Relation {
  /** The last word of its type. */
  readonly type: string
  readonly target: string
}

/** The relations of a part, by id; targets as names in the zip. */
function relations(
  part: (path: string) => Uint8Array | undefined,
  path: string,
  folder: string,
): ReadonlyMap<string, Relation> {
  const found = new Map<string, Relation>()
  const bytes = part(path)
  if (bytes === undefined) return found
  readWholeXml(bytes, path, {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return
      const target = new URL(Target, `file:///${folder}`).pathname.slice(1)
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: decodeURIComponent(target) })
    },
  })
  return found
}

/** Number formats that every program knows by their numbers. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  49: '@',
}

function numberFormats(bytes: Uint8Array | undefined, name: string): string[] {
  const codes = new Map<number, string>(Object.entries(builtIn).map(([id, code]) => [Number(id), code]))
  const formats: number[] = []
  let isOfCells = false
  if (bytes === undefined) return []
  readWholeXml(bytes, `${name}, styles`, {
    open(element, attributes) {
      if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General')
      if (element === 'cellXfs') isOfCells = true
      if (element === 'xf' && isOfCells) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false
    },
  })
  return formats.map(id => codes.get(id) ?? 'General')
}

function sharedStrings(bytes: Uint8Array | undefined, name: string): string[] {
  const strings: string[] = []
  if (bytes === undefined) return strings
  let text = ''
  let [isText, phonetic] = [false, 0]
  readWholeXml(bytes, `${name}, shared strings`, {
    open(element) {
      if (element === 'si') text = ''
      if (element === 'rPh') phonetic++
      isText = element === 't' && phonetic === 0
    },
    text(piece) {
      if (isText) text += piece
    },
    close(element) {
      if (element === 't') isText = false
      if (element === 'rPh') phonetic--
      if (element === 'si') strings.push(withoutCodes(text))
    },
  })
  return strings
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function withoutCodes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
}

/** The same way back, for texts that look so, too. */
export function withCodes(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[^\t\n\x20-\ufffd]/g,
      sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
