/** A cluster of documents, as plain data. */
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
