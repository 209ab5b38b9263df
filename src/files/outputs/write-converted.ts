/**
 * Writes records in another format than that of their input, in input order.
 *
 *     to JSON lines   JSON, WARC, rows of Parquet, Arrow   as they are read, number by number
 *                     CSV, TSV                             an object of strings
 *                     texts                                `text`, and `id` if the format has one
 *     to CSV, TSV     a column for each field, by first appearance; null and missing ones are empty
 *     to a workbook   likewise; numbers are numbers, all else is text
 *     to Parquet      likewise, with the type of all values of a field (`gathered-types.ts`); missing ones are null
 *
 * Added fields follow those of all records. Memory: a block of records. Columns must be known before the first row, so
 * the records are read twice.
 */
import { csvField } from '../../ground/csv-field.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { ownValue } from '../../ground/json/field.ts'
import { LineWriter } from '../formats/element-line.ts'
import { decodedBytes } from '../formats/encodings.ts'
import type { SourceFormat } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { contentLength } from '../formats/record-format.ts'
import { rowLine } from '../formats/table/row-values.ts'
import type { ConvertedFormat } from '../inputs/resolve/kept-format.ts'
import { finishOutput } from '../io/output.ts'
import { recordsOf } from '../run/record-bytes.ts'
import { type Fields, fieldsReader } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { type AddedFields, checkNew, objectWithFields } from './added-fields.ts'
import { checkUnchanged } from './check-inputs.ts'
import { GatheredType } from './gathered-types.ts'
import { GuessedColumns } from './guessed-columns.ts'
import { type TableRow, writeParquetTable } from './parquet-table.ts'
import { type Cell, csvCells } from './table-lines.ts'
import type { IsKept } from './write-kept.ts'
import { writeRecords } from './write-lines.ts'
import { writeNewWorkbook } from './write-table.ts'

interface Conversion extends Kept {
  readonly path: string
  readonly target: ConvertedFormat
}

/** The records of the sources [from, end) that are written. */
interface Kept {
  readonly from: number
  readonly end: number
  readonly isKept: IsKept
  /** What they get behind their own fields. Default: nothing */
  readonly added?: AddedFields | undefined
}

/**
 * @returns bytes written before they are compressed
 * @throws NearsameError OUTPUT_FORMAT for values that the format cannot hold
 */
export async function writeConverted(run: Run, conversion: Conversion): Promise<number> {
  const { path, target } = conversion
  if (target === 'parquet') return writeRows(run, conversion)
  if (target === 'xlsx')
    return writeNewWorkbook(run, path, book => {
      for (const { cells, at } of cellRows(run, conversion, readersOf(run, conversion))) book.add(cells, at)
      checkUnchanged(run.settings.set.inputs)
    })
  return writeRecords(
    run,
    path,
    target === 'jsonl' ? jsonLines(run, conversion) : rowLines(run, conversion),
  )
}

interface KeptRecord {
  readonly record: Buffer
  readonly at: string
  /** The values of the added fields. */
  readonly cells: readonly Cell[]
}

/** The written records of a source. */
export function* writtenRecords(
  run: Run,
  { isKept, added }: Pick<Kept, 'isKept' | 'added'>,
  source: number,
): Generator<KeptRecord> {
  const { path } = run.sources.plain[source]
  for (const { document, record, number } of recordsOf(run, source)) {
    const at = `${path}:${number}`
    const { nullCells, cellsOf } = added ?? { nullCells: [], cellsOf: () => [] }
    const cells = document === undefined ? nullCells : isKept(document) ? cellsOf(document) : undefined
    if (cells !== undefined) yield { record, at, cells }
  }
}

function* jsonLines(run: Run, kept: Kept): Generator<Uint8Array> {
  const { added, from, end } = kept
  const readerOf = readersOf(run, kept)
  for (let source = from; source < end; source++) {
    const { format } = run.sources.plain[source]
    const read = readerOf(format)
    for (const { record, at, cells } of writtenRecords(run, kept, source)) {
      const line = isJsonLine(format) ? asLine(format, record) : toJson(read(record))
      const bytes = Buffer.from(`${line}\n`)
      yield added === undefined ? bytes : objectWithFields(bytes, added.names, cells, at)
    }
  }
}

/** Whether records of a source are objects of JSON, one a line. */
function isJsonLine(format: SourceFormat): boolean {
  return formats[format.name].hasFields && !('dialect' in format)
}

function asLine(format: SourceFormat, row: Buffer): string {
  const { name, encoding } = format
  const record = 'columns' in format ? rowLine(row, format.columns) : row
  const line = record.subarray(0, contentLength(record))
  if (encoding !== undefined) return decodedBytes(line, encoding).toString()
  return Buffer.from(name === 'json' ? new LineWriter().write(line) : line).toString()
}

