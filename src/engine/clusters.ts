/** Clusters of a corpus, as plain data. */
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
export function clustersOf(corpus: Corpus, { survivor, similarity }: Outcome): DocumentCluster[] {
  const sizes = new Int32Array(corpus.count)
  for (let index = 0; index < corpus.count; index++) sizes[survivor[index]]++
  const members = new Map<number, ClusterMember[]>() // a Map keeps the order in which clusters were met
  for (let index = 0; index < corpus.count; index++) {
    if (sizes[survivor[index]] < 2) continue
    const member = { index, id: corpus.idOf(index), similarity: similarity[index] }
    const cluster = members.get(survivor[index])
    if (cluster === undefined) members.set(survivor[index], [member])
    else cluster.push(member)
  }
  return Array.from(members, ([kept, list]) => ({
    survivor: kept,
    survivorId: corpus.idOf(kept),
    members: list,
  }))
}
