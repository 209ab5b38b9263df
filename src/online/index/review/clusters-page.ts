/** Clusters page: a part of a list of clusters with its members, and what they are to their survivors. */
import type { StoreReader } from '../../store/store.ts'
import type { AbortSignalLike } from '../documents/call-options.ts'
import { idOf } from '../documents/given-document.ts'
import type { ClusterPageOptions, IndexCluster, MemberDetail, Page } from '../documents/index-types.ts'
import type { Matching } from '../matching/matching.ts'
import { clustersPage, shownClusters } from '../reading/lists.ts'
import { membersBefore, membersPage } from '../reading/members.ts'
import { checkedLimit } from '../reading/pages.ts'
import { checkClusterOptions, isPlainList, listedPart, needsFigures } from './cluster-list.ts'
import type { ClusterSizes, ClusterSurvey } from './cluster-survey.ts'
import { type MemberFigure, memberFigures } from './member-figures.ts'
import { namedDecisions } from './reviews.ts'

interface ClusterSurveys {
  sizes(): Promise<ClusterSizes>
  figures(): Promise<ClusterSurvey>
}

interface Listing {
  readonly store: StoreReader
  readonly matching: Matching
  readonly surveys: ClusterSurveys
  readonly signal: AbortSignalLike | undefined
}

/** @throws NearsameError OPTION_VALUE; the reason of the signal */
export async function clustersPageOf(
  { store, matching, surveys, signal }: Listing,
  options: ClusterPageOptions,
): Promise<Page<IndexCluster>> {
  checkClusterOptions(options)
  const from = membersBefore(options)
  const page =
    from !== undefined
      ? await membersPage(store, options)
      : isPlainList(options)
        ? await clustersPage(store, options)
        : await filteredPage(store, matching, surveys, options)
  if (options.details !== true) return page
  return { ...page, items: await withDetails(store, matching, page.items, { from, signal }) }
}

async function filteredPage(
  store: StoreReader,
  matching: Matching,
  surveys: ClusterSurveys,
  options: ClusterPageOptions,
): Promise<Page<IndexCluster>> {
  const limit = checkedLimit(options)
  const columns = await (needsFigures(options) ? surveys.figures() : surveys.sizes())
  const { isDistance } = matching.method
  const { clusters, next } = listedPart(columns, options, { limit, isDistance })
  return { items: await shownClusters(store, clusters), next }
}

/** The same clusters with the details of the members in [from, from + those shown). */
async function withDetails(
  reader: StoreReader,
  matching: Matching,
  items: readonly IndexCluster[],
  { from = 0, signal }: { readonly from: number | undefined; readonly signal: AbortSignalLike | undefined },
): Promise<IndexCluster[]> {
  const lists = await reader.members(items.map(({ cluster }) => cluster))
  const wanted = lists.map((members, i) => ({
    members,
    wanted: members.slice(from, from + items[i].members.length),
  }))
  const decisions = await namedDecisions(reader)
  const found = items.map((): MemberFigure[] => [])
  for await (const { place, figures } of memberFigures({ reader, matching, decisions, signal }, wanted))
    found[place].push(...figures)
  return items.map((item, i) => ({
    ...item,
    members: found[i].map(({ name }) => idOf(name)),
    details: found[i].map(detailOf),
  }))
}

function detailOf({ kind, similarity, source, rule }: MemberFigure): MemberDetail {
  return {
    kind,
    ...(similarity !== undefined && { similarity }),
    ...(source !== undefined && { source }),
    ...(rule !== undefined && { rule }),
  }
}