function* rowLines(run: Run, kept: Conversion): Generator<Uint8Array> {
  const { target } = kept
  const separator = target === 'tsv' ? '\t' : ','
  const safe = csvCells(run)
  const shown = (cell: Cell) => (target === 'tsv' ? csvField(cell, separator) : safe(cell))
  for (const { cells } of cellRows(run, kept)) {
    const line = cells.map(shown).join(separator)
    yield Buffer.from(`${line === '' ? '""' : line}\n`) // a blank line is no row
  }
}

/** The names of all columns, then the cells of each record. */
function* cellRows(
  run: Run,
  kept: Conversion,
  readerOf = fieldsReader,
): Generator<{ readonly cells: readonly Cell[]; readonly at?: string }> {
  const names = new Set<string>()
  for (const { fields } of fieldsIn(run, kept)) for (const name of Object.keys(fields)) names.add(name)
  if (names.size > 0) yield { cells: [...names, ...(kept.added?.names ?? [])] }
  const takesNested = run.settings.running.types === 'text'
  for (const { at, fields, cells } of fieldsIn(run, kept, readerOf)) {
    const own = Array.from(names, name => cellOf(ownValue(fields, name), { name, at, takesNested }))
    yield { cells: [...own, ...cells], at }
  }
}

/** @returns bytes written */
async function writeRows(run: Run, kept: Conversion): Promise<number> {
  const types = new Map<string, GatheredType>()
  const readerOf = readersOf(run, kept)
  const takesMixtures = run.settings.running.types === 'text'
  for (const { at, fields } of fieldsIn(run, kept, readerOf)) {
    for (const [name, value] of Object.entries(fields)) {
      const type = types.get(name) ?? new GatheredType([name], 'null', takesMixtures)
      types.set(name, type)
      type.add(value, at)
    }
  }
  const own = [...types.keys()]
  const { names, kinds } = kept.added ?? { names: [], kinds: [] }
  for (const [i, name] of names.entries()) types.set(name, new GatheredType([name], kinds[i]))
  function* rows(): Generator<TableRow> {
    for (const { fields, cells, size } of fieldsIn(run, kept, readerOf)) {
      const added = cells.map((cell, i) => (kinds[i] === 'string' && cell !== null ? String(cell) : cell))
      yield { size, values: [...own.map(name => ownValue(fields, name)), ...added] }
    }
  }
  return finishOutput(kept.path, run.publication, async output => {
    const bytes = await writeParquetTable(output, types, [rows()], () => run.rest())
    checkUnchanged(run.settings.set.inputs)
    return bytes
  })
}

/** How fields are read: texts of CSV with the types of their columns, where the option asks to guess them. */
function readersOf(run: Run, kept: Kept): typeof fieldsReader {
  if (run.settings.running.types !== 'guess') return fieldsReader
  const columns = new GuessedColumns()
  for (let source = kept.from; source < kept.end; source++) {
    const { format } = run.sources.plain[source]
    const read = fieldsReader(format)
    if ('dialect' in format)
      for (const { record } of writtenRecords(run, kept, source)) columns.add(read(record))
  }
  return format => {
    const read = fieldsReader(format)
    return 'dialect' in format ? record => columns.typed(read(record)) : read
  }
}

interface KeptFields extends Pick<KeptRecord, 'at' | 'cells'> {
  readonly fields: Fields
  /** Bytes of the record. */
  readonly size: number
}

/** The fields of the written records. @throws NearsameError OPTION_VALUE if one has a field that is added */
function* fieldsIn(run: Run, kept: Kept, readerOf = fieldsReader): Generator<KeptFields> {
  const { added, from, end } = kept
  for (let source = from; source < end; source++) {
    const read = readerOf(run.sources.plain[source].format)
    for (const { record, at, cells } of writtenRecords(run, kept, source)) {
      const fields = read(record)
      if (added !== undefined) checkNew(Object.keys(fields), added.names, at)
      yield { at, fields, cells, size: record.length }
    }
  }
}

interface CellOptions {
  readonly name: string
  readonly at: string
  /** Whether a list or an object becomes its JSON. */
  readonly takesNested: boolean
}

/** @throws NearsameError OUTPUT_FORMAT */
function cellOf(value: unknown, { name, at, takesNested }: CellOptions): Cell {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return typeof value === 'boolean' ? String(value) : (value as Cell)
  if (takesNested) return toJson(value)
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'values that a field of CSV or a cell can hold',
    got: `${Array.isArray(value) ? 'a list' : 'an object'} in the field ${JSON.stringify(name)}`,
    where: at,
    fix: 'set `types` to text for its JSON, or name the kept records .jsonl',
  })
}
