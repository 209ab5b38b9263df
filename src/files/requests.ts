/**
 * Requests, events and reports of batch runs. The command line, the library and the server all use these shapes.
 *
 * Reports are plain JSON. With `running.plan` only the start of each input is read: the report has the bytes of the
 * inputs, `fields`, counts of 0, no stages, an empty digest, and the estimate in `peakMemoryBytes`.
 */
import type { Worker } from 'node:worker_threads'
import type { NearsameError } from '../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../ground/options/input-options.ts'
import type { RunningOptions } from '../ground/options/running-options.ts'
import type { SpeedOptions } from '../ground/options/speed-options.ts'
import type { ResultOptions } from '../methods/options/result-options.ts'
import type { IgnoredFile } from './inputs/resolve/input.ts'
import type { GivenMatchFiles, GivenPairsFiles, GivenSignFiles } from './job-files.ts'
import type { StateReport } from './state-report.ts'

/** The files that every run reads and writes. */
export interface RunFiles {
  /** Paths, globs, directories, or `-` for standard input. */
  readonly inputs: readonly string[]
  /** File for the skipped records (JSONL, or CSV, Parquet or .xlsx by its name). Default: not written. */
  readonly bad?: string | undefined
}

/** The part that all requests share. */
export interface RunRequest extends RunFiles {
  /** Resolved options that decide which documents are found and kept. */
  readonly result: ResultOptions
  /** Resolved options that locate the text and the id in a record. */
  readonly input: InputOptions
  /** Resolved options for threads and temporary files. */
  readonly speed: SpeedOptions
  /** Resolved options for overwriting, bad records and printing. */
  readonly running: RunningOptions
  /** Threads of earlier runs, of which the caller has several; it ends them. Default: a run ends its own. */
  readonly idle?: Worker[] | undefined
}

export interface PairsRequest extends RunRequest, GivenPairsFiles {
  /** Maximum number of matches; more are refused. */
  readonly maxPairs: number
  /** Index of a method that searches, as `solr=URL`; `running.force` empties it. Default: in memory. */
  readonly index?: string | undefined
}

/** The other side of `match`. */
export interface MatchedSide {
  /** The other side, B; `inputs` are A. */
  readonly against: readonly string[]
  /** Columns of B that A has under other names, as `{ b_name: 'name' }`. Default: none. */
  readonly map?: Readonly<Record<string, string>> | undefined
}

export interface MatchRequest extends RunRequest, MatchedSide, GivenMatchFiles {
  /** Resolved options that locate the text and the id in a record of B. */
  readonly againstInput: InputOptions
  /** Whether each record is in at most one pair, best pairs first. */
  readonly oneToOne: boolean
}

export interface SignRequest extends RunRequest, GivenSignFiles {}

export interface ExplainRequest {
  readonly inputs: readonly string[]
  /** Ids as text; `7` finds the id 7 and the id "7". */
  readonly ids: readonly [string, string]
  readonly result: ResultOptions
  readonly input: InputOptions
}

export type StageName = 'scan' | 'group' | 'verify' | 'cluster' | 'write'

/** Progress of a stage: bytes of its own work, in [0, totalBytes]. */
export interface Progress {
  readonly stage: StageName
  /** How many are done: read, decided or written. */
  readonly documents: number
  /** What is counted, if it is not documents: pairs that are measured or written. */
  readonly unit?: 'pair'
  readonly bytes: number
  readonly totalBytes: number
}

/** Receives the progress of a run, and may end it early. */
export interface RunEvents {
  /** Called as the run goes on. */
  progress(progress: Progress): void
  /** Called before anything is read, with what the user should know at once. Default: only the report says it. */
  warn?(warning: string): void
  /** Asks the person at the terminal; undefined: not answered. Default: there is no person to ask. */
  ask?(question: string): Promise<boolean | undefined>
  /** Interrupts the run. */
  readonly signal: AbortSignal
  /** The error of a bad record with the option names of the caller. Default: unchanged, with those of the library. */
  readonly worded?: (error: NearsameError) => NearsameError
}

/** A skipped record; `at` is `file:record`. */
export interface BadRecord {
  readonly at: string
  readonly code: string
  readonly message: string
}

