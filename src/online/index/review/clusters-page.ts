/** Clusters page: a part of a list of clusters with its members, and what they are to their survivors. */
import type { StoreReader } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { ResolvedClusterPage } from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import type { ClusterPage, IndexCluster, MemberDetail, Page } from '../documents/index-types.ts'
import type { ClusterSizes, ClusterSurvey } from '../documents/survey-types.ts'
import type { Matching } from '../matching/matching.ts'
import { clustersByNumber, type ListedClusters } from '../reading/lists.ts'
import { cursorOf } from '../reading/pages.ts'
import { checkOrder, isPlainList, listedPart, needsFigures } from './cluster-list.ts'
import { type MemberFigure, memberFigures } from './member-figures.ts'
import { namedDecisions } from './reviews.ts'

/** Members of a cluster that a page of clusters shows. */
const mostMembers = 1000

interface ClusterSurveys {
  /** Those of fewer documents may be left out. */
  sizes(least: number): Promise<ClusterSizes>
  figures(): Promise<ClusterSurvey>
}

interface Listing {
  readonly store: StoreReader
  readonly matching: Matching
  readonly surveys: ClusterSurveys
  readonly signal: AbortSignalLike | undefined
}

/** Members in [from, from + count) of their cluster. */
interface MemberRange {
  readonly from: number
  readonly count: number
}

/** @throws NearsameError OPTION_VALUE; the reason of the signal */
export async function clustersPageOf(listing: Listing, options: ResolvedClusterPage): Promise<ClusterPage> {
  const { after = '', details } = options
  const shown = details ? detailedClusters : shownClusters
  if (/^\d+\.\d*$/.test(after)) return await restOfCluster(listing, options, shown)
  checkOrder(options)
  const { clusters, next, total } = await listedClusters(listing, options)
  const items = await shown(listing, clusters, { from: 0, count: mostMembers })
  return { items, next, ...(total !== undefined && { total }) }
}

/**
 * After the cursor `CLUSTER.COUNT`, that cluster with its members beyond the first COUNT. Removing a member before the
 * cursor shifts the members after it, so a page may miss one.
 */
async function restOfCluster(
  listing: Listing,
  options: ResolvedClusterPage,
  shown: typeof shownClusters,
): Promise<Page<IndexCluster>> {
  const { limit } = options
  const [cluster, from] = cursorOf(options, 2)
  const clusters = cluster < 2 ** 32 ? [cluster] : []
  const items = await shown(listing, clusters, { from, count: limit })
  const isEnd = items.every(({ documents }) => from + limit >= documents)
  return { items, next: isEnd ? null : `${cluster}.${from + limit}` }
}

async function listedClusters(
  { store, matching, surveys }: Listing,
  options: ResolvedClusterPage,
): Promise<ListedClusters> {
  if (isPlainList(options)) return await clustersByNumber(store, options)
  const { limit, minDocuments } = options
  const columns = await (needsFigures(options) ? surveys.figures() : surveys.sizes(minDocuments))
  return listedPart(columns, options, { limit, isDistance: matching.method.isDistance })
}

/** Clusters with these members, in the order given; without those that have ended meanwhile. */
async function shownClusters(
  { store }: Listing,
  clusters: readonly number[],
  { from, count }: MemberRange,
): Promise<IndexCluster[]> {
  const lists = await store.members(clusters)
  const wanted = lists.map(members => members.slice(from, from + count))
  const stored = await store.documents(wanted.flat(), { body: false })
  const named = stored.filter(document => document !== undefined)
  const names = new Map(named.map(({ number, name }) => [number, name]))
  return clusters.flatMap((cluster, i) => {
    if (lists[i].length === 0) return []
    const members = wanted[i].flatMap(number => names.get(number) ?? []).map(idOf)
    return [{ cluster, documents: lists[i].length, members }]
  })
}

/** The same with the details of the members. */
async function detailedClusters(
  { store: reader, matching, signal }: Listing,
  clusters: readonly number[],
  { from, count }: MemberRange,
): Promise<IndexCluster[]> {
  const lists = await reader.members(clusters)
  const wanted = lists.map(members => ({ members, wanted: members.slice(from, from + count) }))
  const decisions = await namedDecisions(reader)
  const found = clusters.map((): MemberFigure[] => [])
  for await (const { place, figures } of memberFigures({ reader, matching, decisions, signal }, wanted))
    found[place].push(...figures)
  return clusters.flatMap((cluster, i) => {
    if (lists[i].length === 0) return []
    const members = found[i].map(({ name }) => idOf(name))
    return [{ cluster, documents: lists[i].length, members, details: found[i].map(detailOf) }]
  })
}

function detailOf({ kind, similarity, source, rule }: MemberFigure): MemberDetail {
  return {
    kind,
    ...(similarity !== undefined && { similarity }),
    ...(source !== undefined && { source }),
    ...(rule !== undefined && { rule }),
  }
}
