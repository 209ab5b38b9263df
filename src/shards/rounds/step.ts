/**
 * Step: the next round of a job in a directory, with DuckDB. Called until it says that all is decided.
 *
 *     keys ─step─▶ pairs of round 1 ─measure─▶ measures ─step─▶ pairs of round 2 ... ─step─▶ decisions
 *
 * What follows the measures of a round is one transaction of the database in the directory: killed at any moment, a
 * step may run again. As long as measures are missing it changes nothing.
 */
import { DuckDbEngine } from '../engines/duckdb-engine.ts'
import { checkJobDirectory } from '../processes/supported.ts'
import { literal } from '../sql/dialect.ts'
import { decideJob, type SavedState } from './decide.ts'
import { type ShardReport, shardReport } from './figures.ts'
import { makeFolders, otherKeys, type SignedShards, signedShards } from './job.ts'
import type { PairsPart } from './parts.ts'
import type { RoundsState } from './rounds.ts'

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
    const state = stateIn(engine, directory, signed)
    const { done, value } = await decideJob(signed, directory, async () => engine, state).next()
    if (!done) return { done: false, ...value }
    const { decisions, rounds } = value
    const report = await shardReport(signed, value, [])
    return { done, round: rounds.at(-1)?.round ?? 0, parts: [], decisions, report }
  } finally {
    await engine.close()
  }
}

/** The state in a table of the engine; loading it throws SHARD_INPUT if the keys are others. */
function stateIn(engine: DuckDbEngine, directory: string, { options, inputs }: SignedShards): SavedState {
  const keys = JSON.stringify([options, inputs])
  return {
    async load() {
      await engine.run(['CREATE TABLE IF NOT EXISTS job_state (keys VARCHAR, state VARCHAR)'])
      const row = await engine.texts('SELECT keys, state FROM job_state')
      if (row === undefined) return undefined
      if (row[0] !== keys) throw otherKeys(directory)
      return JSON.parse(row[1]) as RoundsState
    },
    async saved(work) {
      await engine.run(['BEGIN'])
      try {
        const values = [keys, JSON.stringify(await work())].map(literal)
        await engine.run([
          'DELETE FROM job_state',
          `INSERT INTO job_state VALUES (${values.join()})`,
          'COMMIT',
        ])
      } catch (error) {
        await engine.run(['ROLLBACK']).catch(() => {}) // the first error says why
        throw error
      }
    },
  }
}
