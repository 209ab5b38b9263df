/** Output of `dedupe`: one file that a run may write, with its options and what it needs of the run. */
import type { Outcome, Settled } from '../../engine/batch/columns.ts'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import type { Judgements } from '../../engine/decisions/judgements.ts'
import type { Declarations } from '../../ground/options/declare.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import type { ConvertedFormat } from '../inputs/resolve/kept-format.ts'
import type { KeptOutput } from '../outputs/write-kept.ts'
import type { DedupeReport, RunRequest } from '../requests.ts'
import type { Run } from '../run/run.ts'
import type { TextPairsRequest } from '../run/text-pairs.ts'

/** The declaration of an output; `Values` are the options that it reads, resolved. */
export interface DedupeOutput<Values> {
  /** Its options: names, checks, flags, help. */
  readonly options: Declarations
  /** Whether a run is complete with it alone, without the kept records. */
  readonly isResult?: boolean
  /** Why a run with a state cannot have it, by the names of its options. */
  readonly notWithState?: Readonly<Record<string, string>>
  /**
   * The output that a request wants; undefined if it wants none.
   *
   * @throws NearsameError OPTION_VALUE for options that contradict each other
   */
  requested(values: Values, request: RunRequest): RequestedOutput | undefined
}

/** An output that a request wants. Call order: `check seek open write figures writeReported`. */
export interface RequestedOutput {
  /** Where it goes; undefined if the request names no file. */
  readonly path: string | undefined
  /** Of one that holds the records in their order: what they are converted to; undefined if they keep their format. */
  recordsAs?(set: InputSet): ConvertedFormat | undefined
  /** Whether it lists the measured pairs, which the run keeps for it. */
  readonly listsPairs?: boolean
  /** Refuses what it cannot hold, before anything is read. @throws NearsameError */
  check?(run: Run): void | Promise<void>
  /** What it wants of a method that looks at all texts at once. */
  seek?(judgements: Judgements | undefined): Pick<TextPairsRequest, 'review' | 'onReview'>
  /** Opens a file that may be written while documents are still decided; the run finishes it after all others. */
  open?(run: Run, path: string): Promise<KeptOutput>
  write?(decided: DecidedRun, path: string): Promise<void>
  /** Publishes what shows why a run failed, such as refused pairs. @returns the error, which may name it */
  publishRefused?(run: Run, error: unknown): Promise<unknown>
  /** What it adds to the report, once it is written. */
  figures?(): Partial<DedupeReport>
  /** Writes it once the report is complete. */
  writeReported?(decided: DecidedRun, path: string, report: DedupeReport): Promise<void>
}

/** What a run has decided. */
export interface DecidedRun {
  readonly run: Run
  readonly outcome: Outcome
  /** The first visited document of each class of equal texts or token sequences. */
  readonly representative: Int32Array
  /** Whether a document of the inputs is kept. */
  readonly isKept: Settled['isKept']
  /** What the method found, if it reads all texts at once. */
  readonly found: FoundTextPairs | undefined
  /** The measured pairs, if an output lists them. */
  readonly rows: PairRows | undefined
  /** The number of a cluster, by its survivor; undefined: they count on. */
  readonly numberOf: ((survivor: number) => number) | undefined
  /** What people decided. */
  readonly judged: readonly JudgedPair[] | undefined
}
