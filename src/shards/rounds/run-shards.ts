/**
 * Run: a whole job on shards from one process.
 *
 *     sign every input ─▶ rounds: SQL in an engine, pairs measured ─▶ decisions ─▶ KEPT
 *
 * All that is done stays in the directory of the job, so a killed run goes on where it was.
 */

import { join } from 'node:path'
import type { Input, InputSet } from '../../files/io/inputs/input.ts'
import { resolveInputs } from '../../files/io/inputs/resolve-inputs.ts'
import { RunDirectory } from '../../files/io/run-directory.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { directoryOf } from '../../files/run/open-run.ts'
import { Stages } from '../../files/run/stages.ts'
import { threadsFor } from '../../ground/options/speed-options.ts'
import { DuckDbEngine } from '../engines/duckdb-engine.ts'
import { writeAnswers } from '../processes/measure-pairs.ts'
import { ShardTexts } from '../processes/shard-texts.ts'
import { signShard } from '../processes/sign-shard.ts'
import { checkJobDirectory, checkShardInputs, checkSupported } from '../processes/supported.ts'
import { writeShard } from '../processes/write-shard.ts'
import { optionsJson } from '../tables/facts.ts'
import { openTable } from '../tables/read-table.ts'
import { decideAll } from './decide.ts'
import { type ShardReport, shardReport } from './figures.ts'
import { makeFolders, partName, type SignedShards, signedShards } from './job.ts'
import { type DecidedJob, earlierDecisions, exportDecisions, type PairsPart } from './parts.ts'

export interface RunShardsRequest extends RunRequest {
  /** The kept records, or a directory for them. */
  readonly output?: string | undefined
  /** The removed records (JSONL, or CSV, Parquet or .xlsx by its name). */
  readonly removed?: string | undefined
  /** The clusters (JSONL, or CSV, Parquet or .xlsx by its name). */
  readonly clusters?: string | undefined
  /** The report (JSON). */
  readonly report?: string | undefined
  /** The directory of the job, kept. Default: a temporary one. */
  readonly job?: string | undefined
}

/** A request whose job has a directory. */
export type PlacedRequest = RunShardsRequest & { readonly directory: string }

/** Signs each input that is not signed yet. */
export async function signAll(request: PlacedRequest, set: InputSet, events: RunEvents): Promise<void> {
  const { keys } = makeFolders(request.directory)
  for (const [shard, input] of set.inputs.entries()) {
    const { bad: _, report: __, ...rest } = request
    const one = { ...rest, inputs: [input.path], output: join(keys, partName(shard)), shard }
    await signShard(one, events, onlyInput(set, input))
  }
}

function onlyInput(set: InputSet, input: Input): InputSet {
  return { ...set, inputs: [input], ignoredFiles: [] }
}

/** A job with DuckDB in this process. @throws NearsameError */
export async function runShards(request: RunShardsRequest, events: RunEvents): Promise<ShardReport> {
  checkSupported(request.result)
  const set = await resolveInputs(request.inputs, request.input)
  checkShardInputs(set)
  return inDirectory(request, placed => runPlaced(placed, set, events))
}

/** Gives a job its directory, which is removed in the end unless it was named. */
export async function inDirectory<T>(
  request: RunShardsRequest,
  work: (placed: PlacedRequest) => Promise<T>,
): Promise<T> {
  const { job, output, speed } = request
  if (job !== undefined) {
    checkJobDirectory(job)
    return work({ ...request, directory: job })
  }
  const temporary = new RunDirectory(speed.temp || (await directoryOf(output)))
  try {
    return await work({ ...request, directory: await temporary.path() })
  } finally {
    await temporary.remove()
  }
}

async function runPlaced(request: PlacedRequest, set: InputSet, events: RunEvents): Promise<ShardReport> {
  const stages = new Stages()
  await stages.time('scan', () => signAll(request, set, events))
  const signed = await signedShards(request.directory)
  const decided = await stages.time('verify', () => decideHere(request, set, signed, events))
  return finishJob(request, signed, decided, stages, events)
}

/** Decides with DuckDB in memory, which spills to the directory of the job, unless a run before has decided. */
async function decideHere(
  request: PlacedRequest,
  set: InputSet,
  signed: SignedShards,
  events: RunEvents,
): Promise<DecidedJob> {
  const { directory, speed } = request
  const earlier = await earlierDecisions(directory, signed)
  if (earlier !== undefined) return earlier
  const { threads } = threadsFor(speed, Number.POSITIVE_INFINITY)
  const spill = join(directory, 'spill')
  const texts = new Texts(set, request, events)
  const engine = await DuckDbEngine.open({
    threads,
    memory: speed.memory,
    temporary: spill,
    signal: events.signal,
  })
  try {
    const state = await decideAll(engine, signed, directory, parts => texts.measure(parts))
    return await exportDecisions(engine, signed, directory, state)
  } finally {
    await texts.close()
    await engine.close()
  }
}

/** Writes the outputs of a job that is decided. */
export async function finishJob(
  request: PlacedRequest,
  signed: SignedShards,
  decided: DecidedJob,
  stages: Stages,
  events: RunEvents,
): Promise<ShardReport> {
  const { job: _, directory: __, ...rest } = request
  const { decisions } = decided
  const report = await shardReport(signed, decided, stages.reports)
  const written = { ...rest, decisions, shard: 0, keys: signed.keys }
  return stages.time('write', () => writeShard(written, events, () => report))
}

/** The texts of a job, opened when the first pairs are measured. */
export class Texts {
  readonly #set: InputSet
  readonly #request: RunShardsRequest
  readonly #events: RunEvents
  #texts: ShardTexts | undefined

  constructor(set: InputSet, request: RunShardsRequest, events: RunEvents) {
    this.#set = set
    this.#request = request
    this.#events = events
  }

  /** Measures parts, whose files appear complete or not at all. */
  async measure(parts: readonly PairsPart[]): Promise<void> {
    for (const part of parts) await this.#measure(part)
  }

  async #measure({ pairs, measures }: PairsPart): Promise<void> {
    const { result, input, bad: _, report: __, ...rest } = this.#request
    const inputs = { set: this.#set, shards: [...this.#set.inputs.keys()] }
    this.#texts ??= await ShardTexts.open(inputs, { ...rest, result, input }, measures, this.#events)
    const { publication } = this.#texts
    const options = optionsJson(result, input)
    const table = await openTable(pairs, 'pairs', 'texts')
    await writeAnswers(this.#texts, table, { options, output: measures, publication })
    await publication.publish()
  }

  async close(): Promise<void> {
    await this.#texts?.close()
  }
}
