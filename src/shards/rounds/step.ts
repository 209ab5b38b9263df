/**
 * Step: the next round of a job in a directory, with DuckDB. Called until it says that all is decided.
 *
 *     keys ─step─▶ pairs of round 1 ─measure─▶ measures ─step─▶ pairs of round 2 ... ─step─▶ decisions
 *
 * All of a step is one transaction of the database in the directory: killed at any moment, it may run again. As long as
 * measures are missing it changes nothing.
 */
import { DuckDbEngine } from '../engines/duckdb-engine.ts'
import { checkJobDirectory } from '../processes/supported.ts'
import { literal } from '../sql/dialect.ts'
import { type ShardReport, shardReport } from './figures.ts'
import { makeFolders, openTables, otherKeys, type SignedShards, signedShards, sqlJob } from './job.ts'
import {
  type DecidedJob,
  earlierDecisions,
  exportDecisions,
  missingParts,
  type PairsPart,
  takeAnswers,
} from './parts.ts'
import { JobRounds, type RoundsState } from './rounds.ts'

interface StepRequest {
  readonly directory: string
  readonly threads: number
  /** Bytes; 0 if there is no budget. */
  readonly memory: number
  readonly signal: AbortSignal
}

interface StepReport {
  readonly done: boolean
  /** Number of the last round. */
  readonly round: number
  /** Files of pairs whose measures are missing, with the file for each. */
  readonly parts: readonly PairsPart[]
  /** The table of decisions and the report of the job, when it is done. */
  readonly decisions?: string
  readonly report?: ShardReport
}

/**
 * @throws NearsameError OPTION_VALUE, SHARD_INPUT, SHARD_TABLE, SHARD_EMPTY, OPTIONS_MISMATCH, PACKAGE_MISSING,
 *   SQL_ENGINE
 */
export async function stepJob({ directory, threads, memory, signal }: StepRequest): Promise<StepReport> {
  checkJobDirectory(directory)
  const signed = await signedShards(directory)
  const { database } = makeFolders(directory)
  const engine = await DuckDbEngine.open({
    path: database,
    threads,
    memory,
    temporary: `${database}.tmp`,
    signal,
  })
  try {
    return await new Step(engine, directory, signed).next()
  } finally {
    await engine.close()
  }
}

class Step {
  readonly #engine: DuckDbEngine
  readonly #directory: string
  readonly #signed: SignedShards

  constructor(engine: DuckDbEngine, directory: string, signed: SignedShards) {
    this.#engine = engine
    this.#directory = directory
    this.#signed = signed
  }

  async next(): Promise<StepReport> {
    const earlier = await earlierDecisions(this.#directory, this.#signed)
    if (earlier !== undefined) return this.#decided(earlier)
    let state = await this.#load()
    while (state?.phase !== 'done') {
      const rounds = new JobRounds(this.#engine, sqlJob(this.#engine.dialect, this.#signed.result), state)
      const missing = state?.isPending
        ? await missingParts(this.#engine, this.#signed, this.#directory, rounds)
        : []
      if (missing.length > 0) return { done: false, round: rounds.state.round, parts: missing }
      await this.#transaction(() => this.#advance(rounds, state))
      state = rounds.state
    }
    return this.#decided(await exportDecisions(this.#engine, this.#signed, this.#directory, state))
  }

  /** Takes what is measured, if the state is not that before the first round, and goes on to the next pairs. */
  async #advance(rounds: JobRounds, state: RoundsState | undefined): Promise<void> {
    if (state === undefined) {
      await openTables(this.#engine, this.#directory, state)
      await rounds.begin(this.#signed.documents)
    } else await takeAnswers(this.#engine, this.#directory, rounds)
    await rounds.advance()
    await this.#save(rounds.state)
  }

  async #decided(decided: DecidedJob): Promise<StepReport> {
    const { decisions, rounds } = decided
    const report = await shardReport(this.#signed, decided, [])
    return { done: true, round: rounds.at(-1)?.round ?? 0, parts: [], decisions, report }
  }

  async #transaction(work: () => Promise<void>): Promise<void> {
    await this.#engine.run(['BEGIN'])
    try {
      await work()
      await this.#engine.run(['COMMIT'])
    } catch (error) {
      await this.#engine.run(['ROLLBACK']).catch(() => {}) // the first error says why
      throw error
    }
  }

  /** The state of the job, undefined before the first step. @throws NearsameError SHARD_INPUT if the keys are others */
  async #load(): Promise<RoundsState | undefined> {
    await this.#engine.run(['CREATE TABLE IF NOT EXISTS job_state (keys VARCHAR, state VARCHAR)'])
    const row = await this.#engine.texts('SELECT keys, state FROM job_state')
    if (row === undefined) return undefined
    if (row[0] !== this.#keys) throw otherKeys(this.#directory)
    return JSON.parse(row[1]) as RoundsState
  }

  async #save(state: RoundsState): Promise<void> {
    await this.#engine.run([
      'DELETE FROM job_state',
      `INSERT INTO job_state VALUES (${literal(this.#keys)}, ${literal(JSON.stringify(state))})`,
    ])
  }

  /** What identifies the signed shards. */
  get #keys(): string {
    return JSON.stringify([this.#signed.options, this.#signed.inputs])
  }
}
