/** What `tune` takes and reports. */
import type { Boundary } from '../../engine/evaluate/boundary.ts'
import type { SettingReport } from '../../engine/tune/setting.ts'
import type { GivenTuneFiles } from '../job-files.ts'
import type { RunReport, RunRequest } from '../requests.ts'

export interface TuneRequest extends RunRequest, GivenTuneFiles {
  /** Maximum number of probes. */
  readonly sample: number
}

export interface TuneReport extends RunReport {
  readonly counts: RunReport['counts'] & {
    /** Distinct texts with at least one token, from which the probes are drawn. */
    readonly texts: number
    readonly probes: number
    /** Texts compared with each other, all pairs, for each shingle. */
    readonly compared: number
  }
  /** The options as given. */
  readonly asked: SettingReport
  /** Empty for methods whose shingle is fixed. */
  readonly shingles: readonly {
    readonly shingle: string
    readonly perText: number
    readonly boundary: Boundary | null
  }[]
  /** Null where the texts show no clear boundary, or the given options are the proposal. */
  readonly proposal: SettingReport | null
  /** What the proposal would do; null without one. */
  readonly effect: ProposalEffect | null
  /** What speaks against the proposal, or why there is none; one line each. */
  readonly warnings: readonly string[]
}

export interface ProposalEffect {
  /** Records with a text. */
  readonly records: number
  /** Estimated number of them that `dedupe` removes by the proposal and by the given options, equal texts included. */
  readonly removed: number
  readonly removedAsGiven: number
  /** Estimated share of copies among the texts near another, as the valley shows it; null for short texts. */
  readonly estimatedPrecision: number | null
  /** Pairs of the sample just above the proposed threshold, which would match, and just below it. */
  readonly above: readonly ExamplePair[]
  readonly below: readonly ExamplePair[]
}

export interface ExamplePair {
  readonly similarity: number
  readonly id1: string | number
  readonly id2: string | number
  /** Part of each text, where they begin to differ. */
  readonly text1: string
  readonly text2: string
}
