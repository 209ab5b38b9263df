/**
 * Decide: all rounds of a job with one engine, which keeps its tables. What is measured is in files: a run that was
 * killed makes the tables again, and measures only what is missing.
 */
import type { SqlEngine } from '../engines/engine.ts'
import { openTables, type SignedShards, sqlJob } from './job.ts'
import { missingParts, type PairsPart, takeAnswers } from './parts.ts'
import { JobRounds, type RoundsState } from './rounds.ts'

/** @param measure makes the files of these parts @throws NearsameError */
export async function decideAll(
  engine: SqlEngine,
  signed: SignedShards,
  directory: string,
  measure: (parts: readonly PairsPart[]) => Promise<void>,
): Promise<RoundsState> {
  const rounds = new JobRounds(engine, sqlJob(engine.dialect, signed.result))
  await openTables(engine, directory, undefined)
  await rounds.begin(signed.documents)
  while ((await rounds.advance()) === 'measure') {
    await measure(await missingParts(engine, signed, directory, rounds))
    await takeAnswers(engine, directory, rounds)
  }
  return rounds.state
}
