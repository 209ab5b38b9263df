/** What is found in one pass over all clusters of a collection, as columns: plain data that crosses threads. */

/** All matching pairs within clusters. */
export interface Survey {
  /** Names of the documents that are not alone, by number; the place of each is its row. */
  readonly names: readonly string[]
  /** Rows of each pair, the earlier document left; ascending. */
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
  /** Whether there are more pairs than were taken. */
  readonly isCut: boolean
  /** Clusters of each size from 2 on. */
  readonly sizes: ReadonlyMap<number, number>
}

export interface ClusterSizes {
  /** Numbers of the clusters, ascending. */
  readonly cluster: Uint32Array
  readonly documents: Uint32Array
}

export interface ClusterSurvey extends ClusterSizes {
  /**
   * The similarity of the member that is least similar to the survivor: below all matches for one joined by a chain,
   * NaN if nothing but people joins all of them.
   */
  readonly least: Float64Array
  /** Bits of `traitBits`: what some member is. */
  readonly traits: Int32Array
  /** Sources of cluster row c: `sources[sourceEnds[c - 1] ?? 0 … sourceEnds[c])`, each once. */
  readonly sourceEnds: Int32Array
  readonly sources: Int32Array
  readonly sourceNumbers: ReadonlyMap<string, number>
}
