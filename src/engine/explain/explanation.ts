/**
 * Explanation: why two documents do or do not match, as plain JSON.
 */

export interface ExplainedDocument {
  /** A whole number beyond 2^53 as a bigint. */
  readonly id: string | number | bigint
  /** `file:record` */
  readonly at: string
  readonly text: string
}

/** The signatures of two texts by a method; two texts without one are not equal by it. */
export function signaturePair(
  method: string,
  a: string | readonly string[] | null,
  b: string | readonly string[] | null,
): NonNullable<Explanation['signatures']> {
  return { method, a, b, areEqual: a !== null && String(a) === String(b) }
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
  /** Where the method decides by an equal signature: those of both; null stands for none. */
  readonly signatures?: {
    readonly method: string
    readonly a: string | readonly string[] | null
    readonly b: string | readonly string[] | null
    readonly areEqual: boolean
  }
  /** Where trials or the method itself decide: its value of the two; null when it does not pair them. */
  readonly decided?: { readonly method: string; readonly measure: string; readonly value: number | null }
  /** Equal texts, or texts of equal tokens, are told as such whether the method pairs them or not. */
  readonly kind: 'exact' | 'normalised' | 'near' | 'different'
  /** Whether a run finds the pair: one that is measured is first to share `agree` bands, unless it is equal. */
  readonly matches: boolean
  /** What the threshold is one of, where a measure decides. */
  readonly measure: 'jaccard' | 'containment'
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
