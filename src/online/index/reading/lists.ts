/** Lists of an index, page by page: pairs, clusters, changes. */

import { breather } from '../../../ground/breath/breath.ts'
import { documentPages } from '../../store/pages.ts'
import type { NumberedChange, StoreReader } from '../../store/store.ts'
import type { ResolvedClusterPage, ResolvedPage, ResolvedPairPage } from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import type { ChangesPage, IndexChange, IndexPair, Page } from '../documents/index-types.ts'
import type { Matching } from '../matching/matching.ts'
import { badCursor, cursorOf } from './pages.ts'
import { storedMatches } from './stored-matches.ts'

/** Documents per lookup of matches. */
const step = 64

/** The cursor is the last pair of the page before: the earlier document, then the other. */
export async function pairsPage(
  store: StoreReader,
  matching: Matching,
  options: ResolvedPairPage,
): Promise<Page<IndexPair>> {
  const { limit, cluster } = options
  const [from, behind] = cursorOf(options, 2)
  const items: IndexPair[] = []
  let last = ''
  const breath = breather()
  const own = cluster === undefined ? undefined : new Set((await store.members([cluster])).flat())
  for await (const numbers of own === undefined
    ? documentPages(store, { size: step, from })
    : inSteps(own, from)) {
    const stored = await store.documents(numbers, { body: true })
    const documents = stored.filter(document => document !== undefined)
    const queries = documents.map(document => matching.queryOf(document))
    const lists = await storedMatches(store, matching, queries)
    for (const [i, { number, name }] of documents.entries()) {
      await breath()
      const after = Math.max(number, number === from ? behind : 0)
      const later = lists[i].filter(match => match.number > after && (own?.has(match.number) ?? true))
      for (const match of later.sort((a, b) => a.number - b.number)) {
        if (items.length === limit) return { items, next: last }
        const { similarity, jaccard } = match
        const pair = { id1: idOf(name), id2: idOf(match.name), measure: matching.measure, similarity }
        items.push(jaccard === undefined ? pair : { ...pair, jaccard })
        last = `${number}.${match.number}`
      }
    }
  }
  return { items, next: null }
}

/** Those of some numbers that are at least `from`. */
function* inSteps(numbers: ReadonlySet<number>, from: number): Generator<readonly number[]> {
  const wanted = [...numbers].filter(number => number >= from)
  for (let at = 0; at < wanted.length; at += step) yield wanted.slice(at, at + step)
}

/** Numbers of clusters, in order, and the cursor behind them. */
export interface ListedClusters {
  readonly clusters: readonly number[]
  readonly next: string | null
  /** Of the whole list; undefined if it is not known. */
  readonly total?: number
}

/** Clusters of at least `minDocuments`, by number. */
export async function clustersByNumber(
  store: StoreReader,
  options: ResolvedClusterPage,
): Promise<ListedClusters> {
  const { limit } = options
  const [after] = cursorOf(options, 1)
  const sizes = await store.clusters(after, limit + 1, options.minDocuments)
  const clusters = sizes.slice(0, limit).map(({ cluster }) => cluster)
  return { clusters, next: sizes.length > limit ? String(clusters[limit - 1]) : null }
}

/** @throws NearsameError OPTION_VALUE, also for a cursor past the last change: it belongs to another collection */
export async function changesPage(store: StoreReader, options: ResolvedPage): Promise<ChangesPage> {
  const { limit } = options
  const [after] = cursorOf(options, 1)
  // Changes are numbered from 1 without gaps and never removed, so the change at the cursor exists.
  const known = after === 0 ? 0 : 1
  const listed = await store.changes(after - known, known + limit + 1)
  if (known === 1 && listed[0]?.number !== after)
    throw badCursor(options.after, ', which is beyond the last change of this collection')
  const changes = listed.slice(known)
  const items = changes.slice(0, limit).map(shownChange)
  const cursor = String(items.at(-1)?.change ?? after)
  return { items, next: changes.length > limit ? cursor : null, cursor }
}

function shownChange({ number, kind, cluster, other, at }: NumberedChange): IndexChange {
  const related = other !== null && (kind === 'merged' ? { into: other } : { from: other })
  return { change: number, kind, cluster, ...related, at: new Date(at).toISOString() }
}
