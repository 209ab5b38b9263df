/**
 * The findings of a collection of the server.
 *
 *     filter ─▶ /clusters, page by page, as far as somebody looks
 *     words  ─▶ /documents?contains=, step by step, and the cluster of each document found
 *     /replay, /pairs, /documents ─▶ when a view needs them
 *
 * Nothing waits for `/replay`, which compares all documents again.
 */

import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { fieldValues } from '../../src/ground/json/field.ts'
import { type MethodName, methodNamed } from '../../src/methods/methods.ts'
import type {
  ClusterPage,
  IndexCluster,
  IndexedDocument,
  IndexPair,
  Page,
} from '../../src/online/index/documents/index-types.ts'
import { memberRules } from '../../src/online/index/documents/index-types.ts'
import type { CollectionReplay, FoundDocuments } from '../../src/online/index/review/review-types.ts'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { joinedReplay } from '../../src/server/client/pages.ts'
import { plural } from '../parts/figures.tsx'
import { type ClusterFilter, hasRange, passes } from './cluster-filter.ts'
import { withDecisions } from './decided-replay.ts'
import {
  type Cluster,
  type ClusterPart,
  clusterOfMembers,
  type Findings,
  type FoundDocument,
  type KnownPair,
  measureOf,
  type ShownText,
} from './findings.ts'
import { type Id, idKey, idOfKey } from './ids.ts'
import { ask, collectionPath, Refused } from './requests.ts'
import { serverReviews } from './reviews.ts'

interface Given {
  readonly name: string
  readonly mayWrite: boolean
  readonly signal: AbortSignal
  /** Called when a decision was saved or taken back. */
  readonly onDecided: () => void
}

const named = (id: Id): FoundDocument => ({ id, key: idKey(id) })

export async function collectionFindings({ name, mayWrite, signal, onDecided }: Given): Promise<Findings> {
  const path = collectionPath(name)
  const { documents, options, model } = await ask<CollectionInfo>(path, { signal })
  const texts = documentsOf(path)
  const reviews = serverReviews(path, mayWrite, onDecided)
  return {
    title: name,
    documents,
    options,
    threshold: model?.threshold ?? Number(options.threshold),
    measure: measureOf(options, model?.decidedBy),
    ruleNames: memberRules,
    omitted: 0,
    clusters: (filter, stop) =>
      filter.words === '' ? listedClusters(path, filter, stop) : searchedClusters(path, filter, stop),
    documentOf(key) {
      const id = idOfKey(key)
      return id === undefined ? undefined : named(id)
    },
    async clusterOf({ id }, stop) {
      const { cluster } = await askDocument(path, id, stop)
      return await clusterAt(path, cluster, stop)
    },
    async knownPairs(among, stop) {
      const { cluster } = await askDocument(path, among[0].id, stop)
      return pairsAmong(among, await pairsOf(path, cluster, stop))
    },
    async replay(stop) {
      const replay = await replayOf(path, options, stop)
      if ('absent' in replay) return replay
      const decided = withDecisions(replay, await reviews.all(stop))
      return { ...decided, documentOf: row => named(replay.id[row]) }
    },
    placeOf: () => undefined,
    textOf: async ({ id }, stop) => textIn(await texts(id, stop), options),
    explain: (a, b, stop) => ask(`${path}/explain`, { signal: stop, query: explainQuery(a.id, b.id) }),
    reviews,
    path: ['c', name],
  }
}

/** Clusters in the first part, which a person waits for; growth from one part to the next; clusters in the largest. */
const [first, growth, mostListed] = [4, 8, 500]
/** About as many members a part: a fifth of a second of the server's work. */
const usualMembers = 2000

const orders = {
  size: 'largest',
  small: 'smallest',
  low: 'least-similar',
  high: 'most-similar',
  listed: 'number',
} as const

async function* listedClusters(
  path: string,
  filter: ClusterFilter,
  signal: AbortSignal,
): AsyncGenerator<ClusterPart, void> {
  const query = queryOf(filter)
  let [after, limit]: [string | undefined, number] = [undefined, first]
  do {
    const page: ClusterPage = await ask(`${path}/clusters`, { signal, query: { ...query, limit, after } })
    after = page.next ?? undefined
    yield {
      clusters: page.items.map(clusterIn),
      total: page.total,
      note: '',
      isEnd: after === undefined,
    }
    const members = page.items.reduce((sum, cluster) => sum + cluster.members.length, 0)
    const fitting = Math.floor((usualMembers * page.items.length) / (members || 1))
    limit = Math.max(1, Math.min(growth * limit, mostListed, fitting))
  } while (after !== undefined)
}

function queryOf(filter: ClusterFilter) {
  const { kind, source, rule, leastSize, mostSize, from, to, sort } = filter
  return {
    details: 'true',
    sort: orders[sort],
    minDocuments: Math.max(2, leastSize),
    maxDocuments: mostSize,
    ...(kind !== '' && { kind }),
    ...(source !== '' && { source }),
    ...(rule !== '' && { rule }),
    ...(hasRange(filter) && { minSimilarity: from, maxSimilarity: to }),
  }
}

/** Texts found at a time. */
const mostFound = 50

