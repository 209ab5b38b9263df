/**
 * Data of a report page: what `--report-html` puts into the template, in the block `data`. `web/` reads these types.
 *
 * Columns instead of objects: row r of each column of `documents` is one document.
 */
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import type { PassagesReport } from '../passages/passage-requests.ts'
import type { DedupeReport, MatchReport, PairsReport } from '../requests.ts'

/** What no limit of size cuts. */
export interface ReportFigures {
  readonly format: 1
  readonly command: 'dedupe' | 'pairs' | 'match'
  readonly report: DedupeReport | PairsReport | MatchReport
  /** Bytes of the removed records; null where nothing is removed. */
  readonly bytesSaved: number | null
  /** Pairs, or near removals, by similarity in 20 bins of 0.05; null where the measure is no share. */
  readonly histogram: { readonly measure: string; readonly bins: readonly number[] } | null
  /** Clusters of each size from 2 on: `[size, clusters]`, ascending. */
  readonly sizes: readonly (readonly [number, number])[]
  /** Of the pairs in a bin of similarity, the share that the bands of the run propose; absent if not measured. */
  readonly measuredBands?: readonly MeasuredBand[]
}

export interface MeasuredBand {
  readonly from: number
  readonly to: number
  readonly pairs: number
  /** In [0, 1]. */
  readonly share: number
  /** Only proposed pairs are known: the share follows from how many bands they share. */
  readonly isEstimated?: true
}

/** The documents and clusters that are listed. */
export interface ListedColumns {
  readonly documents: {
    readonly id: DocumentId[]
    /** Index into the inputs of the report. */
    readonly source: number[]
    readonly record: number[]
    readonly bytes: number[]
  }
  readonly clusters: {
    total: number
    /** Members of each listed cluster, also those beyond the first 1,000, which are not listed. */
    readonly sizes: number[]
    /** Cluster c has the members `[ends[c - 1] ?? 0, ends[c])`. */
    readonly ends: number[]
    /** Rows of documents, the survivor first. */
    readonly members: number[]
    readonly kinds: number[]
    /** With the survivor; null where it is not known. */
    readonly similarities: (number | null)[]
    /** Of each member a place in `ruleNames`, -1 for a survivor. */
    readonly rules: number[]
  }
  readonly ruleNames: string[]
}

export interface KnownPairs<Similarity = number> {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly similarities: readonly Similarity[]
}

/**
 * All that clustering again needs, at any threshold in [threshold, 1]. Rows are in visiting order; only documents that
 * are in a pair or have a copy.
 */
export interface ReplayColumns extends KnownPairs {
  readonly threshold: number
  /** The threshold of the run. */
  readonly current: number
  readonly measure: string
  readonly cluster: 'star' | 'components' | 'complete'
  /** Documents of the whole run. */
  readonly documents: number
  /** Of a collection: when the pairs were found, null while they never were. */
  readonly asOf?: string | null
  /** Number of documents added or removed since. */
  readonly documentsSince?: number
  readonly id: readonly DocumentId[]
  /** Row of the first visited document of equal text or tokens; its own row for a first one. */
  readonly copyOf: readonly number[]
  /** What people decided about rows; absent if nothing. */
  readonly judged?: readonly JudgedPair[]
  /** In a report file: row in `documents` of each row, -1 for one that is not listed there. */
  readonly documentRows?: readonly number[]
}

/** All of it. A member that is too large for the page is shorter, and `omitted` says by how much. */
export interface ReportData extends ReportFigures, ListedColumns {
  readonly pairs: KnownPairs<number | null> & { readonly total: number }
  readonly replay: ReplayColumns | { readonly absent: string }
  readonly omitted: { readonly clusters: number; readonly pairs: number }
  /** By row. */
  readonly texts: Readonly<Record<string, string>>
  /** Rows whose text was cut. */
  readonly cutTexts: readonly number[]
}

export interface NamedDocument {
  readonly id: DocumentId
  /** `file:record` */
  readonly at: string
}

/** The page of `passages`: figures, and what is most worth a look. */
export interface PassagesData {
  readonly format: 1
  readonly command: 'passages'
  /** `covered` cut at 1,000. */
  readonly report: PassagesReport
  /** Documents of the other side with passages. */
  readonly covered: number
  /** Documents of the inputs. */
  readonly documents: number
  readonly repeatedBytes: number
  /** Documents with passages by the share of their tokens in them, in 20 bins of 0.05. */
  readonly shares: readonly number[]
  /** The first copy of each, at most 200; those with most repeated tokens first. */
  readonly passages: readonly (NamedDocument & {
    readonly text: string
    readonly isCut: boolean
    readonly tokens: number
    /** Tokens of its later copies: more than `tokens` each if they repeat themselves. */
    readonly repeated: number
    readonly places: number
    /** The first of the others that have it. */
    readonly others: readonly NamedDocument[]
  })[]
  /** At most 200, those with most tokens in passages first. */
  readonly mostRepeated: readonly (NamedDocument & {
    readonly tokens: number
    readonly repeated: number
  })[]
}

/** A cluster member beside the first document of its cluster. */
export interface ListedMember {
  /** The survivor; for `match`, the record of A. */
  readonly head: number
  readonly document: number
  /** One of `kinds`. */
  readonly kind: number
  /** With the head; NaN where it is not known. */
  readonly similarity: number
  /** Why the head was kept and not this one. */
  readonly rule: string
}

/** The clusters of a run, each named by its first document. */
export interface RunClusters {
  /** [count] members of the cluster of each head, itself included; 0 for other documents. */
  readonly sizes: Uint32Array
  /** [count] the smallest similarity of a near member with the head; Infinity without one. */
  readonly least: Float64Array
  /** The members of wanted clusters beside their heads, each cluster together or in order of their documents. */
  members(isWanted: (head: number) => boolean): Iterable<ListedMember>
}
