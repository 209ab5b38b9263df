/**
 * Decide: all rounds of a job with one engine, which keeps its tables. What is measured is in files: a run that was
 * killed makes the tables again, and measures only what is missing; one whose state is saved goes on where it was.
 */
import type { SqlEngine } from '../engines/engine.ts'
import { openTables, type SignedShards, sqlJob } from './job.ts'
import {
  type DecidedJob,
  earlierDecisions,
  exportDecisions,
  missingParts,
  type PairsPart,
  takeAnswers,
} from './parts.ts'
import { JobRounds, type RoundsState } from './rounds.ts'

/** Keeps the state of a job between two processes. */
export interface SavedState {
  /** Undefined before the first round. */
  load(): Promise<RoundsState | undefined>
  /** Does work, and saves the state that it leads to: both or nothing. */
  saved(work: () => Promise<RoundsState>): Promise<void>
}

/** What a round asks for and has no answer yet. */
interface AskedParts {
  readonly round: number
  readonly parts: readonly PairsPart[]
}

/** Does not save. */
const forgotten: SavedState = { load: async () => undefined, saved: async work => void (await work()) }

/**
 * Yields what is to be measured, round by round, and goes on when its files are there.
 *
 * @param open called if no earlier run has decided @returns the decisions @throws NearsameError
 */
export async function* decideJob(
  signed: SignedShards,
  directory: string,
  open: () => Promise<SqlEngine>,
  { load, saved } = forgotten,
): AsyncGenerator<AskedParts, DecidedJob> {
  const earlier = await earlierDecisions(directory, signed)
  if (earlier !== undefined) return earlier
  const engine = await open()
  const rounds = new JobRounds(engine, sqlJob(engine.dialect, signed.result), await load())
  const advance = async () => {
    if (rounds.state.isPending) await takeAnswers(engine, directory, rounds)
    else {
      await openTables(engine, directory, undefined)
      await rounds.begin(signed.documents)
    }
    await rounds.advance()
    return rounds.state
  }
  while (rounds.state.phase !== 'done') {
    const isAsked = rounds.state.isPending
    const parts = isAsked ? await missingParts(engine, signed, directory, rounds) : []
    if (parts.length > 0) yield { round: rounds.state.round, parts }
    await saved(advance)
  }
  return exportDecisions(engine, signed, directory, rounds.state)
}
