/** The clusters of a corpus. */
import { membersOfClusters } from '../batch/clusters.ts'
import type { Outcome } from '../batch/columns.ts'
import type { Corpus } from './corpus.ts'
import type { DocumentCluster } from './document-cluster.ts'

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
