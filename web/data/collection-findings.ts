/**
 * The findings of a collection of the server.
 *
 *     /clusters ─▶ members of each cluster ─┐
 *     /replay ───▶ pairs with similarities ─┴─▶ findings
 *
 * Texts are asked for when they are shown.
 */

import type { KnownPairs, ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { fieldValues } from '../../src/ground/json/field.ts'
import { type MethodName, methodNamed } from '../../src/methods/methods.ts'
import type {
  IndexCluster,
  IndexedDocument,
  MemberDetail,
} from '../../src/online/index/documents/index-types.ts'
import { memberKinds, memberRules } from '../../src/online/index/documents/index-types.ts'
import type { FoundDocuments } from '../../src/online/index/review/review-types.ts'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { plural } from '../parts/figures.tsx'
import { type Findings, rowsByKey, type ShownText } from './findings.ts'
import { type Id, idKey } from './ids.ts'
import { ask, askAll, collectionPath, Refused } from './requests.ts'
import { serverReviews } from './reviews.ts'

interface Given {
  readonly name: string
  readonly mayWrite: boolean
  readonly signal: AbortSignal
  readonly onProgress: (clusters: number) => void
}

export async function collectionFindings({ name, mayWrite, signal, onProgress }: Given): Promise<Findings> {
  const path = collectionPath(name)
  const info = await ask<CollectionInfo>(path, { signal })
  const query = { minDocuments: 2, details: 'true' }
  const listed = await askAll<IndexCluster>(`${path}/clusters`, { signal, query, onProgress })
  const { options } = info
  const replay = await replayOf(path, options, signal)
  const ordered = listed.map(survivorFirst)
  const ids = ordered.flatMap(({ members }) => members)
  const rows = rowsByKey(ids)
  const pairs = 'absent' in replay ? { left: [], right: [], similarities: [] } : pairsOf(replay, rows)
  const shown = new Map<string, Promise<IndexedDocument>>()
  const documentOf = (row: number) => documentWith(path, ids[row], shown)
  return {
    title: name,
    documents: info.documents,
    options,
    threshold: Number(options.threshold),
    measure: 'absent' in replay ? String(options.measure) : replay.measure,
    ids,
    ...memberColumns(listed, ordered),
    pairs,
    replay,
    placeOf: () => undefined,
    async textOf(row) {
      return textIn(await documentOf(row), options)
    },
    explain: (a, b, stop) => ask(`${path}/explain`, { signal: stop, query: explainQuery(ids[a], ids[b]) }),
    rowsWith: (words, signal, onProgress) => search(path, words, rows, { signal, onProgress }),
    reviews: serverReviews(path, mayWrite),
    path: ['c', name],
  }
}

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
    return await ask<ReplayColumns>(`${path}/replay`, { signal })
  } catch (error) {
    if (error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 401)
      return { absent: error.message }
    throw error
  }
}

/** Pairs of the replay between rows of the findings; copies are paired with the text they copy. */
function pairsOf(replay: ReplayColumns, rows: ReadonlyMap<string, number>): KnownPairs {
  const left: number[] = []
  const right: number[] = []
  const similarities: number[] = []
  const rowOf = replay.id.map(id => rows.get(idKey(id)))
  const add = (a: number, b: number, similarity: number) => {
    const [x, y] = [rowOf[a], rowOf[b]]
    if (x === undefined || y === undefined) return
    left.push(x)
    right.push(y)
    similarities.push(similarity)
  }
  for (const [pair, a] of replay.left.entries()) add(a, replay.right[pair], replay.similarities[pair])
  for (const [row, text] of replay.copyOf.entries()) if (text !== row) add(text, row, 1)
  return { left, right, similarities }
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

/** Asked for once; a failure is not remembered. */
function documentWith(path: string, id: Id, shown: Map<string, Promise<IndexedDocument>>) {
  const key = idKey(id)
  const known = shown.get(key)
  if (known !== undefined) return known
  const asked = askDocument(path, id)
  asked.catch(() => shown.delete(key))
  shown.set(key, asked)
  return asked
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
