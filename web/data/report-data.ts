/** The data in a report file, as `--report-html` writes it; columns instead of objects, so that 100,000 clusters fit. */
import type { DedupeReport, MatchReport, PairsReport } from '../../src/files/requests.ts'
import type { Id } from './ids.ts'

export interface ReportData {
  readonly format: 1
  readonly command: 'dedupe' | 'pairs' | 'match'
  readonly report: DedupeReport | PairsReport | MatchReport
  readonly bytesSaved: number | null
  /** 20 bins of 0.05. */
  readonly histogram: { readonly measure: string; readonly bins: readonly number[] } | null
  /** [size, clusters], ascending. */
  readonly sizes: readonly (readonly [size: number, clusters: number])[]
  readonly measuredBands?: readonly MeasuredBin[]
  readonly documents: {
    readonly id: readonly Id[]
    /** Index into the inputs of the report. */
    readonly source: readonly number[]
    readonly record: readonly number[]
    readonly bytes: readonly number[]
  }
  readonly clusters: {
    readonly total: number
    /** Members of each listed cluster, also those beyond the first 1,000, which are not listed. */
    readonly sizes: readonly number[]
    readonly ends: readonly number[]
    readonly members: readonly number[]
    readonly kinds: readonly number[]
    /** null: not known. */
    readonly similarities: readonly (number | null)[]
    /** Of each member a place in `ruleNames`, -1 for a survivor. */
    readonly rules: readonly number[]
  }
  readonly ruleNames: readonly string[]
  readonly pairs: {
    readonly left: readonly number[]
    readonly right: readonly number[]
    readonly similarities: readonly (number | null)[]
    readonly total: number
  }
  readonly texts: Readonly<Record<string, string>>
  readonly cutTexts: readonly number[]
  readonly omitted: { readonly clusters: number; readonly pairs: number }
  readonly replay: Replay | { readonly absent: string }
  readonly decisions?: { readonly same: number; readonly different: number; readonly unknown: number }
}

export interface PairColumns {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly similarities: readonly number[]
}

/** Matching pairs of a similarity in [from, to), and those of them that the bands propose. */
export interface MeasuredBin {
  readonly from: number
  readonly to: number
  readonly pairs: number
  readonly found: number
}

/** All that clustering again needs, at any threshold in [threshold, 1]. Rows are in visiting order. */
export interface Replay extends PairColumns {
  readonly threshold: number
  /** The threshold of the run. */
  readonly current: number
  readonly measure: string
  readonly cluster: 'star' | 'components' | 'complete'
  /** Number of documents of the whole run. */
  readonly documents: number
  readonly id: readonly Id[]
  /** The row of the first visited document of equal text or tokens; its own row for a first one. */
  readonly copyOf: readonly number[]
  /** In a report file: the row among the documents of the report, -1 for one that is not listed. */
  readonly documentRows?: readonly number[]
}
