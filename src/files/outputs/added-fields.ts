/** Added fields: what records get behind their own fields, perhaps with those of another record behind them. */
import { csvField } from '../../ground/csv-field.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { type Dialect, noQuote } from '../formats/cut-csv.ts'
import type { SourceFormat } from '../formats/format.ts'
import { contentLength } from '../formats/record-format.ts'
import { rowLine } from '../formats/table/row-values.ts'
import { fieldNames, fieldsOf } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import type { FlatKind } from './gathered-types.ts'
import { type Cell, cellJson, cellOfValue } from './table-lines.ts'

export interface AddedFields {
  readonly names: readonly string[]
  /** Their types in a file that has some. */
  readonly kinds: readonly FlatKind[]
  readonly cellsOf: (document: number) => readonly Cell[]
  /** What a record without a text gets; absent where such records are not written. */
  readonly nullCells?: readonly Cell[] | undefined
  /** The document whose fields follow these, as `twin_NAME`. Default: none do */
  readonly twinOf?: (document: number) => number
}

/** Names that are not taken: a number follows those that are. @example freeNames(['size'], ['size']) // => ['size_2'] */
export function freeNames(names: readonly string[], taken: Iterable<string>): readonly string[] {
  const used = new Set(taken)
  return names.map(name => {
    let free = name
    for (let number = 2; used.has(free); number++) free = `${name}_${number}`
    used.add(free)
    return free
  })
}

/** A record, or a header, with more fields and a line feed at its end. @param where for messages */
export function withFields(
  format: SourceFormat,
  record: Buffer,
  names: readonly string[],
  cells: readonly Cell[],
  where: string,
): Buffer {
  if ('columns' in format) return objectWithFields(rowLine(record, format.columns), names, cells, where)
  const length = contentLength(record)
  if ('dialect' in format) {
    const separator = String.fromCharCode(format.dialect.separator)
    const added = cells.map(cell => separator + cellOf(cell, format.dialect, where)).join('')
    return Buffer.concat([record.subarray(0, length), Buffer.from(added), lineEndOf(record, length)])
  }
  return objectWithFields(record, names, cells, where)
}

/** The same for a record of JSON. @throws NearsameError OPTION_VALUE if it has such a field */
export function objectWithFields(
  record: Buffer,
  names: readonly string[],
  cells: readonly Cell[],
  where: string,
): Buffer {
  const length = contentLength(record)
  const lineEnd = lineEndOf(record, length)
  checkNew(namesIn(record, names), names, where)
  const close = record.lastIndexOf(0x7d)
  let before = close - 1
  while (record[before] <= 32) before--
  const added = cells.map((cell, i) => `${JSON.stringify(names[i])}:${cellJson(cell)}`).join(',')
  return Buffer.concat([
    record.subarray(0, close),
    Buffer.from(record[before] === 0x7b ? added : `,${added}`),
    record.subarray(close, length),
    lineEnd,
  ])
}

function lineEndOf(record: Buffer, length: number): Buffer {
  return length === record.length ? Buffer.from('\n') : record.subarray(length)
}

/** @throws NearsameError OPTION_VALUE for a value that must be quoted, where no field is */
function cellOf(cell: Cell, { separator, quote }: Dialect, where: string): string {
  if (quote !== noQuote) return csvField(cell, String.fromCharCode(separator), String.fromCharCode(quote))
  const text = cell === null || Number.isNaN(cell) ? '' : String(cell)
  if (!/[\r\n]/.test(text) && !text.includes(String.fromCharCode(separator))) return text
  throw new NearsameError('OPTION_VALUE', {
    expected: 'added values without the separator and without line ends, as `quote` is none',
    got: JSON.stringify(text),
    where,
    fix: 'write JSON lines, or name a quote',
  })
}

/** The fields of a record of JSON; none if its bytes show that it has none of `names`. */
function namesIn(record: Buffer, names: readonly string[]): string[] {
  if (!record.includes(0x5c) && !names.some(name => record.includes(JSON.stringify(name)))) return []
  return Object.keys(JSON.parse(record.toString()) as object)
}

/** @throws NearsameError OPTION_VALUE if a record has a field of an annotation */
export function checkNew(found: readonly string[], names: readonly string[], where: string): void {
  const taken = names.find(name => found.includes(name))
  if (taken === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'added fields that the records do not have',
    got: JSON.stringify(taken),
    where,
    fix: 'rename the field, or of `dedupe` choose another name with `annotate`, as in cluster=cluster_number',
  })
}

/** @param added names of fields between the two @example twinNames(['id', 'town'], []) // => ['twin_id', 'twin_town'] */
export function twinNames(names: readonly string[], added: readonly string[]): readonly string[] {
  return freeNames(
    names.map(name => `twin_${name}`),
    [...names, ...added],
  )
}

/** Added fields, with those of a twin if they have one. */
export async function withTwinFields(run: Run, added: AddedFields): Promise<AddedFields> {
  const { names, kinds, cellsOf, twinOf } = added
  if (twinOf === undefined) return added
  const fields = [...(await fieldNames(run))]
  const read = fieldsOf(run)
  return {
    ...added,
    names: [...names, ...twinNames(fields, names)],
    kinds: [...kinds, ...fields.map(() => 'string' as const)],
    cellsOf(document) {
      const twin = read(twinOf(document))
      return [...cellsOf(document), ...fields.map(name => cellOfValue(ownValue(twin, name)))]
    },
  }
}
