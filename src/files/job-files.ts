/**
 * Job files: the files that a job reads and writes, as options: their flags, checks and texts, and what a dry run
 * skips. The outputs of `dedupe` have a file each in `dedupe-outputs`.
 */

import { ownValue } from '../ground/json/field.ts'
import {
  type Declarations,
  type Given,
  inputPath,
  options,
  outputPath,
  text,
} from '../ground/options/declare.ts'

const unlessDry = true
const report = outputPath({ holds: 'json', doc: 'the report (JSON)' })
const reportHtml = outputPath({ holds: 'page', doc: 'a page that shows the run, in one file' })
const decisions = inputPath({
  doc: 'pairs that people found to be the same or different, any method (CSV, or JSONL, Parquet or .xlsx by its name)',
})

/** Of a job whose pairs a person may decide. */
export const reviewOptions = options({
  review: outputPath({
    holds: 'columns',
    doc:
      'the 100 most doubtful pairs side by side, for --decisions (method records; CSV, or JSONL, Parquet or .xlsx by ' +
      'its name)',
  }),
})

export type GivenReviewOptions = Given<typeof reviewOptions>

/** Of a job that lists pairs. */
const judgedFiles = {
  decisions,
  accept: inputPath({ doc: 'pairs that a person found to be the same (method records)' }),
  reject: inputPath({ doc: 'pairs that a person found to be different (method records)' }),
  ...reviewOptions,
}

/** Beside its outputs. */
export const filesOfDedupe = options({
  report,
  decisions,
  state: text({
    placeholder: 'dir',
    default: undefined,
    doc: 'remember decisions in DIR; compare new files with documents kept before',
  }),
})

export const filesOfPairs = options({
  output: outputPath({
    ...{ short: 'o', holds: 'columns', unlessDry },
    doc: 'the pairs (CSV, or JSONL, Parquet or .xlsx by its name)',
  }),
  report,
  reportHtml,
  ...judgedFiles,
})

export const filesOfMatch = options({
  output: outputPath({
    ...{ short: 'o', holds: 'columns', unlessDry },
    doc: 'the pairs: id1 of A, id2 of B (CSV, or JSONL, Parquet or .xlsx by its name)',
  }),
  kept: outputPath({ unlessDry, doc: 'A without the records that have a twin' }),
  annotated: outputPath({
    unlessDry,
    doc: 'all records of B, each with the id of its best `match` and the `similarity`',
  }),
  report,
  reportHtml,
  ...judgedFiles,
})

export const filesOfPassages = options({
  output: outputPath({
    ...{ short: 'o', holds: 'lines', unlessDry },
    doc: 'the passages, each with its first copy (JSONL)',
  }),
  kept: outputPath({ unlessDry, doc: 'the documents without the passages; DIR/: a file for each input' }),
  removed: outputPath({
    holds: 'lines',
    doc: 'what was cut out of which document, and the documents dropped (JSONL)',
  }),
  report,
  reportHtml,
})

export const filesOfSign = options({
  output: outputPath({ ...{ short: 'o', holds: 'lines', unlessDry }, doc: 'the signatures (JSONL)' }),
})

/** The command writes the picture; the job refuses it beforehand if it cannot be written. */
export const filesOfTune = options({
  plot: outputPath({ holds: 'picture', doc: 'similarities and S-curves as a picture (SVG)' }),
})

/** Of what writes the records of shards. */
export const filesOfShards = options({
  output: outputPath({
    ...{ short: 'o', unlessDry },
    doc: 'the kept records, in the format of the input; DIR/: a file for each input',
  }),
  removed: outputPath({
    holds: 'columns',
    doc: 'each removed record with its twin, measure and reason (JSONL, or CSV, Parquet or .xlsx by its name)',
  }),
  clusters: outputPath({
    holds: 'columns',
    doc: 'the clusters, if all inputs are given (JSONL, or CSV, Parquet or .xlsx by its name)',
  }),
  report,
})

export type GivenSignFiles = Given<typeof filesOfSign>
export type GivenTuneFiles = Given<typeof filesOfTune>
export type GivenShardFiles = Given<typeof filesOfShards>
export type GivenDedupeFiles = Given<typeof filesOfDedupe>
export type GivenPairsFiles = Given<typeof filesOfPairs>
export type GivenMatchFiles = Given<typeof filesOfMatch>
export type GivenPassagesFiles = Given<typeof filesOfPassages>

/** Files by what a run does with them; undefined where a request names none. */
export interface JobFiles {
  readonly alsoReads: readonly (string | undefined)[]
  readonly always: readonly (string | undefined)[]
  readonly unlessDry: readonly (string | undefined)[]
}

/** The files that a request names. */
export function namedFiles(declarations: Declarations, request: object): JobFiles {
  const given = request as Readonly<Record<string, string | undefined>>
  const of = (use: string) =>
    Object.entries(declarations).flatMap(([name, { file }]) =>
      file === use ? [ownValue(given, name)] : [],
    )
  return { alsoReads: of('reads'), always: of('writes'), unlessDry: of('writesUnlessDry') }
}
