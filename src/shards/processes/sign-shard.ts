/**
 * Sign: one shard of the input becomes a table of keys, with what deciding needs of each document.
 *
 *     INPUT ─scan─▶ hashes, band keys, sketch, place ─▶ KEYS.parquet
 *
 * Pure: the same input, options and shard number give the same bytes, whatever the threads. The file appears complete
 * or not at all, so a killed job may run again.
 */
import { chunkOf, readKeys, rowOf } from '../../engine/columns/chunks.ts'
import type { InputSet } from '../../files/io/inputs/input.ts'
import { resolveInputs } from '../../files/io/inputs/resolve-inputs.ts'
import { finishOutput } from '../../files/io/output.ts'
import { checkEvents } from '../../files/jobs/given-request.ts'
import { runJob } from '../../files/jobs/job.ts'
import type { RunEvents, RunReport, RunRequest } from '../../files/requests.ts'
import type { Documents } from '../../files/run/documents/documents.ts'
import { Identities, idJson } from '../../files/run/identities.ts'
import { baseReport, foundFields } from '../../files/run/report.ts'
import type { Run } from '../../files/run/run.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { notSketched, oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { keysColumns, numbered, sketchColumns } from '../tables/columns.ts'
import {
  checkOf,
  checkSameOptions,
  checkSigned,
  optionsJson,
  recordsOfShard,
  type TableFacts,
  tablesVersion,
} from '../tables/facts.ts'
import { hasTable } from '../tables/has-table.ts'
import { factsIn, openTable } from '../tables/read-table.ts'
import { type TableRows, tableGroupRows, writeTable } from '../tables/write-table.ts'
import { checkShardInputs, checkSupported } from './supported.ts'

interface SignShardRequest extends RunRequest {
  /** The table of keys. */
  readonly output: string
  /** The number of the shard, from 0: shards are ordered by it. */
  readonly shard: number
}

/**
 * Signs a shard, unless its table is there already.
 *
 * @param found the input, if it was found beforehand
 * @returns undefined if there was nothing to do
 * @throws NearsameError OPTIONS_MISMATCH, SHARD_INPUT if the table there is another one; what a run throws
 */
export async function signShard(
  request: SignShardRequest,
  events: RunEvents,
  found?: InputSet,
): Promise<RunReport | undefined> {
  checkEvents(events)
  checkSupported(request.result)
  const set = found ?? (await resolveInputs(request.inputs, request.input))
  if (!request.running.force && (await isSigned(request, set))) return undefined
  return runJob<RunReport>(request, events, {
    set,
    purpose: { always: [request.output], measuresPairs: true },
    check(run) {
      checkShardInputs(run.settings.set)
      const { inputs } = run.settings.set
      if (inputs.length > 1) throw severalInputs(inputs.length)
    },
    async work(run) {
      const facts = factsOf(run, request)
      const columns = keysColumns(run.settings.shape.bands)
      const write = () =>
        finishOutput(request.output, run.publication, output =>
          writeTable(output, columns, facts, keyGroups(run, request.shard)),
        )
      await run.stages.time('write', write)
      return baseReport(run)
    },
  })
}

/** Whether the output holds the keys of these inputs already. */
async function isSigned(
  { output, result, input, shard }: SignShardRequest,
  { inputs }: InputSet,
): Promise<boolean> {
  if (!(await hasTable(output))) return false
  const facts = factsIn(await openTable(output, 'keys'), 'keys')
  checkSameOptions(facts.options, optionsJson(result, input), output)
  checkSigned(inputs, facts.inputs, shard)
  return true
}

function severalInputs(count: number): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: 'one input, which is the shard',
    got: `${count} inputs`,
    fix: 'sign each file by itself, with `shard` counting from 0; `nearsame shard plan` prints the commands',
  })
}

