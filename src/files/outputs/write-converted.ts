/**
 * Writes kept records in another format than that of their input, in input order.
 *
 *     to JSON lines   JSON, Arrow, WARC, rows of Parquet   as they are read, number by number
 *                     CSV, TSV                             an object of strings
 *                     texts                                `text`, and `id` if the format has one
 *     to CSV, TSV     a column for each field, by first appearance; null and missing ones are empty
 *     to Parquet      likewise, with the type of all values of a field (`gathered-types.ts`); missing ones are null
 *
 * Memory: a block of records. Columns must be known before the first row, so the records are read twice.
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
import type { InputSet } from '../io/inputs/input.ts'
import type { conversionOf } from '../io/inputs/kept-format.ts'
import { finishOutput } from '../io/output.ts'
import { recordsOf } from '../run/record-bytes.ts'
import { type Fields, fieldsReader } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import { GatheredType } from './gathered-types.ts'
import { type TableRow, writeParquetTable } from './parquet-table.ts'
import { type Cell, csvCells } from './table-lines.ts'
import type { IsKept } from './write-kept.ts'

type Target = NonNullable<ReturnType<typeof conversionOf>>

/**
 * @returns bytes written before they are compressed
 * @throws NearsameError OUTPUT_FORMAT for values that the format cannot hold
 */
export async function writeConverted(
  run: Run,
  { inputs, against }: InputSet,
  { path, target }: { readonly path: string; readonly target: Target },
  isKept: IsKept,
): Promise<number> {
  const kept = { run, count: against?.from ?? inputs.length, isKept }
  if (target === 'parquet') return writeRows(kept, path)
  const lines = target === 'jsonl' ? jsonLines(kept) : rowLines(kept, target)
  return finishOutput(path, run.publication, async output => {
    let bytes = 0
    for (const line of lines) {
      bytes += line.length
      const writing = output.write(line)
      if (writing === undefined) continue
      await writing
      await run.rest()
    }
    checkUnchanged(run.settings.set.inputs)
    return bytes
  })
}

interface Kept {
  readonly run: Run
  /** The number of sources, the first ones of the run. */
  readonly count: number
  readonly isKept: IsKept
}

/** The kept records of a source. */
function* keptOf({ run, isKept }: Kept, source: number): ReturnType<typeof recordsOf> {
  for (const found of recordsOf(run, source))
    if (found.document === undefined || isKept(found.document)) yield found
}

function* jsonLines(kept: Kept): Generator<Uint8Array> {
  for (let source = 0; source < kept.count; source++) {
    const { format } = kept.run.sources.plain[source]
    const read = fieldsReader(format)
    for (const { record } of keptOf(kept, source)) {
      const line = isJsonLine(format) ? asLine(format, record) : toJson(read(record))
      yield Buffer.from(`${line}\n`)
    }
  }
}

/** Whether records of a source are objects of JSON, one a line. */
function isJsonLine(format: SourceFormat): boolean {
  return formats[format.name].hasFields && !('dialect' in format)
}

function asLine({ name, encoding }: SourceFormat, record: Buffer): string {
  const line = record.subarray(0, contentLength(record))
  if (encoding !== undefined) return decodedBytes(line, encoding).toString()
  return Buffer.from(name === 'json' ? new LineWriter().write(line) : line).toString()
}

function* rowLines(kept: Kept, target: Target): Generator<Uint8Array> {
  const names = new Set<string>()
  for (const { fields } of fieldsIn(kept)) for (const name of Object.keys(fields)) names.add(name)
  const separator = target === 'tsv' ? '\t' : ','
  const safe = csvCells(kept.run)
  const shown = (cell: Cell) => (target === 'tsv' ? csvField(cell, separator) : safe(cell))
  const lineOf = (cells: readonly Cell[]) => {
    const line = cells.map(shown).join(separator)
    return Buffer.from(`${line === '' ? '""' : line}\n`) // a blank line is no row
  }
  if (names.size > 0) yield lineOf([...names])
  for (const { at, fields } of fieldsIn(kept))
    yield lineOf(Array.from(names, name => cellOf(ownValue(fields, name), name, at)))
}

/** @returns bytes written */
async function writeRows(kept: Kept, path: string): Promise<number> {
  const { run } = kept
  const types = new Map<string, GatheredType>()
  for (const { at, fields } of fieldsIn(kept)) {
    for (const [name, value] of Object.entries(fields)) {
      const type = types.get(name) ?? new GatheredType([name])
      types.set(name, type)
      type.add(value, at)
    }
  }
  function* rows(): Generator<TableRow> {
    for (const { fields, size } of fieldsIn(kept))
      yield { size, values: Array.from(types.keys(), name => ownValue(fields, name)) }
  }
  return finishOutput(path, run.publication, async output => {
    const bytes = await writeParquetTable(output, types, [rows()], () => run.rest())
    checkUnchanged(run.settings.set.inputs)
    return bytes
  })
}

interface KeptFields {
  readonly at: string
  readonly fields: Fields
  /** Bytes of the record. */
  readonly size: number
}

/** The fields of the kept records. */
function* fieldsIn(kept: Kept): Generator<KeptFields> {
  for (let source = 0; source < kept.count; source++) {
    const { format, path } = kept.run.sources.plain[source]
    const read = fieldsReader(format)
    for (const { record, number } of keptOf(kept, source))
      yield { at: `${path}:${number}`, fields: read(record), size: record.length }
  }
}

/** @throws NearsameError OUTPUT_FORMAT */
function cellOf(value: unknown, name: string, at: string): Cell {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return typeof value === 'boolean' ? String(value) : (value as Cell)
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'values that a field of CSV can hold',
    got: `${Array.isArray(value) ? 'a list' : 'an object'} in the field ${JSON.stringify(name)}`,
    where: at,
    fix: 'name the kept records .jsonl',
  })
}
