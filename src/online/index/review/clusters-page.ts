/** Clusters page: a part of a list of clusters with its members, and what they are to their survivors. */
import type { StoreReader } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { ResolvedClusterPage } from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import type { ClusterPage, IndexCluster, MemberDetail, Page } from '../documents/index-types.ts'
import type { ClusterSizes, ClusterSurvey } from '../documents/survey-types.ts'
import type { Matching } from '../matching/matching.ts'
import { clustersByNumber, type ListedClusters, mostMembers, shownClusters } from '../reading/lists.ts'
import { membersBefore, membersPage } from '../reading/members.ts'
import { checkOrder, isPlainList, listedPart, needsFigures } from './cluster-list.ts'
import { type MemberFigure, memberFigures } from './member-figures.ts'
import { namedDecisions } from './reviews.ts'

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

/** @throws NearsameError OPTION_VALUE; the reason of the signal */
export async function clustersPageOf(listing: Listing, options: ResolvedClusterPage): Promise<ClusterPage> {
  const from = membersBefore(options)
  if (from !== undefined) return await restOfCluster(listing, options, from)
  checkOrder(options)
  const { clusters, next, total } = await listedClusters(listing, options)
  const items = options.details
    ? await detailedClusters(listing, clusters, { from: 0, count: mostMembers })
    : await shownClusters(listing.store, clusters)
  return { items, next, ...(total !== undefined && { total }) }
}

/** One cluster with its members from the cursor on. */
async function restOfCluster(
  listing: Listing,
  options: ResolvedClusterPage,
  from: number,
): Promise<Page<IndexCluster>> {
  const page = await membersPage(listing.store, options)
  if (!options.details) return page
  const clusters = page.items.map(({ cluster }) => cluster)
  const range = { from, count: options.limit }
  return { ...page, items: await detailedClusters(listing, clusters, range) }
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

/** Clusters with the details of the members in [from, from + count); without those that have ended meanwhile. */
async function detailedClusters(
  { store: reader, matching, signal }: Listing,
  clusters: readonly number[],
  { from, count }: { readonly from: number; readonly count: number },
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
