/** Job place: where the SQL of a job runs, and where its files are signed and measured. */
import { join } from 'node:path'
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import type { GivenShardFiles } from '../../files/job-files.ts'
import type { RunEvents, RunRequest } from '../../files/requests.ts'
import { threadsFor } from '../../ground/options/speed-options.ts'
import { DuckDbEngine } from '../engines/duckdb-engine.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { writeAnswers } from '../processes/measure-pairs.ts'
import { ShardTexts } from '../processes/shard-texts.ts'
import { signShard } from '../processes/sign-shard.ts'
import { optionsJson } from '../tables/facts.ts'
import { openTable } from '../tables/read-table.ts'
import { makeFolders, partName } from './job.ts'
import type { PairsPart } from './parts.ts'

export interface RunShardsRequest extends RunRequest, GivenShardFiles {
  /** The directory of the job, kept. Default: a temporary one. */
  readonly job?: string | undefined
}

/** A request whose job has a directory. */
export type PlacedRequest = RunShardsRequest & { readonly directory: string }

export interface PlacedJob {
  readonly request: PlacedRequest
  readonly set: InputSet
  readonly events: RunEvents
}

export interface JobPlace {
  /** That of the job, by a path that opens in the engine, too. */
  readonly directory: string
  /** Signs each input that is not signed yet. */
  sign(): Promise<void>
  /** The engine, in which nothing of the job is. Called once, if no earlier run has decided. */
  engine(): Promise<SqlEngine>
  /** Measures parts, whose files appear complete or not at all. */
  measure(parts: readonly PairsPart[]): Promise<void>
  close(): Promise<void>
}

/** This process, with DuckDB in memory, which spills to the directory of the job. */
export class LocalPlace implements JobPlace {
  readonly directory: string
  readonly #job: PlacedJob
  /** Opened when the first pairs are measured. */
  #texts: ShardTexts | undefined
  #engine: SqlEngine | undefined

  constructor(job: PlacedJob) {
    this.directory = job.request.directory
    this.#job = job
  }

  async sign(): Promise<void> {
    const { request, set, events } = this.#job
    const { keys } = makeFolders(this.directory)
    const { bad: _, report: __, ...rest } = request
    for (const [shard, input] of set.inputs.entries()) {
      const one = { ...rest, inputs: [input.path], output: join(keys, partName(shard)), shard }
      await signShard(one, events, { ...set, inputs: [input], ignoredFiles: [] })
    }
  }

  async engine(): Promise<SqlEngine> {
    const { request, events } = this.#job
    this.#engine = await DuckDbEngine.open({
      threads: threadsFor(request.speed, Number.POSITIVE_INFINITY).threads,
      memory: request.speed.memory,
      temporary: join(this.directory, 'spill'),
      signal: events.signal,
    })
    return this.#engine
  }

  async measure(parts: readonly PairsPart[]): Promise<void> {
    for (const part of parts) await this.#measure(part)
  }

  async #measure({ pairs, measures }: PairsPart): Promise<void> {
    const { request, set, events } = this.#job
    const { result, input, bad: _, report: __, ...rest } = request
    const inputs = { set, shards: [...set.inputs.keys()] }
    this.#texts ??= await ShardTexts.open(inputs, { ...rest, result, input }, measures, events)
    const { publication } = this.#texts
    const options = optionsJson(result, input)
    const table = await openTable(pairs, 'pairs', 'texts')
    await writeAnswers(this.#texts, table, { options, output: measures, publication })
    await publication.publish()
  }

  async close(): Promise<void> {
    await this.#texts?.close()
    await this.#engine?.close()
  }
}
