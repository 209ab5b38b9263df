/**
 * Sizes of clusters, stored so that listing clusters does not count all documents. Only clusters of at least two
 * documents have a row; a cluster without one has one document or none.
 */
import type { SqlConnection } from '../database/client.ts'
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
    for (const [cluster, documents] of await reader.find(
      tables.sizes,
      'cluster, documents',
      'cluster',
      old,
    )) {
      before.set(Number(cluster), Number(documents))
    }
    const rest = old.filter(cluster => !before.has(cluster))
    const removed = [...before.keys()]
    for (const [cluster] of await reader.find(tables.documents, 'cluster', 'cluster', rest)) {
      before.set(Number(cluster), 1)
    }
    let clusters = 0
    const sizes: [number, number][] = []
    for (const [cluster, documents] of changed) {
      const was = before.get(cluster) ?? 0
      const is = was + documents
      clusters += Number(is > 0) - Number(was > 0)
      if (is > 1) sizes.push([cluster, is])
    }
    return { clusters, removed, sizes }
  }
}

export interface SizePlan {
  /** Change in the number of clusters. */
  readonly clusters: number
  /** Clusters whose row is deleted. */
  readonly removed: readonly number[]
  /** New rows: clusters and their numbers of documents. */
  readonly sizes: readonly (readonly [number, number])[]
}

export async function applySizes(
  { collection: { statements, tables } }: SqlReader,
  connection: SqlConnection,
  { removed, sizes }: SizePlan,
): Promise<void> {
  const cluster = { name: 'cluster', type: 'number' } as const
  if (removed.length > 0) {
    const sql = statements.remove(tables.sizes, [cluster])
    await connection.rows(sql, statements.given([{ ...cluster, values: removed }]))
  }
  if (sizes.length > 0) {
    await connection.insert(tables.sizes, [
      { ...cluster, values: sizes.map(([cluster]) => cluster) },
      { name: 'documents', type: 'number', values: sizes.map(([, documents]) => documents) },
    ])
  }
}
