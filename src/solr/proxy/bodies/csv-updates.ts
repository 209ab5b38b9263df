/**
 * CSV updates: from the rows of a CSV update to documents, while the text arrives.
 *
 *     text  = row { LF row }, an empty row is skipped, a CR before LF belongs to the end of the row
 *
 * The first row names the fields. All values are texts; empty ones are dropped. A repeated name gives a field with
 * two values, an empty name drops its column.
 *
 * Source: Apache Solr 9.10.1, the results and messages of its CSV handler.
 * Ours: accepts only the parameters that merely change this grammar: `separator`, `header`, `fieldnames`,
 * `keepEmpty`, and those that split values: `split` and, of a field, `f.NAME.split`, `.separator`, `.encapsulator`,
 * `.keepEmpty`. Those that make Solr change values (`map`, `literal.…`, `trim` …) are refused, because the signature
 * would be made from other values.
 */
import { splitRow } from '../../../files/formats/csv-row.ts'
import { type Dialect, RowEnd } from '../../../files/formats/cut-csv.ts'
import { newSolrException } from '../../../methods/java/java-exception.ts'
import { type AddCommand, addOf, type SolrField } from '../../messages/messages.ts'
import { parseSolrBoolean } from '../../messages/solr-params.ts'

const refusedParameters = [
  'encapsulator',
  'escape',
  'map',
  'rowid',
  'rowidOffset',
  'skip',
  'skipLines',
  'trim',
]

export class CsvUpdates {
  readonly #separator: string
  readonly #dialect: Dialect
  readonly #parameters: URLSearchParams
  /** Undefined before the header. */
  #names: readonly string[] | undefined
  /** Whether the first line is an unneeded header: Solr drops it before it reads rows. */
  #skipsLine: boolean
  #text = ''
  /** Line ends before the current row, except those of empty rows right before it. */
  #lines = 0
  /** Line ends seen so far. */
  #ends = 0
  /** Units of `#text` in which the end of its first row, or of the line to skip, has been sought. */
  #scanned = 0
  #rowEnd: RowEnd