function factsOf(run: Run, { shard, result, input: options }: SignShardRequest): TableFacts {
  const { versions, inputs, counts, badRecords, bands, textless } = baseReport(run)
  const fields = foundFields(run)
  const signed = run.settings.set.inputs.map(input => ({
    shard,
    path: input.name,
    bytes: input.sizeBytes,
    check: checkOf(input),
    records: run.documents.records.count,
  }))
  return {
    version: tablesVersion,
    table: 'keys',
    options: optionsJson(result, options),
    inputs: signed,
    report: {
      versions,
      inputs,
      counts,
      badRecords,
      bands,
      ...(textless && { textless }),
      ...(fields && { fields }),
    },
  }
}

async function* keyGroups(run: Run, shard: number): AsyncGenerator<TableRows> {
  const { documents } = run
  const identities = new Identities(run)
  for (let from = 0; from < documents.count; from += tableGroupRows) {
    const to = Math.min(documents.count, from + tableGroupRows)
    const ids: string[] = []
    const places: string[] = []
    for (let document = from; document < to; document++) {
      if (document % 1024 === 0) await run.rest()
      ids.push(idJson(identities.id(document)))
      places.push(identities.at(document))
    }
    yield {
      id: ids,
      at: places,
      ...hashColumns(documents, from, to),
      ...placeColumns(documents, shard, from, to),
      ...keyColumns(documents, run.settings.shape.bands, from, to),
      ...sketchesOf(documents, from, to),
    }
  }
}

function hashColumns(documents: Documents, from: number, to: number): TableRows {
  const exact: string[] = []
  const tokens: string[] = []
  const tokenCount = new Int32Array(to - from)
  const hex = (column: Uint32Array, row: number) =>
    Buffer.from(column.buffer, column.byteOffset + 16 * row, 16).toString('hex')
  for (let document = from; document < to; document++) {
    const chunk = chunkOf(documents, document)
    const row = rowOf(documents, document)
    exact.push(hex(chunk.exact, row))
    tokens.push(hex(chunk.tokens, row))
    tokenCount[document - from] = chunk.tokenCount[row]
  }
  return { exact, tokens, token_count: tokenCount }
}

function placeColumns(documents: Documents, shard: number, from: number, to: number): TableRows {
  const rows = to - from
  const [document, offset, length] = [0, 0, 0].map(() => new BigInt64Array(rows))
  for (let row = 0; row < rows; row++) {
    document[row] = BigInt(shard * recordsOfShard + documents.records.numberOf(from + row))
    const place = documents.placeOf(from + row)
    offset[row] = BigInt(place.offset)
    length[row] = BigInt(place.length)
  }
  return { document, record_offset: offset, record_length: length }
}

function keyColumns(documents: Documents, bands: number, from: number, to: number): TableRows {
  const columns = Array.from({ length: bands }, () => new Int32Array(to - from))
  const keys = new Uint32Array(bands)
  for (let document = from; document < to; document++) {
    readKeys(documents, document, keys)
    for (let band = 0; band < bands; band++) columns[band][document - from] = keys[band]
  }
  return Object.fromEntries(numbered('key', bands).map((name, band) => [name, columns[band]]))
}

/** Bits of sketches as 64-bit columns, and the number of shingles, -1 where there is no sketch. */
function sketchesOf(documents: Documents, from: number, to: number): TableRows {
  const rows = to - from
  const shingles = new Int32Array(rows).fill(-1)
  const columns = Array.from({ length: sketchColumns }, () => new BigInt64Array(rows))
  const words = columns.map(({ buffer }) => new Uint32Array(buffer))
  for (let row = 0; row < rows; row++) {
    const { sketches } = chunkOf(documents, from + row)
    if (sketches.length === 0) break
    const at = rowOf(documents, from + row) * oddSketchWords
    for (const [column, values] of words.entries()) {
      values[2 * row] = sketches[at + 2 * column]
      values[2 * row + 1] = sketches[at + 2 * column + 1]
    }
    const size = sketches[at + oddSketchWords - 1]
    if (size !== notSketched) shingles[row] = size
  }
  const named = numbered('sketch', sketchColumns).map((name, column) => [name, columns[column]] as const)
  return { shingles, ...Object.fromEntries(named) }
}
