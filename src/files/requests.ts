/**
 * Requests and reports of batch runs: what a run is asked, what it tells while it works, what it says at
 * the end. The command line, the library and the server all speak to the batch stages in these shapes.
 *
 * Reports are plain JSON. With `running.plan` nothing is read: the report of the run that would be has the
 * bytes of the inputs and else counts of 0, no stages, an empty digest, and in `peakMemoryBytes` the estimate.
 */
import type { InputOptions } from '../ground/options/input-options.ts'
import type { RunningOptions } from '../ground/options/running-options.ts'
import type { SpeedOptions } from '../ground/options/speed-options.ts'
import type { ResultOptions } from '../methods/options/result-options.ts'

/** What every request has. Inputs are paths, globs, directories or `-`. */
export interface RunRequest {
  readonly inputs: readonly string[]
  readonly result: ResultOptions
  readonly input: InputOptions
  readonly speed: SpeedOptions
  readonly running: RunningOptions
  /** Where skipped records go. */
  readonly bad?: string | undefined
}

export interface DedupeRequest extends RunRequest {
  /** The kept records; like all files, written where it is given. The command line asks for it. */
  readonly output?: string | undefined
  readonly removed?: string | undefined
  readonly clusters?: string | undefined
  readonly pairs?: string | undefined
  readonly report?: string | undefined
}

export interface PairsRequest extends RunRequest, DecidedRequest {
  readonly output?: string | undefined
  readonly report?: string | undefined
  /** More matches than this are refused. */
  readonly maxPairs: number
  /** Where a method that searches keeps its rows: `solr=URL`; in memory unless given. `running.force` empties it. */
  readonly index?: string | undefined
}

/** Pairs that a person has decided, as pairs files; only for the method `records`. */
export interface DecidedRequest {
  readonly accept?: string | undefined
  readonly reject?: string | undefined
}

export interface MatchRequest extends RunRequest, DecidedRequest {
  /** The other side, B; `inputs` are A. */
  readonly against: readonly string[]
  readonly output?: string | undefined
  /** A without the records that have a twin in B. */
  readonly kept?: string | undefined
  readonly report?: string | undefined
  /** Each record is in one pair at most, best pairs first. */
  readonly oneToOne: boolean
}

export interface SignRequest extends RunRequest {
  readonly output?: string | undefined
}

export interface ExplainRequest {
  readonly inputs: readonly string[]
  /** As text; `7` finds the id 7 and the id "7". */
  readonly ids: readonly [string, string]
  readonly result: ResultOptions
  readonly input: InputOptions
}

export type StageName = 'scan' | 'group' | 'verify' | 'cluster' | 'write'

/** How far a stage is: bytes in [0, totalBytes], of the stage's own work. */
export interface Progress {
  readonly stage: StageName
  readonly documents: number
  readonly bytes: number
  readonly totalBytes: number
}

/** What a run reports to while it works, and what may end it early. */
export interface RunEvents {
  progress(progress: Progress): void
  readonly signal: AbortSignal
}

/** A record that was skipped: `at` is `file:record`. */
export interface BadRecord {
  readonly at: string
  readonly code: string
  readonly message: string
}

export interface InputReport {
  readonly path: string
  readonly format: string
  readonly bytes: number
  readonly records: number
}

export interface BandReport {
  readonly bands: number
  readonly rows: number
  /** Bands that a candidate pair shares at least. */
  readonly agree: number
  /** The probability that a pair at this Jaccard similarity is found; empty where there are no bands. */
  readonly curve: readonly { readonly jaccard: number; readonly probability: number }[]
}

export interface StageReport {
  readonly name: StageName
  readonly seconds: number
  readonly bytes: number
}

/** What every report has. */
export interface RunReport {
  /** `unicode` is that of the text rule's tables. */
  readonly versions: { readonly nearsame: string; readonly node: string; readonly unicode: string }
  readonly inputs: readonly InputReport[]
  readonly options: ResultOptions
  readonly counts: { readonly read: number; readonly bad: number; readonly bytes: number }
  /** The first ten. */
  readonly badRecords: readonly BadRecord[]
  readonly bands: BandReport
  readonly stages: readonly StageReport[]
  readonly peakMemoryBytes: number
  /** What a method that looks at all texts at once says of how it found its pairs. */
  readonly notes?: Readonly<Record<string, unknown>>
}

export interface DedupeReport extends RunReport {
  readonly counts: {
    readonly read: number
    readonly bad: number
    readonly exact: number
    readonly normalised: number
    readonly near: number
    readonly kept: number
    readonly bytes: number
  }
  /**
   * Near removals that are less like their survivor than a match is: where an equal signature decided, by the exact
   * Jaccard; with `components`, which links by way of others, by the similarity.
   */
  readonly belowThreshold?: number
  /** Near removals by similarity, or by the Jaccard beside it: 20 bins of 0.05; the last one includes 1. */
  readonly histogram: readonly number[]
  /** SHA-256 over what was decided about every record. */
  readonly digest: string
}

export interface PairsReport extends RunReport {
  readonly counts: {
    readonly read: number
    readonly bad: number
    readonly pairs: number
    readonly bytes: number
  }
}

export interface MatchReport extends RunReport {
  readonly counts: {
    /** Records of A. */
    readonly read: number
    /** Records of B. */
    readonly against: number
    readonly bad: number
    /** Records of A with a twin in B. */
    readonly matched: number
    readonly pairs: number
    readonly kept: number
    readonly bytes: number
  }
}

export interface SignReport extends RunReport {
  readonly counts: {
    readonly read: number
    readonly bad: number
    readonly signatures: number
    readonly bytes: number
  }
}
