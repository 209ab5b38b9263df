/**
 * Packs a sheet as a workbook. Times in the zip are fixed, so the same rows give the same bytes.
 *
 * Source: ECMA-376, parts 1 and 2.
 */
import { zipSync } from 'fflate/browser'
import { escaped } from './sheet-cells.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument'
/** The first time that a zip can hold, in the zone of the machine, as zips have it. */
const fixedTime = new Date(1980, 0, 1)

/** What stands before and behind the elements of a sheet. */
export const sheetStart = `${head}<worksheet xmlns="${main}">`
export const sheetEnd = '</worksheet>'

interface PackedParts {
  /** The name of the sheet. */
  readonly sheet: string
  readonly is1904: boolean
  /** Parts of the workbook that cells point to. */
  readonly styles?: Uint8Array | undefined
  readonly sharedStrings?: Uint8Array | undefined
  readonly theme?: Uint8Array | undefined
}

/** @param sheetXml the whole part */
export function packedWorkbook(sheetXml: Uint8Array, given: PackedParts): Uint8Array {
  const parts: [string, Uint8Array][] = []
  const add = (path: string, content: string | Uint8Array) => {
    parts.push([path, typeof content === 'string' ? Buffer.from(head + content) : content])
  }
  const has = (name: 'styles' | 'sharedStrings' | 'theme') => given[name] !== undefined
  add('[Content_Types].xml', contentTypes(has))
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  add('xl/workbook.xml', workbookXml(given))
  const links: [string, string][] = [['worksheet', 'worksheets/sheet1.xml']]
  for (const name of ['styles', 'sharedStrings'] as const) if (has(name)) links.push([name, `${name}.xml`])
  if (has('theme')) links.push(['theme', 'theme/theme1.xml'])
  add('xl/_rels/workbook.xml.rels', relationships(links))
  if (given.styles !== undefined) add('xl/styles.xml', given.styles)
  if (given.sharedStrings !== undefined) add('xl/sharedStrings.xml', given.sharedStrings)
  if (given.theme !== undefined) add('xl/theme/theme1.xml', given.theme)
  add('xl/worksheets/sheet1.xml', sheetXml)
  return zipSync(Object.fromEntries(parts), { mtime: fixedTime, level: 6 })
}

function workbookXml({ sheet, is1904 }: PackedParts): string {
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
