/**
 * The findings of a collection of the server.
 *
 *     /clusters ─▶ the largest clusters at once, then all by number, shown again as they become several times as many
 *     /replay, /pairs, /documents ─▶ when a view needs them
 *
 * Nothing waits for `/replay`, which compares all documents again.
 */

import type { KnownPairs, ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { fieldValues } from '../../src/ground/json/field.ts'
import { type MethodName, methodNamed } from '../../src/methods/methods.ts'
import type {
  IndexCluster,
  IndexedDocument,
  IndexPair,
  MemberDetail,
  Page,
} from '../../src/online/index/documents/index-types.ts'
import { memberKinds, memberRules } from '../../src/online/index/documents/index-types.ts'
import type { CollectionReplay, FoundDocuments } from '../../src/online/index/review/review-types.ts'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { joinedReplay } from '../../src/server/client/pages.ts'
import { plural } from '../parts/figures.tsx'
import { withDecisions } from './decided-replay.ts'
import { type Findings, measureOf, rowsByKey, type ShownText } from './findings.ts'
import { type Id, idKey } from './ids.ts'
import { ask, askAll, collectionPath, eachPage, Refused } from './requests.ts'
import { type ReviewStore, serverReviews } from './reviews.ts'

interface Given {
  readonly name: string
  readonly mayWrite: boolean
  readonly signal: AbortSignal
  /** Called with the clusters that are there so far, if there are more. */
  readonly onPart: (findings: Findings) => void
  /** Called when a decision was saved or taken back. */
  readonly onDecided: () => void
}

/** Clusters of the first page; how many times as many there are each time that they are shown again. */
const [first, growth] = [100, 4]
/** A page of the others: about a tenth of a second of the server's work. */
const mostClusters = 2000

export async function collectionFindings(given: Given): Promise<Findings> {
  const { name, mayWrite, signal, onPart, onDecided } = given
  const path = collectionPath(name)
  const query = { minDocuments: 2, details: 'true' }
  const [info, page] = await Promise.all([
    ask<CollectionInfo>(path, { signal }),
    ask<Page<IndexCluster>>(`${path}/clusters`, {
      signal,
      query: { ...query, limit: first, sort: 'largest' },
    }),
  ])
  const texts = documentsOf(path)
  const reviews = serverReviews(path, mayWrite, onDecided)
  const found = (listed: readonly IndexCluster[]) => foundIn(listed, { info, path, reviews, texts })
  if (page.next === null) return found(page.items)
  const known = new Map(page.items.map(each => [each.cluster, each]))
  const all = () => [...known.values()].sort((a, b) => a.cluster - b.cluster)
  let shown = 0
  const showPart = () => {
    if (known.size < growth * shown) return
    shown = known.size
    onPart({ ...found(all()), isPartial: true })
  }
  showPart()
  await eachPage<IndexCluster>(
    `${path}/clusters`,
    { signal, query: { ...query, limit: mostClusters } },
    items => {
      for (const each of items) known.set(each.cluster, each)
      showPart()
    },
  )
  return found(all())
}

interface Known {
  readonly info: CollectionInfo
  /** Of the collection. */
  readonly path: string
  readonly reviews: ReviewStore
  readonly texts: (id: Id, signal?: AbortSignal) => Promise<IndexedDocument>
}

function foundIn(listed: readonly IndexCluster[], { info, path, reviews, texts }: Known): Findings {
  const { name, options, model } = info
  const ordered = listed.map(survivorFirst)
  const ids = ordered.flatMap(({ members }) => members)
  const rows = rowsByKey(ids)
  let pairs: Promise<KnownPairs> | undefined
  return {
    title: name,
    documents: info.documents,
    options,
    threshold: model?.threshold ?? Number(options.threshold),
    measure: measureOf(options, model?.decidedBy),
    ids,
    ...memberColumns(listed, ordered),
    knownPairs() {
      pairs ??= askAll<IndexPair>(`${path}/pairs`).then(all => pairsOf(all, rows))
      return pairs
    },
    async replay(signal) {
      const replay = await replayOf(path, options, signal)
      return 'absent' in replay ? replay : withDecisions(replay, await reviews.all(signal))
    },
    placeOf: () => undefined,
    textOf: async (row, signal) => textIn(await texts(ids[row], signal), options),
    explain: (a, b, stop) => ask(`${path}/explain`, { signal: stop, query: explainQuery(ids[a], ids[b]) }),
    rowsWith: (words, stop, onProgress) => search(path, words, rows, { signal: stop, onProgress }),
    reviews,
    path: ['c', name],
  }
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

/** Pairs between rows of the findings. */
function pairsOf(pairs: readonly IndexPair[], rows: ReadonlyMap<string, number>): KnownPairs {
  const known = pairs.flatMap(({ id1, id2, similarity }) => {
    const [a, b] = [rows.get(idKey(id1)), rows.get(idKey(id2))]
    return a === undefined || b === undefined ? [] : [{ a, b, similarity }]
  })
  return {
    left: known.map(({ a }) => a),
    right: known.map(({ b }) => b),
    similarities: known.map(({ similarity }) => similarity),
  }
}

/** A cluster as the server lists it, with the survivor first if it is among the members shown. */
interface ListedCluster {
  readonly members: readonly Id[]
  readonly details: readonly MemberDetail[]
}

function survivorFirst({ members, details = [] }: IndexCluster): ListedCluster {
  const first = details.findIndex(({ kind }) => kind === 'kept')
  const moved = <T>(list: readonly T[]) =>
    first < 1 ? list : [list[first], ...list.slice(0, first), ...list.slice(first + 1)]
  return { members: moved(members as readonly Id[]), details: moved(details) }
}

/** The clusters, sources and rules of members as columns. REQUIRES: rows are the members in order */
function memberColumns(listed: readonly IndexCluster[], ordered: readonly ListedCluster[]) {
  const details = ordered.flatMap(each => each.details)
  const numbers = new Map<string, number>()
  const sources = Int32Array.from(details, ({ source }) => {
    if (source === undefined) return -1
    const number = numbers.get(source) ?? numbers.size
    numbers.set(source, number)
    return number
  })
  let end = 0
  const clusters = {
    total: listed.length,
    sizes: Int32Array.from(listed, ({ documents }) => documents),
    ends: Int32Array.from(ordered, ({ members }) => {
      end += members.length
      return end
    }),
    members: Int32Array.from(details.keys()),
    kinds: Uint8Array.from(details, ({ kind }) => memberKinds.indexOf(kind)),
    similarities: Float64Array.from(details, ({ kind, similarity }) =>
      kind === 'kept' ? 1 : (similarity ?? Number.NaN),
    ),
    rules: Int8Array.from(details, ({ rule }) => (rule === undefined ? -1 : memberRules.indexOf(rule))),
  }
  return { clusters, sources, sourceNames: [...numbers.keys()], ruleNames: [...memberRules] }
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

/** Searches until it finds a document of a cluster, or all texts are searched. */
async function search(
  path: string,
  words: string,
  rows: ReadonlyMap<string, number>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (searched: number) => void },
) {
  const known = new Set<number>()
  let searched = 0
  let after: string | undefined
  do {
    const found: FoundDocuments = await ask<FoundDocuments>(`${path}/documents`, {
      signal,
      query: { contains: words, limit: 1000, after },
    })
    for (const { id } of found.items) {
      const row = rows.get(idKey(id))
      if (row !== undefined) known.add(row)
    }
    searched += found.searched
    after = found.next ?? undefined
    onProgress(searched)
  } while (after !== undefined && known.size === 0)
  const note = `searched ${plural(searched, 'text')}${after === undefined ? '' : '; there are more'}`
  return { rows: known, note }
}
