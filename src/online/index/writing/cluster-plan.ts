/**
 * Cluster plan: what a write does to clusters, the connected components of "these two match".
 *
 *     added documents join the clusters of their matches, and merge these
 *     removed documents may have held their cluster together: look for other matches to join its rest again
 *     what people found to be the same is joined first, and what they found to be different never is; the better match
 *     comes before others
 *
 * The store keeps a spanning tree of each cluster (`links`). A part keeps the number of the old cluster of which it
 * holds most documents, and an old cluster's number stays with the part that holds most of it; ties go to the older
 * number and to the part with the oldest document. Numbers are never reused.
 *
 * Cost: a document added to one cluster reads nothing of it; a merge reads both lists of members; a removal reads the
 * members and links of its cluster, and looks up matches of its parts (`rejoin.ts`).
 */

import { breather } from '../../../ground/breath/breath.ts'
import { totalLength } from '../../../ground/lists/joined.ts'
import type { ClusterChange, ClusterLink, StoreChanges, StoreReader } from '../../store/store.ts'
import { assignClusters } from './assign-clusters.ts'
import type { Bundles } from './bundles.ts'
import { ClusterGraph, partsOf } from './cluster-graph.ts'
import { type MatchesOf, rejoin } from './rejoin.ts'

interface ClusterRequest {
  /** Ascending. */
  readonly added: readonly {
    readonly number: number
    readonly name: string
    /** Stored documents that stay, or documents added before it. */
    readonly matches: readonly number[]
    /** Stored documents that it replaces; if nothing else is left of their cluster, it inherits the number. */
    readonly replaced: readonly number[]
  }[]
  readonly removed: readonly number[]
  /** The cluster of every stored document named above. */
  readonly clusterOf: ReadonlyMap<number, number>
  readonly nextCluster: number
  readonly at: number
  readonly matchesOf: MatchesOf
  /** Documents that are joined whatever matches, and those that no cluster joins. */
  readonly bundles: Bundles
}

interface ClusterPlan extends Pick<StoreChanges, 'moved' | 'linked' | 'changes' | 'newClusters'> {
  /** The cluster of each added document. */
  readonly clusterOf: ReadonlyMap<number, number>
}

/** The matches among documents, the best first, at least some of each. */
type Closest = (numbers: readonly number[]) => Promise<readonly ClusterLink[]>

/** @param reader the state before the write */
export async function planClusters(reader: StoreReader, request: ClusterRequest): Promise<ClusterPlan> {
  const { added, removed, clusterOf } = request
  const losing = removed.map(number => clusterOf.get(number) as number)
  // Without what is gone, parts of them may join others that people held apart from it.
  const loosened = new Set(request.bundles.around(losing))
  const broken = [...new Set([...losing, ...loosened])]
  const brokenMembers = await reader.members(broken)
  const total = totalLength(brokenMembers)
  const matched = added.reduce((sum, { matches }) => sum + matches.length, 0)
  for (const { number, name } of added) request.bundles.take(name, number)
  const graph = new ClusterGraph(total + 2 * added.length + matched + 1, request.bundles)
  const { old, torn } = await addBroken(reader, graph, { broken, brokenMembers, removed })
  const isBroken = new Set(broken)
  const goes = new Set(removed)
  const isAdded = new Set(added.map(({ number }) => number))
  const isWhole = (number: number, cluster: number) => !isAdded.has(number) && !isBroken.has(cluster)
  const isGone = (number: number) => goes.has(number)
  joinBundles(graph, [...old.keys()], request.bundles)
  for (const { number } of added) {
    const mate = request.bundles.mateOf(number, isGone)
    if (mate === undefined) continue
    const { cluster } = mate
    const isOfWhole = cluster !== undefined && isWhole(mate.number, cluster)
    const node = isOfWhole ? graph.cluster(cluster) : graph.document(mate.number)
    graph.join(graph.document(number), node, [number, mate.number])
  }
  const breath = breather()
  for (const { number, matches } of added) {
    const node = graph.document(number)
    for (const match of matches) {
      const cluster = clusterOf.get(match) as number
      graph.join(node, isWhole(match, cluster) ? graph.cluster(cluster) : graph.document(match), [
        number,
        match,
      ])
    }
    await breath()
  }
  const together = brokenMembers.filter((_, i) => loosened.has(broken[i])).flat()
  const single = brokenMembers.filter((_, i) => !loosened.has(broken[i]))
  for (const members of [...single, together]) {
    const stay = members.filter(number => old.has(number))
    const [likely, others] = [stay.filter(each => torn.has(each)), stay.filter(each => !torn.has(each))]
    await rejoin(graph, [...likely, ...others], request.matchesOf)
  }
  return assigned(reader, graph, { old, broken, request })
}

