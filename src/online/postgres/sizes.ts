/**
 * Sizes of clusters, stored so that listing clusters does not count all documents. Only clusters of at least two
 * documents have a row; a cluster without one has one document or none.
 */
import type { ClusterSize } from '../store/store.ts'
import type { SqlReader } from './reader.ts'

/** Number of documents that clusters gain or lose. */
export class SizeChanges {
  readonly #changes = new Map<number, number>()

  add(cluster: number, documents: number): void {
    this.#changes.set(cluster, (this.#changes.get(cluster) ?? 0) + documents)
  }

  /**
   * Plans the new sizes. Call before documents change.
   *
   * @param nextCluster clusters from this number on are new
   */
  async plan(reader: SqlReader, nextCluster: number): Promise<SizePlan> {
    const { tables } = reader.collection
    const changed = [...this.#changes].filter(([, documents]) => documents !== 0)
    const old = changed.map(([cluster]) => cluster).filter(cluster => cluster < nextCluster)
    const before = new Map<number, number>()
    const kept = await reader.find(tables.sizes, 'cluster, documents', 'cluster', old)
    for (const [cluster, documents] of kept) before.set(Number(cluster), Number(documents))
    const rest = old.filter(cluster => !before.has(cluster))
    const removed = [...before.keys()]
    for (const [cluster] of await reader.find(tables.documents, 'cluster', 'cluster', rest)) {
      before.set(Number(cluster), 1)
    }
    let clusters = 0
    const sizes: ClusterSize[] = []
    for (const [cluster, documents] of changed) {
      const was = before.get(cluster) ?? 0
      const is = was + documents
      clusters += Number(is > 0) - Number(was > 0)
      if (is > 1) sizes.push({ cluster, documents: is })
    }
    return { clusters, removed, sizes }
  }
}

export interface SizePlan {
  /** Change in the number of clusters. */
  readonly clusters: number
  /** Clusters whose row is deleted. */
  readonly removed: readonly number[]
  /** New rows. */
  readonly sizes: readonly ClusterSize[]
}
