/** Workbooks for tests, written as programs write them: part by part, as XML in a zip. */
import { type Zippable, zipSync } from 'fflate'

/** A cell as XML: its attributes beside the place, and what is in it. */
export interface GivenCell {
  readonly t?: string
  /** Number of a format in `formats`. */
  readonly s?: number
  readonly inside: string
}

interface GivenWorkbook {
  /** By name; cells by row and column, undefined for none, a text for a shared string, a number for itself. */
  readonly sheets: Readonly<
    Record<string, readonly (readonly (string | number | GivenCell | undefined)[])[]>
  >
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  /** Further parts. */
  readonly parts?: Readonly<Record<string, string>>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

export function workbookBytes({
  sheets,
  formats = [],
  is1904 = false,
  parts = {},
}: GivenWorkbook): Uint8Array {
  const strings: string[] = []
  const names = Object.keys(sheets)
  const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const zip: Zippable = {
    '[Content_Types].xml': xml(`<Types xmlns="${packages}/content-types"/>`),
    '_rels/.rels': xml(links([['officeDocument', 'xl/workbook.xml']])),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
        .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      links([
        ...names.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${main}"><numFmts>${formats
        .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`)
        .join(
          '',
        )}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, i) => `<xf numFmtId="${164 + i}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ),
  }
  for (const [i, rows] of Object.values(sheets).entries())
    zip[`xl/worksheets/sheet${i + 1}.xml`] = xml(
      `<worksheet xmlns="${main}"><sheetData>${rows.map((row, r) => rowXml(row, r + 1, strings)).join('')}</sheetData></worksheet>`,
    )
  zip['xl/sharedStrings.xml'] = xml(
    `<sst xmlns="${main}">${strings.map(text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  )
  for (const [path, text] of Object.entries(parts)) zip[path] = xml(text)
  return zipSync(zip)
}

function rowXml(
  row: readonly (string | number | GivenCell | undefined)[],
  number: number,
  strings: string[],
): string {
  const cells = row.map((cell, column) => {
    if (cell === undefined) return ''
    const place = `${String.fromCharCode(65 + column)}${number}`
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${strings.push(cell) - 1}</v></c>`
    const { t, s, inside } = cell
    return `<c r="${place}"${s === undefined ? '' : ` s="${s + 1}"`}${t === undefined ? '' : ` t="${t}"`}>${inside}</c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

function links(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