/** The clusters of documents that have the words, as they are found. */
async function* searchedClusters(
  path: string,
  filter: ClusterFilter,
  signal: AbortSignal,
): AsyncGenerator<ClusterPart, void> {
  const known = new Set<number>()
  let [after, searched, total]: [string | undefined, number, number] = [undefined, 0, 0]
  do {
    const query = { contains: filter.words, limit: mostFound, after }
    const found: FoundDocuments = await ask(`${path}/documents`, { signal, query })
    const fresh = found.items.flatMap(({ cluster, documents }) => (documents < 2 ? [] : [cluster]))
    const asked = [...new Set(fresh)].filter(cluster => !known.has(cluster))
    for (const cluster of asked) known.add(cluster)
    const read = await Promise.all(asked.map(cluster => clusterAt(path, cluster, signal)))
    const clusters = read.flatMap(each => (each !== undefined && passes(each, filter) ? [each] : []))
    searched += found.searched
    total += clusters.length
    after = found.next ?? undefined
    const isEnd = after === undefined
    const note = `searched ${plural(searched, 'text')}`
    yield { clusters, total: isEnd ? total : undefined, note, isEnd }
  } while (after !== undefined)
}

/** The members of a cluster that are shown. */
const mostMembers = 1000

/** The cluster of a number; undefined if it has ended. */
async function clusterAt(path: string, number: number, signal: AbortSignal): Promise<Cluster | undefined> {
  const query = { after: `${number}.0`, limit: mostMembers, details: 'true' }
  const { items } = await ask<ClusterPage>(`${path}/clusters`, { signal, query })
  return items.map(clusterIn)[0]
}

/** The survivor first, if it is among the members shown. */
function clusterIn({ documents, members, details = [] }: IndexCluster): Cluster {
  const listed = details.map(({ kind, similarity, source, rule }, at) => ({
    ...named(members[at]),
    kind,
    similarity: kind === 'kept' ? 1 : (similarity ?? Number.NaN),
    source,
    rule,
  }))
  const survivor = Math.max(
    0,
    listed.findIndex(({ kind }) => kind === 'kept'),
  )
  return clusterOfMembers([...listed.splice(survivor, 1), ...listed], documents)
}

/** A cluster of thousands has more pairs than anybody looks at. */
const mostPairs = 10_000

/** The pairs of a cluster, the earliest. */
async function pairsOf(path: string, cluster: number, signal: AbortSignal) {
  const query = { cluster, limit: mostPairs }
  return (await ask<Page<IndexPair>>(`${path}/pairs`, { signal, query })).items
}

function pairsAmong(documents: readonly FoundDocument[], pairs: readonly IndexPair[]): KnownPair[] {
  const places = new Map(documents.map(({ key }, place) => [key, place]))
  return pairs.flatMap(({ id1, id2, similarity }) => {
    const [a, b] = [places.get(idKey(id1)), places.get(idKey(id2))]
    return a === undefined || b === undefined ? [] : [{ a, b, similarity }]
  })
}

/** Until the server is asked again for the first replay, which it is making. */
const againMs = 1000

/** The replay of the collection, or why there is none. */
async function replayOf(
  path: string,
  options: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ReplayColumns | { readonly absent: string }> {
  const { method, near } = options as { readonly method: MethodName; readonly near: boolean }
  // Asking would be refused, and the browser would report that as an error.
  if (!near || methodNamed(method).decides.kind !== 'measure')
    return { absent: `The method ${method}${near ? '' : ' with near off'} has no threshold to move.` }
  try {
    for (;;) {
      const page = (after?: string) => ask<CollectionReplay>(`${path}/replay`, { signal, query: { after } })
      const replay = await page()
      if (replay.asOf !== null) return await joinedReplay(replay, page)
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
  } catch (error) {
    if (error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 401)
      return { absent: error.message }
    throw error
  }
}

const typeOf = (id: Id) => (typeof id === 'string' ? 'string' : 'number')

function explainQuery(a: Id, b: Id) {
  const [ofA, ofB] = [typeOf(a), typeOf(b)]
  return { a: String(a), b: String(b), type: ofA === ofB ? ofA : `${ofA},${ofB}` }
}

/** @param path of the collection */
export function askDocument(path: string, id: Id, signal?: AbortSignal): Promise<IndexedDocument> {
  const query = { type: typeOf(id) }
  return ask(`${path}/documents/${encodeURIComponent(String(id))}`, { signal, query })
}

/** A list that scrolls past asks for nothing. */
const glanceMs = 60

/** Asks for each document once; a failure is not remembered. */
function documentsOf(path: string) {
  const shown = new Map<string, Promise<IndexedDocument>>()
  return async (id: Id, signal?: AbortSignal) => {
    const key = idKey(id)
    if (!shown.has(key)) await new Promise(resolve => setTimeout(resolve, glanceMs))
    signal?.throwIfAborted()
    const asked = shown.get(key) ?? askDocument(path, id)
    asked.catch(() => shown.delete(key))
    shown.set(key, asked)
    return asked
  }
}

/** The text fields of a document, joined as the index joins them. */
export function textIn(
  { document }: IndexedDocument,
  options: Readonly<Record<string, unknown>>,
): ShownText {
  if (options.storeText === false)
    return { absent: 'This collection keeps no texts, only what is needed to compare them.' }
  const fields = (options.text as readonly string[] | undefined) ?? ['text']
  const values = fields.flatMap(field => fieldValues(document, field))
  return { text: values.filter(value => typeof value === 'string').join('\n'), isCut: false }
}