export interface InputReport {
  readonly path: string
  readonly format: string
  /** Of CSV or TSV whose separator or quote is not the usual one of the format. */
  readonly dialect?: { readonly delimiter: string; readonly quote: string }
  /** Unless it is UTF-8. */
  readonly encoding?: string
  /** Of a workbook. */
  readonly sheet?: string
  readonly bytes: number
  readonly records: number
}

export interface BandReport {
  readonly bands: number
  readonly rows: number
  /** Minimum number of bands that a candidate pair shares. */
  readonly agree: number
  /** The probability that a pair at this Jaccard similarity is found; empty where there are no bands. */
  readonly curve: readonly { readonly jaccard: number; readonly probability: number }[]
}

export interface StageReport {
  readonly name: StageName
  readonly seconds: number
  readonly bytes: number
}

/** The decisions that a run honoured. */
export interface DecisionsReport {
  readonly same: number
  readonly different: number
  /** Decisions about documents that are not in the inputs. */
  readonly unknown: number
  /** SHA-256 of the decisions, in their order. */
  readonly sha256: string
}

/** Result options, and the decisions of people if there are any. */
export type ReportedResultOptions = ResultOptions & { readonly decisions?: DecisionsReport }

/** The part that all reports share. */
export interface RunReport {
  /** `unicode` is the version of the text rule's tables. */
  readonly versions: { readonly nearsame: string; readonly node: string; readonly unicode: string }
  readonly inputs: readonly InputReport[]
  /** Files that were found but not read; absent if there are none. */
  readonly ignoredFiles?: readonly IgnoredFile[]
  /** Records of WARC that are not read, as they hold no text of their own, by kind; absent if there are none. */
  readonly textless?: Readonly<Record<string, number>>
  readonly options: ReportedResultOptions
  readonly counts: {
    readonly read: number
    readonly bad: number
    /** Records without a text, if there are any: `kept` counts those that `null` keeps. */
    readonly nulls?: number
    readonly bytes: number
  }
  /** The first ten. */
  readonly badRecords: readonly BadRecord[]
  /**
   * The fields that hold the text, if records showed them. A plan has them in any case, and the one that holds the id;
   * null if the first 1,000 records have none.
   */
  readonly fields?: { readonly text: readonly string[]; readonly id?: string | null }
  /** The same of the other side. */
  readonly againstFields?: RunReport['fields']
  /** Warnings that options do not suit the texts, one line each. */
  readonly hints: readonly string[]
  readonly bands: BandReport
  readonly stages: readonly StageReport[]
  readonly peakMemoryBytes: number
  /** Of a plan: what the run will take, about; on disk at most, temporary files included, if every record is kept. */
  readonly estimate?: Readonly<
    Record<'documents' | 'threads' | 'memoryBytes' | 'diskBytes' | 'seconds', number>
  >
  /** Notes by a method that looks at all texts at once about how it found its pairs. */
  readonly notes?: Readonly<Record<string, unknown>>
}

export interface DedupeReport extends RunReport {
  readonly counts: RunReport['counts'] & {
    readonly exact: number
    readonly normalised: number
    readonly near: number
    readonly kept: number
  }
  /** Near removals below the minimum of a match: by Jaccard where signatures decided, or with `components`. */
  readonly belowThreshold?: number
  /** With `deletesOutput`: deletions written, and removed records that stay because a kept one has their id. */
  readonly deletions?: { readonly written: number; readonly sameIds: number }
  /** Near removals by similarity, or by Jaccard where signatures decided: 20 bins of 0.05; the last one includes 1. */
  readonly histogram: readonly number[]
  /** SHA-256 of the decision on every record. */
  readonly digest: string
  /** With `state`: figures of all runs together. */
  readonly state?: StateReport
}

export type DeletionCounts = NonNullable<DedupeReport['deletions']>

export interface PairsReport extends RunReport {
  readonly counts: RunReport['counts'] & { readonly pairs: number }
}

export interface MatchReport extends RunReport {
  /** `read` are records of A. */
  readonly counts: RunReport['counts'] & {
    /** Records of B. */
    readonly against: number
    /** Records of A with a twin in B. */
    readonly matched: number
    readonly pairs: number
    readonly kept: number
  }
}

export interface SignReport extends RunReport {
  readonly counts: RunReport['counts'] & { readonly signatures: number }
}
