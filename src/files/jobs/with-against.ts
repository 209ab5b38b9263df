/**
 * Two sides as one run: the inputs of A first, then those of B.
 *
 * For a method that compares columns, the first records of both show what B calls the columns of A. Beyond doubt, a
 * name is taken as if `map` gave it, and a hint says so; else a hint proposes it. Columns of the same name and those of
 * a given `map` are settled. Nothing is taken from standard input, which is read only once.
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { columnFields, columnText } from '../../ground/json/column-fields.ts'
import { fieldOf } from '../../ground/json/field.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { RecordColumn } from '../../methods/contract/record-columns.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import type { ColumnMap } from '../inputs/column-map.ts'
import type { Input, InputSet } from '../inputs/resolve/input.ts'
import { resolveInputs } from '../inputs/resolve/resolve-inputs.ts'
import { ofAgainst } from '../inputs/side.ts'
import type { MatchRequest } from '../requests.ts'
import type { OtherNames } from '../run/read-columns.ts'
import { readFields } from './read-fields.ts'

/**
 * The inputs of A and B.
 *
 * @param options locate text and id in the records of B
 * @param map names of B for columns of A
 * @throws NearsameError OPTION_VALUE if both are standard input; as `resolveInputs` does, naming side B
 */
export async function withAgainst(
  a: InputSet,
  against: readonly string[],
  options: InputOptions,
  map: ColumnMap = new Map(),
): Promise<InputSet> {
  const b = await resolveInputs(against, options).catch((error: unknown) => {
    throw isNearsameError(error) ? ofAgainst(error) : error
  })
  if ([a, b].every(({ inputs }) => inputs.some(({ path }) => path === '-'))) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'standard input on one side only',
      got: '- on both sides',
      fix: 'put one side into a file',
    })
  }
  return {
    format: a.format,
    inputs: [...a.inputs, ...b.inputs],
    ignoredFiles: [...a.ignoredFiles, ...b.ignoredFiles],
    against: { from: a.inputs.length, options, map },
  }
}

/** Records of a side to look at, and the most inputs of it. */
const [mostRecords, mostInputs] = [2000, 50]
/** A larger Parquet file takes too long, since it is read as a whole. */
const mostParquetBytes = 2 ** 26

export interface OtherColumns extends OtherNames {
  /** The inputs, with the names of B that are beyond doubt. */
  readonly set: InputSet
}

/** @param set two sides */
export async function otherColumns(
  set: InputSet,
  { input, result }: MatchRequest,
  signal: AbortSignal,
): Promise<OtherColumns> {
  const none = { set, taken: new Map(), proposed: new Map() }
  const { against } = set
  if (against === undefined || !decisionOf(result).readsColumns) return none
  const sides = [set.inputs.slice(0, against.from), set.inputs.slice(against.from)]
  if (!sides.every(isShort)) return none
  const isOther = String(against.options.text) !== String(input.text)
  try {
    const a = await firstRecords(set, sides[0], input, signal)
    const b = await firstRecords(set, sides[1], against.options, signal)
    const namesOfA = namesIn(a, input)
    const namesOfB = namesIn(b, { ...against.options, text: isOther ? against.options.text : undefined })
    const settled = [...against.map.values(), ...namesOfA]
    const lacking = namesOfA.filter(name => !namesOfB.includes(name) && !against.map.has(name))
    const others = namesOfB.filter(name => !settled.includes(name) && isEverywhere(b, name))
    if (namesOfA.length < 2 || lacking.length === 0 || others.length === 0) return none
    const { otherHeaders } = await import('../../methods/records/values/other-headers.ts')
    const { sure, likely } = otherHeaders(columnsOf(a, lacking), columnsOf(b, others))
    const map = new Map([...against.map, ...sure])
    return { set: { ...set, against: { ...against, map } }, taken: sure, proposed: likely }
  } catch (error) {
    if (isNearsameError(error)) return none // the run meets the same error, and says where
    throw error
  }
}

function isShort(inputs: readonly Input[]): boolean {
  return (
    inputs.length <= mostInputs &&
    inputs.every(
      ({ format, isStream, sizeBytes }) =>
        !isStream && (format !== 'parquet' || sizeBytes <= mostParquetBytes),
    )
  )
}

type Fields = Readonly<Record<string, unknown>>

/** The first records of each of some inputs. */
async function firstRecords(
  set: InputSet,
  inputs: readonly Input[],
  options: InputOptions,
  signal: AbortSignal,
): Promise<Fields[][]> {
  const all: Fields[][] = []
  for (const input of inputs) {
    const records: Fields[] = []
    for await (const { fields } of readFields({ ...set, inputs: [input] }, options, signal)) {
      if (fields !== undefined) records.push(fields)
      if (records.length >= mostRecords / inputs.length) break
    }
    all.push(records)
  }
  return all
}

/** The names of the columns that count. */
function namesIn(inputs: readonly Fields[][], { text, id }: Pick<InputOptions, 'text' | 'id'>) {
  const shown = Object.fromEntries(inputs.flat().flatMap(Object.entries))
  return columnFields({ text, id, preferred: [], columns: true }, shown) ?? text ?? []
}

function isEverywhere(inputs: readonly Fields[][], name: string): boolean {
  return inputs.every(records => records.some(fields => fieldOf(fields, name) !== undefined))
}

function columnsOf(inputs: readonly Fields[][], names: readonly string[]): RecordColumn[] {
  return names.map(name => ({
    name,
    values: inputs.flat().map(fields => columnText(fieldOf(fields, name))),
  }))
}
