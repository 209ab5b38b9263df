/**
 * Running options: how a run affects its surroundings: what it may overwrite, how it handles bad records, what it
 * prints.
 */
import { choice, flag, type Given, number, options, type Resolved, whole } from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

export const runningOptions = options({
  plan: flag({ doc: 'read the start of each input and print what the run would do' }),
  dryRun: flag({
    doc: 'do everything except writing the output or the kept records; still writes files about the run',
  }),
  force: flag({ doc: 'overwrite existing outputs' }),
  resume: flag({
    doc: 'keep progress in the directory for temporary files, and go on where a stopped run left it',
  }),
  onError: choice(['skip', 'stop'], { default: 'skip', doc: 'what to do about a bad record' }),
  maxBad: number({
    from: 0,
    to: 1,
    default: 0.01,
    doc: 'maximum share of bad records; above it, a skipping run stops',
  }),
  acceptRisk: flag({
    doc: 'let the method records remove more than a third of the rows as near duplicates',
  }),
  columns: choice(['all', 'common'], {
    default: 'all',
    doc: 'columns of KEPT if Parquet files differ: all, null where a file lacks one, or those of every file',
  }),
  types: choice(['strict', 'text', 'guess'], {
    default: 'strict',
    doc: 'converted KEPT: refuse mixed types, write them as JSON text, or make columns of CSV numbers and booleans',
  }),
  spreadsheetSafe: flag({
    doc: 'begin what a spreadsheet would run, such as =1+1, with an apostrophe in CSV outputs',
  }),
  quiet: flag({ doc: 'print no summary' }),
  json: flag({ doc: 'print the result or summary as JSON on standard output' }),
})

/** For commands that list pairs in a file. */
export const pairsOptions = options({
  maxPairs: whole({
    from: 1,
    to: Number.MAX_SAFE_INTEGER,
    default: 10_000_000, // about 300 MB of CSV
    doc: 'refuse to write more matches than this',
  }),
})

export type GivenPairsOptions = Given<typeof pairsOptions>

/** Resolved and frozen. */
export type RunningOptions = Resolved<typeof runningOptions>

export type GivenRunningOptions = Given<typeof runningOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveRunningOptions(
  given: GivenRunningOptions = {},
  voice: Voice = 'library',
): RunningOptions {
  return resolve(runningOptions, given, voice)
}