/**
 * The plan after a retraining or a decision: makes clusters again from the matches of their documents.
 *
 * @param request `clusterOf`: of every document of these clusters
 */
export async function planAllClusters(
  reader: StoreReader,
  request: Omit<ClusterRequest, 'added' | 'removed'> & { readonly closest: Closest },
): Promise<ClusterPlan> {
  const numbers = [...request.clusterOf.keys()]
  const free = graphOf(numbers)
  joinBundles(free, numbers, request.bundles)
  await rejoin(free, numbers, request.matchesOf)
  const graph = await parted(free, numbers, request)
  const broken = [...new Set(request.clusterOf.values())]
  return assigned(reader, graph, {
    old: request.clusterOf,
    broken,
    request: { ...request, added: [], removed: [] },
  })
}

/** Joins what people found to be the same. */
function joinBundles(graph: ClusterGraph, numbers: readonly number[], bundles: Bundles): void {
  for (const [a, b] of bundles.links(numbers)) graph.join(graph.document(a), graph.document(b), [a, b])
}

function graphOf(numbers: readonly number[], bundles?: Bundles): ClusterGraph {
  const graph = new ClusterGraph(numbers.length, bundles)
  for (const number of numbers) graph.document(number)
  return graph
}

/** The same graph, but components that hold documents which stay apart are joined again, the best matches first. */
async function parted(
  free: ClusterGraph,
  numbers: readonly number[],
  { bundles, closest, matchesOf }: Pick<ClusterRequest, 'bundles' | 'matchesOf'> & { closest: Closest },
): Promise<ClusterGraph> {
  if (!bundles.parts) return free
  const components = Map.groupBy(numbers, number => free.root(free.document(number)))
  const torn = [...components.values()].filter(members => bundles.areTorn(members))
  if (torn.length === 0) return free
  const isTorn = new Set(torn.flat())
  const graph = graphOf(numbers, bundles)
  const join = ({ a, b }: ClusterLink) => graph.join(graph.document(a), graph.document(b), [a, b])
  for (const link of free.linked) if (!isTorn.has(link.a)) join(link)
  for (const members of torn) {
    joinBundles(graph, members, bundles)
    for (const link of await closest(members)) join(link)
    await rejoin(graph, members, matchesOf)
  }
  return graph
}

/**
 * Adds the remaining documents of clusters that lose some, joined by the links that remain.
 *
 * @returns the cluster that each was in, and those that lost a link
 */
async function addBroken(
  reader: StoreReader,
  graph: ClusterGraph,
  given: {
    readonly broken: readonly number[]
    readonly brokenMembers: readonly (readonly number[])[]
    readonly removed: readonly number[]
  },
): Promise<{ readonly old: ReadonlyMap<number, number>; readonly torn: ReadonlySet<number> }> {
  const old = new Map<number, number>()
  const torn = new Set<number>()
  const isRemoved = new Set(given.removed)
  given.brokenMembers.forEach((members, i) => {
    for (const number of members) {
      if (isRemoved.has(number)) continue
      graph.document(number)
      old.set(number, given.broken[i])
    }
  })
  if (old.size === 0) return { old, torn }
  for (const { a, b } of await reader.links([...old.keys()])) {
    if (isRemoved.has(a)) torn.add(b)
    else if (isRemoved.has(b)) torn.add(a)
    else graph.join(graph.document(a), graph.document(b))
  }
  return { old, torn }
}

async function assigned(
  reader: StoreReader,
  graph: ClusterGraph,
  given: {
    readonly old: ReadonlyMap<number, number>
    readonly broken: readonly number[]
    readonly request: ClusterRequest
  },
): Promise<ClusterPlan> {
  const { old, broken, request } = given
  const heirs = request.added.map(({ number, replaced }) => ({
    number,
    clusters: replaced.map(each => request.clusterOf.get(each) as number),
  }))
  const parts = partsOf(graph, old, heirs)
  // Members of whole clusters are needed only where old clusters merge.
  const meeting = parts.filter(
    ({ whole, rest }) => whole.length > 1 || (whole.length === 1 && rest.length > 0),
  )
  const wanted = meeting.flatMap(({ whole }) => whole)
  const lists = wanted.length === 0 ? [] : await reader.members(wanted)
  const members = new Map(wanted.map((cluster, i) => [cluster, lists[i]]))
  const { nextCluster, at } = request
  const { clusterOf, moved, changes, newClusters } = assignClusters(parts, {
    members,
    broken,
    nextCluster,
  })
  const timed: ClusterChange[] = changes.map(change => ({ ...change, at }))
  return { clusterOf, moved, linked: graph.linked, changes: timed, newClusters }
}