  /** @throws JavaException 400 for unsupported parameters */
  constructor(parameters: URLSearchParams) {
    refuseParameters(parameters)
    const names = parameters.get('fieldnames')
    this.#separator = parameters.get('separator') ?? ','
    if (this.#separator.length !== 1) throw newSolrException(400, `Invalid separator:'${this.#separator}'`)
    this.#dialect = { separator: this.#separator.charCodeAt(0), quote: 0x22 }
    this.#rowEnd = new RowEnd(this.#dialect)
    this.#parameters = parameters
    this.#names = names?.split(',')
    const isHeaded = parseSolrBoolean(parameters.get('header') ?? String(names === null))
    this.#skipsLine = isHeaded && names !== null
    if (names === null && !isHeaded) {
      throw newSolrException(400, 'CSVLoader: must specify fieldnames=<fields>* or header=true')
    }
  }

  /** @throws JavaException 400, after the documents before the fault */
  *push(text: string): Generator<AddCommand, void> {
    this.#text += text
    if (this.#skipsLine && !this.#skipLine()) return
    const base = this.#scanned
    const units = unitsOf(this.#text.slice(base))
    let start = 0
    for (let at = base; ; at = start) {
      const end = this.#rowEnd.find(units, at - base, units.length)
      if (end < 0) break
      const row = this.#text.slice(start, base + end - 1)
      start = base + end
      this.#rowEnd = new RowEnd(this.#dialect)
      yield* this.#takeRow(row)
      this.#ends += row.split('\n').length
      if (row !== '' && row !== '\r') this.#lines = this.#ends
    }
    this.#text = this.#text.slice(start)
    this.#scanned = this.#text.length
  }

  /** @throws JavaException 400 */
  *end(): Generator<AddCommand, void> {
    if (!this.#skipsLine) yield* this.#takeRow(this.#text)
    this.#text = ''
    if (this.#names === undefined) throw newSolrException(400, 'Expected fieldnames in CSV input')
  }

  /** Drops the first line with its end. @returns whether it was complete */
  #skipLine(): boolean {
    const newline = /\r?\n|\r(?=[^\n])/g
    newline.lastIndex = Math.max(0, this.#scanned - 1)
    const found = newline.exec(this.#text)
    this.#scanned = found === null ? this.#text.length : 0
    if (found === null) return false
    this.#text = this.#text.slice(newline.lastIndex)
    this.#skipsLine = false
    return true
  }

  *#takeRow(row: string): Generator<AddCommand, void> {
    const text = row.endsWith('\r') ? row.slice(0, -1) : row
    if (text === '') return
    const values = this.#valuesOf(text)
    const names = this.#names
    if (names === undefined) {
      this.#names = values
      return
    }
    if (values.length !== names.length) {
      const shown = values.map(value => `'${value}',`).join('')
      throw this.#problem(`expected ${names.length} values but got ${values.length}`, shown)
    }
    yield this.#addOf(names, values)
  }

  #addOf(names: readonly string[], values: readonly string[]): AddCommand {
    const fields: SolrField[] = []
    names.forEach((name, i) => {
      if (name === '') return
      const keepsEmpty = this.#isTrue(name, 'keepEmpty')
      for (const value of this.#splitValues(name, values[i])) {
        if (value !== '' || keepsEmpty) fields.push({ name, value })
      }
    })
    return addOf({ fields, children: [] })
  }

  #valuesOf(row: string): string[] {
    const values = valuesOf(row, this.#separator, '"')
    if (values !== undefined) return values
    throw this.#problem(`can't read line: ${this.#lines}`, 'NO LINES AVAILABLE')
  }

  /** A value, or those that Solr splits it into: only its first line counts then. */
  #splitValues(name: string, value: string): string[] {
    if (value === '' || !this.#isTrue(name, 'split')) return [value]
    const separator = this.#parameterOf(name, 'separator')?.slice(0, 1) || ','
    const quote = this.#parameterOf(name, 'encapsulator')?.slice(0, 1) || ''
    const [line] = value.split('\n')
    const values = valuesOf(line, separator, quote)
    if (values !== undefined) return values
    throw newSolrException(400, `CSV that Solr cannot split cannot be signed: ${name}=${line}`)
  }

  #isTrue(name: string, parameter: string): boolean {
    return parseSolrBoolean(this.#parameterOf(name, parameter) ?? 'false')
  }

  /** A parameter of a field, else of all fields. */
  #parameterOf(name: string, parameter: string): string | null {
    return this.#parameters.get(`f.${name}.${parameter}`) ?? this.#parameters.get(parameter)
  }

  #problem(problem: string, values: string): Error {
    return newSolrException(
      400,
      `CSVLoader: input=null, line=${this.#lines},${problem}\n\tvalues={${values}}`,
    )
  }
}

/**
 * The values of a row, or of a value that Solr splits; blanks may follow a closing quote.
 *
 * @param quote empty if no character quotes
 * @returns undefined if a quote does not end, or is followed by more than blanks
 */
function valuesOf(row: string, separator: string, quote: string): string[] | undefined {
  const isBlank = (from: number, to: number) => row.slice(from, to).trim() === ''
  const found = splitRow(row, row.length, { separator, quote, isBlank })
  if ('fault' in found) return undefined
  const { starts, ends, doubled } = found
  return starts.map((start, i) => {
    const value = row.slice(start, ends[i])
    return doubled[i] ? value.replaceAll(quote + quote, quote) : value
  })
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}

function refuseParameters(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    const isOfField =
      /^(f|literal)\./.test(name) && !/^f\..*\.(split|separator|encapsulator|keepEmpty)$/.test(name)
    if (!refusedParameters.includes(name) && !isOfField) continue
    throw newSolrException(
      400,
      `CSV with the parameter ${name} cannot be signed: send the values as Solr stores them`,
    )
  }
}
