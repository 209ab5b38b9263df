/** A cluster of documents, as plain data. */
import type { DocumentId } from './document.ts'

export interface ClusterMember {
  readonly index: number
  readonly id: DocumentId
  /** Similarity with the survivor; 1 for the survivor itself. */
  readonly similarity: number
}

/** Documents that belong together; `survivor` is the index of the kept one. */
export interface DocumentCluster {
  readonly survivor: number
  readonly survivorId: DocumentId
  /** Ascending by index; includes the survivor. */
  readonly members: readonly ClusterMember[]
}
