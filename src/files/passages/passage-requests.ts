/** Request and report of a search for passages. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { CutOptions, PassageOptions } from '../../methods/options/passage-options.ts'
import type { GivenPassagesFiles } from '../job-files.ts'
import type { RunReport, RunRequest } from '../requests.ts'

export interface PassagesFiles extends GivenPassagesFiles {
  /** The other side, B: only passages that stand in it are found. Default: none, passages that stand earlier. */
  readonly against?: readonly string[] | undefined
}

export interface PassagesRequest extends RunRequest, PassagesFiles {
  /** Resolved options that say what a passage is. */
  readonly passages: PassageOptions
  /** Resolved options that say what the kept documents lose. */
  readonly cutting: CutOptions
  /** Resolved options that locate the text and the id in a record of B. */
  readonly againstInput?: InputOptions | undefined
}

/** A document of the other side of which passages were found. */
export interface CoveredItem {
  readonly id: string | number
  /** `file:record` */
  readonly at: string
  readonly tokens: number
  /** Share of its tokens that stand in passages. */
  readonly share: number
  readonly isContaminated: boolean
  /** Ids of the documents that have them; at most `maxPlaces`. */
  readonly by: readonly (string | number)[]
}

/** A document of the other side that says nothing of the documents that have it. */
export interface CommonPassageItem {
  readonly id: string | number
  /** `file:record` */
  readonly at: string
  readonly tokens: number
  /** Documents that have it. */
  readonly documents: number
}

export interface PassagesReport extends RunReport {
  readonly passages: {
    readonly least: number
    readonly unit: PassageOptions['unit']
    readonly cut: NonNullable<CutOptions['cut']>
    readonly minLeft: number
    /** With another side. */
    readonly covered?: number
    readonly maxPlaces?: number
    readonly leastItem?: number
    readonly common?: number
    /** Of a plan: the estimated number of fingerprints, 8 to 16 bytes each. */
    readonly fingerprints?: number
  }
  readonly counts: RunReport['counts'] & {
    /** Documents of the other side. */
    readonly against?: number
    readonly tokens: number
    /** Tokens in passages. */
    readonly repeated: number
    readonly passages: number
    /** Lines in the file of passages. */
    readonly lines: number
    readonly withPassages: number
    /** Documents of the other side that are contaminated, and those that could not be looked for. */
    readonly contaminated?: number
    readonly notLookedFor?: number
    /** Those shorter than `least` that stand in too many documents to contaminate one. */
    readonly common?: number
    /** Documents dropped, and kept, those with cuts included; with `kept` or `removed`. */
    readonly dropped: number
    readonly kept: number
  }
  /** Documents of the other side of which passages were found. */
  readonly covered?: readonly CoveredItem[]
  /** Those that are common. */
  readonly common?: readonly CommonPassageItem[]
  /** SHA-256 over all passages. */
  readonly digest: string
}
