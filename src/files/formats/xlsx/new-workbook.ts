/**
 * A new workbook: rows of values as its only sheet, the names of their columns above them. A text stays a text, even if
 * it has only digits; a number with more digits than a spreadsheet holds becomes its text.
 *
 * Source: ECMA-376, parts 1 and 2; limits as Excel has them. Cost: memory for all rows.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { nameOfColumn } from '../table/column-names.ts'
import { packedWorkbook, sheetEnd, sheetStart } from './pack-workbook.ts'
import { type Value, valueXml } from './sheet-cells.ts'

const mostRows = 2 ** 20
const mostColumns = 2 ** 14
const longestText = 2 ** 15 - 1
/** Bytes of the sheet, as of one that is read. */
const mostBytes = 2 ** 30
/** Characters that become bytes at once. */
const pieceLength = 2 ** 16

export class NewWorkbook {
  readonly #pieces: Buffer[] = []
  #xml = `${sheetStart}<sheetData>`
  #bytes = 0
  #rows = 0

  /**
   * @param at of the record, for the error; absent for the row of the names
   * @throws NearsameError OUTPUT_FORMAT for what no sheet can hold
   */
  add(values: readonly Value[], at?: string): void {
    if (values.length > mostColumns) throw tooLarge(`${mostColumns} columns`, `${values.length}`, at)
    if (this.#rows === mostRows) throw tooLarge(`${mostRows} rows with their header`, 'more', at)
    const row = ++this.#rows
    const cells = values.map((value, column) => {
      if (typeof value === 'string') check(value, at)
      const body = valueXml(value)
      return body === undefined ? '' : `<c r="${nameOfColumn(column)}${row}"${body}`
    })
    this.#xml += `<row r="${row}">${cells.join('')}</row>`
    if (this.#xml.length >= pieceLength) this.#flush()
    if (this.#bytes > mostBytes) throw tooLarge(`${mostBytes} bytes of cells`, 'more', at)
  }

  packed(): Uint8Array {
    this.#xml += `</sheetData>${sheetEnd}`
    this.#flush()
    return packedWorkbook(Buffer.concat(this.#pieces), { sheet: 'Sheet1', is1904: false })
  }

  #flush(): void {
    const bytes = Buffer.from(this.#xml)
    this.#pieces.push(bytes)
    this.#bytes += bytes.length
    this.#xml = ''
  }
}

function check(text: string, at: string | undefined): void {
  if (text.length > longestText) throw tooLarge(`${longestText} characters in a cell`, `${text.length}`, at)
  if (!text.isWellFormed()) throw tooLarge('Unicode text in a cell', 'half of a surrogate pair', at)
}

function tooLarge(most: string, got: string, at: string | undefined): NearsameError {
  return new NearsameError('OUTPUT_FORMAT', {
    expected: `rows that a workbook can hold: ${most}`,
    got,
    ...(at !== undefined && { where: at }),
    fix: 'name the file .csv or .jsonl',
  })
}
