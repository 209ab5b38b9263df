/** Cluster members: the documents of each cluster, as linked lists in columns. */
import { NumberColumn } from '../../ground/lists/growing-lists.ts'
import type { ClusterSize } from './store.ts'

export class ClusterMembers {
  readonly #clusterOf = new NumberColumn(Uint32Array)
  readonly #next = new NumberColumn(Uint32Array)
  readonly #previous = new NumberColumn(Uint32Array)
  readonly #first = new NumberColumn(Uint32Array)
  readonly #size = new NumberColumn(Uint32Array)
  #highest = 0
  /** Clusters of at least one document. */
  count = 0

  of(document: number): number {
    return this.#clusterOf.get(document)
  }

  add(document: number, cluster: number): void {
    const first = this.#first.get(cluster)
    this.#next.set(document, first)
    this.#previous.set(document, 0)
    if (first !== 0) this.#previous.set(first, document)
    this.#first.set(cluster, document)
    const size = this.#size.get(cluster)
    this.#size.set(cluster, size + 1)
    this.#clusterOf.set(document, cluster)
    if (size === 0) this.count++
    if (cluster > this.#highest) this.#highest = cluster
  }

  remove(document: number): void {
    const cluster = this.#clusterOf.get(document)
    const next = this.#next.get(document)
    const previous = this.#previous.get(document)
    if (next !== 0) this.#previous.set(next, previous)
    if (previous !== 0) this.#next.set(previous, next)
    else this.#first.set(cluster, next)
    const size = this.#size.get(cluster) - 1
    this.#size.set(cluster, size)
    this.#clusterOf.set(document, 0)
    if (size === 0) this.count--
  }

  /** Ascending. */
  members(cluster: number): number[] {
    const found: number[] = []
    for (let at = this.#first.get(cluster); at !== 0; at = this.#next.get(at)) found.push(at)
    return found.sort((a, b) => a - b)
  }

  list(after: number, limit: number, least: number): ClusterSize[] {
    const found: ClusterSize[] = []
    for (let cluster = after + 1; cluster <= this.#highest && found.length < limit; cluster++) {
      const documents = this.#size.get(cluster)
      if (documents > 0 && documents >= least) found.push({ cluster, documents })
    }
    return found
  }
}
