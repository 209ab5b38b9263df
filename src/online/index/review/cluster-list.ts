/**
 * Cluster list: pages of clusters by size, similarity, kind, source and rule, in an order.
 *
 *     filters, order ─▶ columns of all clusters (`cluster-survey.ts`) ─▶ rows behind the cursor ─▶ one page
 *
 * A cursor is the place of the last cluster in the order: `largest:-5:17` is behind cluster 17 of five documents. So a
 * cluster that stays as it is comes once, whatever changes around it.
 *
 * Ours: all of it. Cost: a pass over the columns, and sorting what passes.
 */

import type { ResolvedClusterPage } from '../calls/pages.ts'
import type { clusterSorts } from '../documents/index-types.ts'
import type { ClusterSizes, ClusterSurvey } from '../documents/survey-types.ts'
import type { ListedClusters } from '../reading/lists.ts'
import { badCursor, cursorOf } from '../reading/pages.ts'
import { traitBits } from './cluster-survey.ts'

type Columns = ClusterSizes & Partial<ClusterSurvey>
type Sort = (typeof clusterSorts)[number]

/** Whether the answer needs more than the numbers and sizes of clusters. */
export function needsFigures({
  minSimilarity,
  maxSimilarity,
  kind,
  source,
  rule,
  sort,
}: ResolvedClusterPage) {
  const isFiltered = [minSimilarity, maxSimilarity, kind, source, rule].some(each => each !== undefined)
  return isFiltered || sort === 'least-similar' || sort === 'most-similar'
}

/** Whether the store can list the clusters by itself. */
export function isPlainList(options: ResolvedClusterPage): boolean {
  const { maxDocuments, sort } = options
  return maxDocuments === undefined && sort === 'number' && !needsFigures(options)
}

/** The part of the list behind the cursor. REQUIRES: checked options */
export function listedPart(
  columns: Columns,
  options: ResolvedClusterPage,
  { limit, isDistance }: { readonly limit: number; readonly isDistance: boolean },
): ListedClusters {
  const { sort } = options
  const places = placesOf(columns, sort, isDistance)
  const after = placeIn(options, sort)
  const isListed = filterOf(columns, options)
  const { cluster } = columns
  const isBehind = (row: number) =>
    places(row) > after.place || (places(row) === after.place && cluster[row] > after.cluster)
  const passing = Int32Array.from(cluster.keys()).filter(isListed)
  const rows = passing.filter(isBehind)
  if (sort !== 'number') rows.sort((a, b) => places(a) - places(b) || cluster[a] - cluster[b])
  const listed = [...rows.subarray(0, limit)]
  const last = listed.at(-1)
  const isEnd = last === undefined || rows.length <= limit
  return {
    clusters: listed.map(row => cluster[row]),
    next: isEnd ? null : cursorAt(sort, places(last), cluster[last]),
    total: passing.length,
  }
}

/** Behind every place. */
const atTheEnd = Number.MAX_VALUE

/** Order, place in it, cluster. */
const orderCursor = /^([a-z-]+):(-?\d+(?:\.\d+)?(?:e[+-]\d+)?):(\d{1,15})$/

/** @throws NearsameError OPTION_VALUE for a cursor of another order */
export function checkOrder({ after, sort }: ResolvedClusterPage): void {
  const order = after === undefined ? sort : (orderCursor.exec(after)?.[1] ?? 'number')
  if (order !== sort) throw badCursor(after, `, which is not one of the order ${sort}`)
}

/** Of each row a number that ascends in the order. */
function placesOf({ documents, least }: Columns, sort: Sort, isDistance: boolean): (row: number) => number {
  if (sort === 'number') return () => 0
  if (sort === 'largest') return row => -documents[row]
  if (sort === 'smallest') return row => documents[row]
  const sign = (sort === 'most-similar') === isDistance ? 1 : -1
  return row => {
    const value = least?.[row] ?? Number.NaN
    return Number.isNaN(value) ? atTheEnd : sign * value
  }
}

function cursorAt(sort: Sort, place: number, cluster: number): string {
  return sort === 'number' ? String(cluster) : `${sort}:${place}:${cluster}`
}

function placeIn(options: ResolvedClusterPage, sort: Sort): { place: number; cluster: number } {
  const { after } = options
  if (sort === 'number') return { place: 0, cluster: cursorOf(options, 1)[0] }
  if (after === undefined) return { place: Number.NEGATIVE_INFINITY, cluster: 0 }
  const [, , place, cluster] = orderCursor.exec(after) ?? []
  return { place: Number(place), cluster: Number(cluster) }
}

/** Whether a row passes all filters. */
function filterOf(columns: Columns, options: ResolvedClusterPage): (row: number) => boolean {
  const { minDocuments, maxDocuments = Number.POSITIVE_INFINITY } = options
  const { documents } = columns
  const isOfSize = (row: number) => documents[row] >= minDocuments && documents[row] <= maxDocuments
  const isOther = figureFilter(columns as ClusterSurvey, options)
  return row => isOfSize(row) && isOther(row)
}

function figureFilter(survey: ClusterSurvey, options: ResolvedClusterPage): (row: number) => boolean {
  const { minSimilarity, maxSimilarity, kind, source, rule } = options
  const { least, traits } = survey
  const wanted = traitBits({ kind, rule })
  const hasSource = sourceFilter(survey, source)
  const [from, to] = [minSimilarity ?? 0, maxSimilarity ?? Number.POSITIVE_INFINITY]
  const isAny = minSimilarity === undefined && maxSimilarity === undefined
  return row =>
    (wanted === 0 || (traits[row] & wanted) === wanted) &&
    (isAny || (least[row] >= from && least[row] <= to)) &&
    hasSource(row)
}

function sourceFilter(survey: ClusterSurvey, source: string | undefined): (row: number) => boolean {
  if (source === undefined) return () => true
  const { sources, sourceEnds, sourceNumbers } = survey
  const number = sourceNumbers.get(source)
  if (number === undefined) return () => false
  return row => sources.subarray(row === 0 ? 0 : sourceEnds[row - 1], sourceEnds[row]).includes(number)
}
