/**
 * Measure: the pairs of a table become their exact measures; the texts of a table their shingles.
 *
 *     PAIRS.parquet + INPUTS ─read by place─▶ shingle sets ─▶ MEASURES.parquet
 *     TEXTS.parquet + INPUTS ─read by place─▶ shingle sets ─▶ SHINGLES.parquet
 *
 * Pure and restartable, as signing is. Of the inputs, only those are opened that the pairs name.
 */
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { finishOutput } from '../../files/io/output.ts'
import type { Publication } from '../../files/io/publication.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { measuresColumns, shinglesColumns } from '../tables/columns.ts'
import { checkSameOptions, checkSigned, optionsJson, tablesVersion } from '../tables/facts.ts'
import { factsIn, hasTable, openTable, type Table } from '../tables/read-table.ts'
import { writeTable } from '../tables/write-table.ts'
import { type ShardInputs, ShardTexts, shardOf } from './shard-texts.ts'
import { checkShardInputs, checkSupported } from './supported.ts'

interface MeasureRequest extends RunRequest {
  /** The table of pairs, or of texts. */
  readonly pairs: string
  /** The table of measures, or of shingles. */
  readonly output: string
}

/**
 * @param found the inputs, if they were found beforehand
 * @returns the number of pairs measured, or texts read
 * @throws NearsameError
 */
export async function measureShard(
  request: MeasureRequest,
  events: RunEvents,
  found?: InputSet,
): Promise<number> {
  checkSupported(request.result)
  const options = optionsJson(request.result, request.input)
  const table = await openTable(request.pairs, 'pairs', 'texts')
  if (table.facts !== undefined) checkSameOptions(table.facts.options, options, request.pairs)
  const named = await namedInputs(request, table, found)
  checkShardInputs(named.set)
  if (!request.running.force && (await isMeasured(request.output, table, options))) return table.rows
  const texts = await ShardTexts.open(named, request, request.output, events)
  try {
    await writeAnswers(texts, table, { options, output: request.output, publication: texts.publication })
    await texts.publication.publish()
  } finally {
    await texts.close()
  }
  return table.rows
}

/** The inputs with documents in the pairs of a table. @throws NearsameError SHARD_INPUT */
async function namedInputs(
  { inputs, input }: MeasureRequest,
  table: Table,
  found: InputSet | undefined,
): Promise<ShardInputs> {
  const signed = table.facts?.inputs
  const shards = await shardsIn(table)
  const areAsSigned =
    inputs.length === signed?.length && signed.every(one => one.path === inputs[one.shard])
  let set: InputSet
  if (found === undefined && areAsSigned) {
    // Looking at an object takes a request or two.
    set = await resolveInputs(
      shards.map(shard => inputs[shard]),
      input,
    )
  } else {
    const all = found ?? (await resolveInputs(inputs, input))
    const unknown = shards.find(shard => all.inputs[shard] === undefined)
    if (unknown !== undefined) throw unknownShard(unknown, all, table.path)
    set = { ...all, inputs: shards.map(shard => all.inputs[shard]) }
  }
  if (signed !== undefined)
    for (const [at, shard] of shards.entries()) checkSigned([set.inputs[at]], signed, shard)
  return { set, shards }
}

/** The shards of the documents of a table of pairs, ascending; of an empty table the first, as a run needs an input. */
async function shardsIn(table: Table): Promise<number[]> {
  const shards = new Set<number>()
  const columns = table.kind === 'texts' ? ['document'] : ['a', 'b']
  for await (const rows of table.groups(columns))
    for (const column of Object.values(rows))
      for (const document of column) shards.add(shardOf(Number(document)))
  return shards.size === 0 ? [0] : [...shards].sort((a, b) => a - b)
}

function unknownShard(shard: number, { inputs }: InputSet, where: string): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: `pairs of documents in the ${inputs.length} inputs given`,
    got: `a document of shard ${shard}`,
    where,
    fix: 'give all inputs of the job, in the order of their shards',
  })
}

/** Whether the output already holds the answers to this number of rows. @throws NearsameError OPTIONS_MISMATCH */
async function isMeasured(output: string, { kind, rows }: Table, options: string): Promise<boolean> {
  if (!(await hasTable(output))) return false
  const wanted = kind === 'texts' ? 'shingles' : 'measures'
  const answers = await openTable(output, wanted)
  const facts = factsIn(answers, wanted)
  checkSameOptions(facts.options, options, output)
  return (facts.texts ?? answers.rows) === rows
}

interface MeasuresFile {
  readonly options: string
  readonly output: string
  readonly publication: Publication
}

/** Writes the measures or the shingles of a table; the caller publishes. */
export async function writeAnswers(
  texts: ShardTexts,
  table: Table,
  { options, output, publication }: MeasuresFile,
): Promise<void> {
  const facts = { version: tablesVersion, options, inputs: [] }
  await finishOutput(output, publication, file =>
    table.kind === 'texts'
      ? writeTable(
          file,
          shinglesColumns,
          { ...facts, table: 'shingles', texts: table.rows },
          texts.shingles(table),
        )
      : writeTable(file, measuresColumns, { ...facts, table: 'measures' }, texts.measure(table)),
  )
}
