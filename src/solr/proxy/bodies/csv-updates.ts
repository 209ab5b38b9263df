/**
 * CSV updates: from the rows of a CSV update to documents, while the text arrives.
 *
 *     text  = row { LF row }, an empty row is skipped, a CR before LF belongs to the end of the row
 *     row   = value { separator value }
 *     value = '"' { character | '""' } '"' blanks | characters up to the next separator or LF
 *
 * The first row names the fields. All values are texts; empty ones are dropped. A repeated name gives a field with
 * two values, an empty name drops its column.
 *
 * Source: Apache Solr 9.10.1, the results and messages of its CSV handler.
 * Ours: accepts only the parameters that merely change this grammar: `separator`, `header`, `fieldnames`,
 * `keepEmpty`. Those that make Solr change values (`split`, `map`, `literal.…`, `f.…`, `trim` …) are refused,
 * because the signature would be made from other values.
 */
import { newSolrException } from '../../../ground/java/java-exception.ts'
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
  'split',
  'trim',
]

export class CsvUpdates {
  readonly #separator: string
  readonly #keepsEmpty: boolean
  /** Undefined before the header. */
  #names: readonly string[] | undefined
  /** Whether the first line is an unneeded header: Solr drops it before it reads rows. */
  #skipsLine: boolean
  #text = ''
  /** Line ends before the current row, except those of empty rows right before it. */
  #lines = 0
  /** Line ends seen so far. */
  #ends = 0
  /** Where the search for the end of the row continues, and whether that is inside quotes. */
  #scanned = 0
  #isQuoted = false

  /** @throws JavaException 400 for unsupported parameters */
  constructor(parameters: URLSearchParams) {
    refuseParameters(parameters)
    const names = parameters.get('fieldnames')
    this.#separator = parameters.get('separator') ?? ','
    if (this.#separator.length !== 1) throw newSolrException(400, `Invalid separator:'${this.#separator}'`)
    this.#keepsEmpty = parseSolrBoolean(parameters.get('keepEmpty') ?? 'false')
    this.#names = names?.split(',')
    const isHeaded = parseSolrBoolean(parameters.get('header') ?? String(names === null))
    this.#skipsLine = isHeaded && names !== null
    if (names === null && !isHeaded) {
      throw newSolrException(400, 'CSVLoader: must specify fieldnames=<fields>* or header=true')
    }
  }

  /** Characters of the incomplete row. */
  get pendingBytes(): number {
    return this.#text.length
  }

  /** @throws JavaException 400, after the documents before the fault */
  *push(text: string): Generator<AddCommand, void> {
    this.#text += text
    if (this.#skipsLine && !this.#skipLine()) return
    for (let end = this.#rowEnd(); end >= 0; end = this.#rowEnd()) {
      const row = this.#text.slice(0, end)
      this.#text = this.#text.slice(end + 1)
      this.#scanned = 0
      yield* this.#takeRow(row)
      this.#ends += row.split('\n').length
      if (row !== '' && row !== '\r') this.#lines = this.#ends
    }
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

  /** Position of the LF that ends the row, or -1. */
  #rowEnd(): number {
    for (let at = this.#scanned; at < this.#text.length; at++) {
      const character = this.#text[at]
      if (character === '\n' && !this.#isQuoted) return at
      if (character !== '"') continue
      // Only a quote at the start of a value opens; a doubled one closes and opens again.
      if (this.#isQuoted) this.#isQuoted = false
      else this.#isQuoted = at === 0 || '"'.concat(this.#separator).includes(this.#text[at - 1])
    }
    this.#scanned = this.#text.length
    return -1
  }

  *#takeRow(row: string): Generator<AddCommand, void> {
    const text = row.endsWith('\r') ? row.slice(0, -1) : row
    if (text === '') return
    const values = this.#split(text)
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
      if (name !== '' && (values[i] !== '' || this.#keepsEmpty)) fields.push({ name, value: values[i] })
    })
    return addOf({ fields, children: [] })
  }

  #split(row: string): string[] {
    const values: string[] = []
    for (let at = 0; at <= row.length; ) {
      const [value, end] = row[at] === '"' ? this.#quotedValue(row, at) : this.#plainValue(row, at)
      values.push(value)
      at = end + 1
    }
    return values
  }

  #plainValue(row: string, from: number): [value: string, end: number] {
    const found = row.indexOf(this.#separator, from)
    const end = found < 0 ? row.length : found
    return [row.slice(from, end), end]
  }

  #quotedValue(row: string, from: number): [value: string, end: number] {
    let value = ''
    for (let at = from + 1; ; ) {
      const quote = row.indexOf('"', at)
      if (quote < 0) break
      value += row.slice(at, quote)
      if (row[quote + 1] !== '"') {
        const [rest, end] = this.#plainValue(row, quote + 1)
        if (rest.trim() !== '') break
        return [value, end]
      }
      value += '"'
      at = quote + 2
    }
    throw this.#problem(`can't read line: ${this.#lines}`, 'NO LINES AVAILABLE')
  }

  #problem(problem: string, values: string): Error {
    return newSolrException(
      400,
      `CSVLoader: input=null, line=${this.#lines},${problem}\n\tvalues={${values}}`,
    )
  }
}

function refuseParameters(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (!refusedParameters.includes(name) && !/^(f|literal)\./.test(name)) continue
    throw newSolrException(
      400,
      `CSV with the parameter ${name} cannot be signed: send the values as Solr stores them`,
    )
  }
}
