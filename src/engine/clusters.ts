/** Clusters of a corpus, as plain data. */
import { membersOfClusters } from '../batch/clusters.ts'
import type { Outcome } from '../batch/columns.ts'
import type { Corpus } from './corpus.ts'
import type { DocumentId } from './document.ts'

export interface ClusterMember {
  readonly index: number
  readonly id: DocumentId
  /** With the survivor; 1 for the survivor itself. */
  readonly similarity: number
}

/** Documents that belong together; `survivor` is the index of the one that is kept. */
export interface DocumentCluster {
  readonly survivor: number
  readonly survivorId: DocumentId
  /** By index, ascending; the survivor among them. */
  readonly members: readonly ClusterMember[]
}

/** Clusters of two documents and more, by their first member. */
export function clustersOf(corpus: Corpus, outcome: Outcome): DocumentCluster[] {
  const { survivor, similarity } = outcome
  return Array.from(membersOfClusters(outcome), members => {
    const kept = survivor[members[0]]
    return {
      survivor: kept,
      survivorId: corpus.idOf(kept),
      members: Array.from(members, index => ({
        index,
        id: corpus.idOf(index),
        similarity: similarity[index],
      })),
    }
  })
}
