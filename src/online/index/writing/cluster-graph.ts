/**
 * Cluster graph: a union-find of what a write joins, and its connected components. Nodes are documents, and whole
 * clusters that lose none, of which nothing needs to be read.
 */
import { UnionFind } from '../../../engine/cluster/union-find.ts'
import type { ClusterLink } from '../../store/store.ts'
import type { Part } from './assign-clusters.ts'
import type { Bundles } from './bundles.ts'

export class ClusterGraph {
  readonly #nodes = new Map<string, number>()
  readonly documents: { readonly number: number; readonly node: number }[] = []
  readonly clusters: { readonly cluster: number; readonly node: number }[] = []
  readonly linked: ClusterLink[] = []
  readonly #joined: UnionFind
  readonly #bundles: Bundles | undefined
  /** What each root holds that stays apart from something. */
  readonly #held = new Map<number, Set<number>>()

  /**
   * @param most maximum number of nodes
   * @param bundles what `join` refuses to join; default: nothing
   */
  constructor(most: number, bundles?: Bundles) {
    this.#joined = new UnionFind(most)
    this.#bundles = bundles
  }

  document(number: number): number {
    return this.#node(`d${number}`, node => {
      this.documents.push({ number, node })
      const bundle = this.#bundles?.ofDocument(number)
      if (bundle !== undefined) this.#held.set(node, new Set([bundle]))
    })
  }

  cluster(cluster: number): number {
    return this.#node(`c${cluster}`, node => {
      this.clusters.push({ cluster, node })
      const held = this.#bundles?.ofCluster(cluster)
      if (held !== undefined) this.#held.set(node, new Set(held))
    })
  }

  /** Joins two nodes; `link` is the new link between them, if any. @returns false if they are joined or stay apart */
  join(a: number, b: number, link?: readonly [number, number]): boolean {
    const [some, others] = [this.#heldBy(a), this.#heldBy(b)]
    if (some !== undefined && others !== undefined && this.#bundles?.areApart(some, others)) return false
    if (!this.#joined.union(a, b)) return false
    if (some !== undefined || others !== undefined) this.#hold(this.root(a), some, others)
    if (link !== undefined) this.linked.push({ a: Math.min(...link), b: Math.max(...link) })
    return true
  }

  root(node: number): number {
    return this.#joined.find(node)
  }

  #heldBy(node: number): Set<number> | undefined {
    return this.#held.size === 0 ? undefined : this.#held.get(this.root(node))
  }

  /** Moves the smaller of two sets into the larger. */
  #hold(root: number, some: Set<number> = new Set(), others: Set<number> = new Set()): void {
    const [few, many] = some.size < others.size ? [some, others] : [others, some]
    for (const bundle of few) many.add(bundle)
    this.#held.set(root, many)
  }

  #node(key: string, made: (node: number) => void): number {
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const node = this.#nodes.size
    this.#nodes.set(key, node)
    made(node)
    return node
  }
}

/**
 * @param old the cluster of each document left of one that lost some; other documents are new
 * @param heirs new documents, with the clusters of the documents each replaced
 */
export function partsOf(
  graph: ClusterGraph,
  old: ReadonlyMap<number, number>,
  heirs: readonly { readonly number: number; readonly clusters: readonly number[] }[],
): Part[] {
  const parts = new Map<number, Part>()
  const partOf = (node: number): Part => {
    const root = graph.root(node)
    const known = parts.get(root) ?? { added: [], whole: [], rest: [], heirOf: [] }
    parts.set(root, known)
    return known
  }
  for (const { number, node } of graph.documents) {
    const cluster = old.get(number)
    if (cluster === undefined) partOf(node).added.push(number)
    else partOf(node).rest.push({ number, cluster })
  }
  for (const { cluster, node } of graph.clusters) partOf(node).whole.push(cluster)
  for (const { number, clusters } of heirs) {
    const { heirOf } = partOf(graph.document(number))
    for (const cluster of clusters) heirOf.push(cluster)
  }
  return [...parts.values()]
}
