/** Assigning clusters: which part of the graph of matches keeps which old number, which get new ones, and which end. */
import type { ClusterChange } from '../../store/store.ts'

/** A connected component: new documents, whole clusters, and documents left of clusters that lost some. */
export interface Part {
  readonly added: number[]
  readonly whole: number[]
  readonly rest: { readonly number: number; readonly cluster: number }[]
  /** Clusters of the documents that its added ones replaced. */
  readonly heirOf: number[]
}

interface AssignedClusters {
  /** The cluster of each added document. */
  readonly clusterOf: Map<number, number>
  /** Stored documents that change their cluster. */
  readonly moved: { readonly number: number; readonly cluster: number }[]
  readonly changes: Omit<ClusterChange, 'at'>[]
  readonly newClusters: number
}

interface Claim {
  readonly part: number
  readonly cluster: number
  readonly documents: number
  /** Its first document, to break ties. */
  readonly first: number
}

/**
 * @param members of the whole clusters that merge with others
 * @param broken clusters that lost documents
 */
export function assignClusters(
  parts: readonly Part[],
  given: {
    readonly members: ReadonlyMap<number, readonly number[]>
    readonly broken: readonly number[]
    readonly nextCluster: number
  },
): AssignedClusters {
  const claims = parts.flatMap((part, i) => claimsOf(part, i, given.members))
  claims.sort((a, b) => b.documents - a.documents || a.cluster - b.cluster || a.first - b.first)
  const partCluster: (number | undefined)[] = parts.map(() => undefined)
  const kept = new Set<number>()
  for (const { part, cluster } of claims) {
    if (partCluster[part] !== undefined || kept.has(cluster)) continue
    partCluster[part] = cluster
    kept.add(cluster)
  }
  const changes: Omit<ClusterChange, 'at'>[] = []
  let next = given.nextCluster
  parts.forEach((_, i) => {
    if (partCluster[i] !== undefined) return
    partCluster[i] = next
    const from = claims.find(({ part, documents }) => part === i && documents > 0)
    changes.push({
      kind: from === undefined ? 'made' : 'split',
      cluster: next++,
      other: from?.cluster ?? null,
    })
  })
  for (const ending of endings(claims, kept, partCluster as number[], given.broken)) changes.push(ending)
  const result = moves(parts, partCluster as number[], given.members)
  return { ...result, changes, newClusters: next - given.nextCluster }
}

function claimsOf(
  { whole, rest, heirOf }: Part,
  part: number,
  members: ReadonlyMap<number, readonly number[]>,
): Claim[] {
  const claims: Claim[] = whole.map(cluster => {
    const list = members.get(cluster)
    return { part, cluster, documents: list?.length ?? 1, first: list?.[0] ?? 0 }
  })
  const counts = new Map<number, { documents: number; first: number }>()
  for (const { number, cluster } of rest) {
    const count = counts.get(cluster) ?? { documents: 0, first: number }
    counts.set(cluster, { documents: count.documents + 1, first: Math.min(count.first, number) })
  }
  for (const [cluster, count] of counts) claims.push({ part, cluster, ...count })
  const heirs = new Set(heirOf.filter(cluster => !claims.some(claim => claim.cluster === cluster)))
  for (const cluster of heirs) claims.push({ part, cluster, documents: 0, first: 0 })
  return claims
}

/** The end of every old cluster whose number no part keeps: merged into the part with its documents, or else ended. */
function endings(
  claims: readonly Claim[],
  kept: ReadonlySet<number>,
  partCluster: readonly number[],
  broken: readonly number[],
): Omit<ClusterChange, 'at'>[] {
  const gone = new Set(
    [...claims.map(({ cluster }) => cluster), ...broken].filter(cluster => !kept.has(cluster)),
  )
  return [...gone]
    .sort((a, b) => a - b)
    .map(cluster => {
      const claim = claims.find(each => each.cluster === cluster)
      return claim === undefined
        ? { kind: 'ended', cluster, other: null }
        : { kind: 'merged', cluster, other: partCluster[claim.part] }
    })
}

function moves(
  parts: readonly Part[],
  partCluster: readonly number[],
  members: ReadonlyMap<number, readonly number[]>,
): Pick<AssignedClusters, 'clusterOf' | 'moved'> {
  const clusterOf = new Map<number, number>()
  const moved: { number: number; cluster: number }[] = []
  parts.forEach(({ added, whole, rest }, i) => {
    const cluster = partCluster[i]
    for (const number of added) clusterOf.set(number, cluster)
    for (const document of rest)
      if (document.cluster !== cluster) moved.push({ number: document.number, cluster })
    for (const old of whole) {
      if (old !== cluster) for (const number of members.get(old) ?? []) moved.push({ number, cluster })
    }
  })
  return { clusterOf, moved: moved.sort((a, b) => a.number - b.number) }
}
