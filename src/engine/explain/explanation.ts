/**
 * Explanation: why two documents do or do not match, as plain JSON.
 */

import type { PairByColumns } from '../../methods/contract/pair-by-columns.ts'
import type { TextSpan } from '../../texts/passages/placed-text.ts'

export interface ExplainedDocument {
  /** A whole number beyond 2^53 as a bigint. */
  readonly id: string | number | bigint
  /** `file:record` */
  readonly at: string
  readonly text: string
}

/** The signatures of two texts by a method; missing ones are never equal. */
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

/** A run of tokens of A that stands in B, and where it stands there first. */
export interface CommonPassage {
  readonly tokens: number
  /** Tokens after which it repeats itself; absent if it does not. Then `b` has the part that is repeated. */
  readonly period?: number
  readonly a: TextSpan
  readonly b: TextSpan
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
  /** The signatures of both, if the method decides by equal ones; null for a text without one. */
  readonly signatures?: {
    readonly method: string
    readonly a: string | readonly string[] | null
    readonly b: string | readonly string[] | null
    readonly areEqual: boolean
  }
  /** The method's value of the two, if trials or the method itself decide; null if it does not pair them. */
  readonly decided?: { readonly method: string; readonly measure: string; readonly value: number | null }
  /** Of two records, if the method compares columns: their agreement, its weights, and what decided. */
  readonly byColumns?: PairByColumns
  /** Equal texts, and texts of equal tokens, are reported as such even if the method does not pair them. */
  readonly kind: 'exact' | 'normalised' | 'near' | 'different'
  /** Whether a run finds the pair. Unless the texts are equal, a run measures it only if it shares `agree` bands. */
  readonly matches: boolean
  /** The measure to which the threshold applies, if a measure decides. */
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
  /** The bands, counted from 0, in which the two signatures agree. */
  readonly bandsMet: readonly number[]
  readonly bands: number
  readonly rows: number
  /** Minimum number of bands that a candidate pair shares; 0 with exact recall, which needs none. */
  readonly agree: number
  /** The first twenty of each. */
  readonly sharedShingles: readonly string[]
  readonly onlyAShingles: readonly string[]
  readonly onlyBShingles: readonly string[]
  /** In reading order. */
  readonly diff: readonly DiffRun[]
  /** Of two records, in the order of A: common passages of eight tokens or more, and B as a whole if it is shorter. */
  readonly passages?: readonly CommonPassage[]
}
