/**
 * Sign: one shard of the input becomes a table of keys, with what deciding needs of each document.
 *
 *     INPUT ─scan─▶ hashes, band keys, sketch, place ─▶ KEYS.parquet
 *
 * Pure: the same input, options and shard number give the same bytes, whatever the threads. The file appears complete
 * or not at all, so a killed job may run again.
 */
import { blockAt, copySlots, wordsOfRow } from '../../engine/columns/blocks.ts'
import type { Chunk } from '../../engine/columns/chunks.ts'
import { formats } from '../../files/formats/formats.ts'
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { finishOutput } from '../../files/io/output.ts'
import { checkEvents } from '../../files/jobs/given-request.ts'
import { runJob } from '../../files/jobs/job.ts'
import type { RunEvents, RunReport, RunRequest } from '../../files/requests.ts'
import { placesOf } from '../../files/run/documents/document-places.ts'
import type { Documents } from '../../files/run/documents/documents.ts'
import { idJson } from '../../files/run/identities.ts'
import { baseReport, foundFields } from '../../files/run/report.ts'
import type { Run } from '../../files/run/run.ts'
import { readIds } from '../../files/work/thread/record-reader.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { notSketched, oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import {
  hashHalves,
  keysColumns,
  numbered,
  recordsOfShard,
  sketchColumns,
  type TableRows,
} from '../tables/columns.ts'
import {
  checkOf,
  checkSameOptions,
  checkSigned,
  optionsJson,
  type TableFacts,
  tablesVersion,
} from '../tables/facts.ts'
import { factsIn, hasTable, openTable } from '../tables/read-table.ts'
import { tableGroupRows, writeTable } from '../tables/write-table.ts'
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
    purpose: { always: [request.output], measuresPairs: true, keepsHashes: true },
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
  for (let from = 0; from < documents.count; from += tableGroupRows) {
    const to = Math.min(documents.count, from + tableGroupRows)
    const numbers = Array.from({ length: to - from }, (_, row) => documents.records.numberOf(from + row))
    const block = blockOf(documents, from, to)
    yield {
      ...(await nameColumns(run, from, to)),
      document: Float64Array.from(numbers, number => shard * recordsOfShard + number),
      record_offset: block.offset,
      record_length: Float64Array.from(block.length),
      ...wordColumns('exact', block.exact, 4, numbers.length, hashHalves),
      ...wordColumns('tokens', block.tokens, 4, numbers.length, hashHalves),
      token_count: new Int32Array(block.tokenCount),
      ...keyColumns(block, documents.bands),
      shingles: shinglesOf(block),
      ...wordColumns('sketch', block.sketches, oddSketchWords, numbers.length, sketchColumns),
    }
  }
}

/** Documents whose records are read at once. */
const readAtOnce = 1024

/** The ids, and the file. */
async function nameColumns(run: Run, from: number, to: number): Promise<TableRows> {
  const { documents, thread } = run
  const [{ path, format }] = documents.sources
  const id: string[] = []
  while (from + id.length < to) {
    await run.rest()
    const next = from + id.length
    const numbers = Int32Array.from({ length: Math.min(readAtOnce, to - next) }, (_, i) => next + i)
    const found = formats[format.name].hasIds
      ? readIds(thread, placesOf(documents, numbers))
      : Array.from(numbers, () => undefined)
    for (const one of found) id.push(idJson(one ?? documents.at(from + id.length)))
  }
  return { id, file: new Array<string>(to - from).fill(path) }
}

/** The columns of documents [from, to) in one memory. */
function blockOf(documents: Documents, from: number, to: number): Chunk {
  const { shape } = documents
  const block = blockAt(new ArrayBuffer(4 * wordsOfRow(shape) * (to - from)), 0, to - from, shape)
  copySlots(documents, documents.slots.subarray(from, to), block)
  return block
}

/** Copies: writing a column releases its memory, which all columns of a block share. */
function keyColumns({ keys, tokenCount }: Chunk, bands: number): TableRows {
  const rows = tokenCount.length
  const columns = numbered('key', bands).map((name, band) => [
    name,
    new Int32Array(keys.subarray(band * rows, (band + 1) * rows)),
  ])
  return Object.fromEntries(columns)
}

/** The number of shingles, -1 where there is no sketch. */
function shinglesOf({ sketches, tokenCount }: Chunk): Int32Array {
  return Int32Array.from(tokenCount, (_, row) => {
    const size = sketches.length === 0 ? notSketched : sketches[(row + 1) * oddSketchWords - 1]
    return size === notSketched ? -1 : size
  })
}

/** Columns of 64 bits, of the first words of rows of `stride`; zeros if there are no words. */
function wordColumns(
  prefix: string,
  words: Uint32Array,
  stride: number,
  rows: number,
  count: number,
): TableRows {
  const columns = numbered(prefix, count).map((name, number) => {
    const column = new Uint32Array(2 * rows)
    for (let row = 0, at = 2 * number; at < words.length; row++, at += stride)
      column.set(words.subarray(at, at + 2), 2 * row)
    return [name, new BigInt64Array(column.buffer)]
  })
  return Object.fromEntries(columns)
}
