/** What clustering asks of the outside: who might match whom, and how alike two documents are. */

/** A candidate generator: two documents are candidates when they share at least `agree` groups. */
export interface Candidates {
  /** 1 or more; whoever asks for pairs may take this as a hint and treat pairs that share fewer as candidates, too. */
  readonly agree: number
  /** Group numbers lie in [1, groups]. */
  readonly groups: number
  /** No document has more groups than this. */
  readonly most: number
  /** Writes the groups of a document, ascending, to the start of `into` [>= most]. @returns how many. */
  groupsOf(document: number, into: Int32Array): number
}

/** Nobody is a candidate. */
export const noCandidates: Candidates = Object.freeze({ agree: 1, groups: 0, most: 0, groupsOf: () => 0 })

/** Measures pairs, usually in other threads. */
export interface Verifier {
  /**
   * The exact similarity of each pair of document numbers, a double in [0, 1]; the same whichever is left.
   * The arrays are the verifier's from the call on (it may transfer them). Several calls may be under way.
   *
   * @param isUrgent whether others wait for it: it may go before what was asked earlier
   */
  measure(left: Int32Array, right: Int32Array, isUrgent?: boolean): Promise<Float64Array>
}
