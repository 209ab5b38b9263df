/** What the page of a collection asks for. */
import type { DocumentId } from '../../../engine/library/document.ts'
import type { Page } from '../documents/index-types.ts'

/** Documents found, each with its cluster and the number of documents there. */
export interface FoundDocuments
  extends Page<{ readonly id: DocumentId; readonly cluster: number; readonly documents: number }> {
  /** Texts searched for this page. */
  readonly searched: number
}

/** When figures of a collection were found. */
export interface FoundAt {
  /** ISO 8601; null: they are being found for the first time, and there are none here yet. */
  readonly asOf: string | null
  /** Number of documents added or removed since. */
  readonly documentsSince: number
}

export interface CollectionHistogram extends FoundAt {
  readonly measure: string
  /** Pairs by similarity: 20 bins of 0.05, the last one with 1; null where the measure is no share. */
  readonly bins: readonly number[] | null
  readonly pairs: number
  /** Clusters of each size from 2 on: `[size, clusters]`, ascending. */
  readonly sizes: readonly (readonly [number, number])[]
  /** Documents of the largest cluster. */
  readonly largest: number
  /** Only if there are more pairs than were counted. */
  readonly isCut?: true
}

/** All pairs, to be clustered again at higher thresholds; rows in order of insertion. */
export interface CollectionReplay extends FoundAt {
  readonly threshold: number
  readonly current: number
  readonly measure: string
  readonly cluster: 'components'
  /** Of the whole collection. */
  readonly documents: number
  readonly id: readonly DocumentId[]
  readonly copyOf: readonly number[]
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly similarities: readonly number[]
  /** The value for `after` of the page behind this one; null at the end. */
  readonly next: string | null
}
