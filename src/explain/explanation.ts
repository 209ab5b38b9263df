/**
 * Explanation: why two documents do or do not match, as plain JSON.
 */

export interface ExplainedDocument {
  readonly id: string | number
  /** `file:record` */
  readonly at: string
  readonly text: string
}

/** A run of words that both texts have, or that only A (`removed`) or only B (`added`) has. */
export interface DiffRun {
  readonly op: 'same' | 'removed' | 'added'
  readonly words: readonly string[]
}

export interface Explanation {
  readonly a: ExplainedDocument
  readonly b: ExplainedDocument
  readonly measures: {
    readonly jaccard: number
    readonly containment: number
    /** Shingles in both, only in A, only in B. */
    readonly shared: number
    readonly onlyA: number
    readonly onlyB: number
    /** Jaccard similarity as the two signatures estimate it. */
    readonly estimate: number
  }
  readonly kind: 'exact' | 'normalised' | 'near' | 'different'
  readonly matches: boolean
  readonly threshold: number
  /** The bands, counted from 0, in which the two signatures agree. */
  readonly bandsMet: readonly number[]
  readonly bands: number
  readonly rows: number
  /** Bands that a candidate pair shares at least. */
  readonly agree: number
  /** The first twenty of each. */
  readonly sharedShingles: readonly string[]
  readonly onlyAShingles: readonly string[]
  readonly onlyBShingles: readonly string[]
  /** In reading order. */
  readonly diff: readonly DiffRun[]
}
