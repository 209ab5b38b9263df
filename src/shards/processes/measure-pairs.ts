/**
 * Measure: the pairs of a table become their exact measures.
 *
 *     PAIRS.parquet + INPUTS ─read by place─▶ shingle sets ─▶ MEASURES.parquet
 *
 * Pure and restartable, as signing is.
 */
import { existsSync } from 'node:fs'
import type { InputSet } from '../../files/io/inputs/input.ts'
import { resolveInputs } from '../../files/io/inputs/resolve-inputs.ts'
import { finishOutput } from '../../files/io/output.ts'
import type { Publication } from '../../files/io/publication.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { measuresColumns } from '../tables/columns.ts'
import { checkSameOptions, checkSigned, optionsJson, tablesVersion } from '../tables/facts.ts'
import { factsIn, openTable, type Table } from '../tables/read-table.ts'
import { writeTable } from '../tables/write-table.ts'
import { ShardTexts } from './shard-texts.ts'
import { checkIsFile, checkShardInputs, checkSupported } from './supported.ts'

interface MeasureRequest extends RunRequest {
  /** The table of pairs. */
  readonly pairs: string
  /** The table of measures. */
  readonly output: string
}

/**
 * @param found the inputs, if they were found beforehand
 * @returns the number of pairs measured
 * @throws NearsameError
 */
export async function measureShard(
  request: MeasureRequest,
  events: RunEvents,
  found?: InputSet,
): Promise<number> {
  checkSupported(request.result)
  checkIsFile('the table of pairs', request.pairs)
  checkIsFile('the table of measures', request.output)
  const options = optionsJson(request.result, request.input)
  const table = await openTable(request.pairs, 'pairs')
  const set = found ?? (await resolveInputs(request.inputs, request.input))
  checkShardInputs(set)
  if (table.facts !== undefined) {
    checkSameOptions(table.facts.options, options, request.pairs)
    checkSigned(set.inputs, table.facts.inputs)
  }
  if (!request.running.force && (await isMeasured(request.output, table.rows, options))) return table.rows
  const texts = await ShardTexts.open(set, request, request.output, events)
  try {
    await writeMeasures(texts, table, { options, output: request.output, publication: texts.publication })
    await texts.publication.publish()
  } finally {
    await texts.close()
  }
  return table.rows
}

/** Whether the output already holds the measures of this number of pairs. @throws NearsameError OPTIONS_MISMATCH */
async function isMeasured(output: string, rows: number, options: string): Promise<boolean> {
  if (!existsSync(output)) return false
  const measures = await openTable(output, 'measures')
  checkSameOptions(factsIn(measures, 'measures').options, options, output)
  return measures.rows === rows
}

interface MeasuresFile {
  readonly options: string
  readonly output: string
  readonly publication: Publication
}

/** Writes the measures of a table; the caller publishes. */
export async function writeMeasures(
  texts: ShardTexts,
  table: Table,
  { options, output, publication }: MeasuresFile,
): Promise<void> {
  const facts = { version: tablesVersion, table: 'measures', options, inputs: [] } as const
  await finishOutput(output, publication, file =>
    writeTable(file, measuresColumns, facts, texts.measure(table)),
  )
}
