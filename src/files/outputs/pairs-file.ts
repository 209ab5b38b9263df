/**
 * Pairs file: reads `id1,id2` rows of CSV, `{"id1","id2"}` lines of JSONL, or rows of Parquet or Excel with these
 * columns, one pair at a time, by its name, decompressed. The output of `pairs` is read back exactly: `pairs` quotes
 * ids that begin or end with white space, because unquoted white space is dropped (people type it after commas).
 *
 * Ids are compared as text, because CSV has no types. A first CSV row with "id" in both cells, such as `id1,id2` or
 * `left_id,right_id`, is a header, and so is one that names `id1` and `id2` anywhere. The first row shows separator and
 * quote, as in inputs (`csv-dialect.ts`).
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { findDialect } from '../formats/csv-dialect.ts'
import { comma, tab, trimmedFields } from '../formats/csv-format.ts'
import type { Dialect } from '../formats/cut-csv.ts'
import type { Cut } from '../formats/cuts.ts'
import { formats } from '../formats/formats.ts'
import { checkUtf8, contentLength, convertToUtf8 } from '../formats/record-format.ts'
import { namesIn, rowEnd, rowLine } from '../formats/table/row-values.ts'
import { cutRecords, fileRecords } from '../inputs/cut-records.ts'
import { openInput } from '../inputs/resolve/open-input.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { formatOfName } from '../io/file-name.ts'

/** A row of a pairs file. */
interface PairRow {
  readonly id1: string
  readonly id2: string
  /** `file:row` */
  readonly where: string
  /**
   * A further field, as text: by name in JSONL and under a header of CSV that names a decision, else by place; empty if
   * it is null, undefined if it is missing.
   */
  field(place: number, name: string): string | undefined
}

/** Calls `each` with the ids of every pair. @throws NearsameError PAIRS_FILE for a bad row; those of reading */
export async function readPairs(path: string, each: (id1: string, id2: string) => void): Promise<void> {
  await readPairRows(path, ({ id1, id2 }) => each(id1, id2))
}

/** The same with all fields of a row. */
export async function readPairRows(path: string, each: (row: PairRow) => void): Promise<void> {
  const { format } = formatOfName(path)
  const isTable = format === 'parquet' || format === 'xlsx'
  const isJson = isTable || format === 'jsonl'
  const rows = new PairRows(path)
  let number = 0
  let headerNumber = 1
  let header: readonly string[] = []
  const lines = format === 'xlsx' ? workbookLines : tableLines
  const records = isTable ? lines(path) : fileRecords(path, isJson ? formats.jsonl.cut : rows.cut)
  for await (const record of records) {
    number++
    const text = record.toString('utf8', 0, contentLength(record))
    const isPreamble = number === 1 && rows.hasPreamble
    if (isPreamble) headerNumber = 2
    if (isPreamble || text.trim() === '') continue
    const where = `${path}:${number}`
    const { ids, field } = placed(where, () => {
      checkUtf8(record, convertToUtf8)
      return isJson ? jsonRow(text) : csvRow(trimmedFields(record, rows.dialect), header)
    })
    const [id1, id2] = ids
    if (id1 === undefined || id2 === undefined) {
      throw new NearsameError('PAIRS_FILE', {
        expected: isJson ? 'an object with id1 and id2' : 'a row that begins with two ids',
        got: JSON.stringify(text.slice(0, 60)),
        where,
        fix: 'write pairs as CSV rows `id1,id2,…`, or as lines {"id1":…,"id2":…} in a .jsonl file',
      })
    }
    const names = number === headerNumber && !isJson ? ids.map(name => String(name).toLowerCase()) : []
    const isByName = names.includes('decision') || idNames.every(name => names.includes(name))
    if (names.length > 0 && (isByName || (isIdName(id1) && isIdName(id2)))) {
      if (isByName) header = names
    } else each({ id1, id2, where, field })
  }
}

const idNames = ['id1', 'id2']
const columns = [...idNames, 'decision', 'survivor']

/** The rows of the first sheet as lines of JSON. */
async function* workbookLines(path: string): AsyncGenerator<Buffer> {
  const { xlsxLines } = await import('../formats/xlsx/xlsx-lines.ts')
  const lines = xlsxLines(decompressed(openInput({ path }), 'none', path), { name: path, sheet: '' })
  for await (const { bytes } of cutRecords(lines, formats.jsonl.cut, Number.POSITIVE_INFINITY))
    yield bytes as Buffer
}

/** The rows of Parquet as lines of JSON. */
async function* tableLines(path: string): AsyncGenerator<Buffer> {
  const { rowsOfParquet } = await import('../io/parquet-records/parquet-read.ts')
  let names: readonly string[] | undefined
  for await (const rows of rowsOfParquet(path, columns)) {
    for (let from = 0; names !== undefined && from < rows.length; from = rowEnd(rows, from, rows.length))
      yield rowLine(rows.subarray(from, rowEnd(rows, from, rows.length)), names)
    names ??= namesIn(rows)
  }
}

/** How the rows of a CSV file of pairs are written, known with its first bytes. */
class PairRows {
  readonly #path: string
  readonly #usual: Dialect
  dialect: Dialect
  /** Whether a line that names the separator comes first. */
  hasPreamble = false

  constructor(path: string) {
    this.#path = path
    const { format } = formatOfName(path)
    this.#usual = format === 'tsv' ? tab : comma
    this.dialect = this.#usual
  }

  readonly cut = (start: Buffer): Cut => {
    const wanted = { text: ['id1', 'id2'], id: 'id', delimiter: '', quote: '', encoding: '' }
    try {
      const { dialect, preamble } = findDialect(start, this.#usual, wanted, this.#path)
      this.dialect = dialect
      this.hasPreamble = preamble > 0
    } catch (error) {
      if (!isNearsameError(error)) throw error
      const fix = 'begin the file with the header `id1,id2`, written with its separator'
      throw new NearsameError('PAIRS_FILE', { ...error.parts, fix })
    }
    return { by: 'csv', dialect: this.dialect }
  }
}

/** Calls `read`; an error becomes one of this row. */
function placed<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isNearsameError(error) ? new NearsameError('PAIRS_FILE', { ...error.parts, where }) : error
  }
}

interface ReadRow {
  readonly ids: readonly (string | undefined)[]
  readonly field: PairRow['field']
}

/** @param header names in lower case; none if places count */
function csvRow(fields: readonly string[], header: readonly string[]): ReadRow {
  const isNamed = idNames.every(name => header.includes(name))
  return {
    ids: isNamed ? idNames.map(name => fields[header.indexOf(name)]) : fields,
    field: header.includes('decision')
      ? (_, name) => fields[header.indexOf(name)] ?? ''
      : place => fields[place],
  }
}

function jsonRow(line: string): ReadRow {
  let value: unknown
  try {
    value = fromJson(line)
  } catch {
    value = undefined // the caller reports the line
  }
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>
  const textOf = (name: string): string | undefined => {
    const given = Object.hasOwn(fields, name) ? fields[name] : undefined
    return ['string', 'number', 'bigint'].includes(typeof given) ? String(given) : undefined
  }
  const field = (name: string) => textOf(name) ?? (Object.hasOwn(fields, name) ? '' : undefined)
  return { ids: [textOf('id1'), textOf('id2')], field: (_, name) => field(name) }
}

function isIdName(cell: string): boolean {
  return /^\s*([a-z]*[ _-])?id([ _-]?[a-z0-9])?\s*$/i.test(cell)
}
