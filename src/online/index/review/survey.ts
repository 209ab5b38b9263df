/**
 * Survey: all matching pairs in the clusters of a collection, found once for the histogram and the replay of a page.
 *
 *     clusters of two or more ─▶ their documents, each read once ─▶ pairs among them ─▶ columns by number
 *
 * Documents that match are in one cluster, unless people found them, or what is between them, to be different. So a
 * cluster is compared in memory; one that is too large for that has postings of its own, in which its documents are
 * looked up.
 *
 * Ours: all of it. Cost: a document read once and measured with what shares its postings; 16 bytes a pair.
 */
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import { DoubleList, IntList } from '../../../ground/lists/growing-lists.ts'
import { PostingIndex } from '../../postings/posting-index.ts'
import { clusterPages } from '../../store/pages.ts'
import type { StoredDocument, SurveyedStore } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { Survey } from '../documents/survey-types.ts'
import type { Matching } from '../matching/matching.ts'
import { pairsAmong } from '../matching/pairs-among.ts'
import { storedMatches } from '../reading/stored-matches.ts'

/** More pairs than a page can use. */
const mostPairs = 1_000_000
/** Documents in memory at a time; larger clusters are looked up in steps. */
const together = 256

/** Of nothing. */
export const noPairs: Survey = {
  names: [],
  left: new Int32Array(),
  right: new Int32Array(),
  similarity: new Float64Array(),
  isCut: false,
  sizes: new Map(),
}

/** @throws the reason of the signal */
export async function surveyOf(
  store: SurveyedStore,
  matching: Matching,
  signal?: AbortSignalLike,
): Promise<Survey> {
  const found = new FoundPairs()
  const sizes = new Map<number, number>()
  const breath = breather()
  for await (const page of clusterPages(store, 2)) {
    for (const { documents } of page) sizes.set(documents, (sizes.get(documents) ?? 0) + 1)
    for (const batch of batches(page.map(({ members }) => members))) {
      signal?.throwIfAborted()
      if (found.isCut) break
      if (batch.length === 1 && batch[0].length > together)
        await lookUpPairs({ store, matching, signal }, batch[0], found)
      else await comparePairs(store, matching, batch, { found, breath })
    }
  }
  return { ...found.columns(), isCut: found.isCut, sizes }
}

/** Clusters, packed together up to `together` documents; a larger one comes alone. */
function* batches(
  clusters: readonly (readonly number[])[],
): Generator<readonly (readonly number[])[], void, undefined> {
  let batch: (readonly number[])[] = []
  let room = together
  for (const members of clusters) {
    if (members.length > room && batch.length > 0) {
      yield batch
      batch = []
      room = together
    }
    batch.push(members)
    room -= members.length
  }
  if (batch.length > 0) yield batch
}

async function comparePairs(
  store: SurveyedStore,
  matching: Matching,
  clusters: readonly (readonly number[])[],
  { found, breath }: { readonly found: FoundPairs; readonly breath: Breath },
): Promise<void> {
  const stored = await store.documents(clusters.flat(), { body: true })
  let end = 0
  for (const { length } of clusters) {
    const documents = stored.slice(end, end + length).filter(document => document !== undefined)
    end += length
    found.addDocuments(documents)
    await pairsAmong(
      matching,
      documents.map(document => matching.compared(document)),
      {
        take: (left, right, similarity) =>
          found.add(documents[left].number, documents[right].number, similarity),
        breath,
      },
    )
  }
}

interface Looked {
  readonly store: SurveyedStore
  readonly matching: Matching
  readonly signal: AbortSignalLike | undefined
}

async function lookUpPairs(
  { store, matching, signal }: Looked,
  members: readonly number[],
  found: FoundPairs,
): Promise<void> {
  const postings = await postingsOf(store, matching, members)
  const cluster = {
    candidates: async (asked: readonly Uint32Array[]) => asked.map(keys => postings.candidates(keys)),
    documents: store.documents.bind(store),
  }
  for (let from = 0; from < members.length && !found.isCut; from += together) {
    signal?.throwIfAborted()
    const stored = await store.documents(members.slice(from, from + together), { body: true })
    const documents = stored.filter(document => document !== undefined)
    found.addDocuments(documents)
    const queries = documents.map(document => matching.queryOf(document))
    for (const [i, matches] of (await storedMatches(cluster, matching, queries)).entries()) {
      const { number } = documents[i]
      for (const match of matches.sort((a, b) => a.number - b.number))
        if (match.number > number) found.add(number, match.number, match.similarity)
    }
  }
}

/** The postings of some documents alone. */
async function postingsOf(
  store: SurveyedStore,
  matching: Matching,
  members: readonly number[],
): Promise<PostingIndex> {
  const postings = new PostingIndex(matching.settings.header.agree)
  for (let from = 0; from < members.length; from += together)
    for (const document of await store.documents(members.slice(from, from + together), { body: false }))
      if (document !== undefined)
        postings.add(document.number, matching.ownSketch(document.sketch).postings)
  return postings
}

/** Pairs by the numbers of their documents, cluster after cluster. */
class FoundPairs {
  readonly #numbers: number[] = []
  readonly #names: string[] = []
  readonly #left = new IntList()
  readonly #right = new IntList()
  readonly #similarity = new DoubleList()

  get isCut(): boolean {
    return this.#left.length > mostPairs
  }

  addDocuments(documents: readonly StoredDocument[]): void {
    for (const { number, name } of documents) {
      this.#numbers.push(number)
      this.#names.push(name)
    }
  }

  /** REQUIRES: each left document comes with all of its pairs, the right ones ascending */
  add(left: number, right: number, similarity: number): void {
    this.#left.push(left)
    this.#right.push(right)
    this.#similarity.push(similarity)
  }

  /** By rows of the documents in order of number. */
  columns(): Pick<Survey, 'names' | 'left' | 'right' | 'similarity'> {
    const order = [...this.#numbers.keys()].sort((a, b) => this.#numbers[a] - this.#numbers[b])
    const rows = new Map(order.map((place, row) => [this.#numbers[place], row]))
    // A pair found while its document was removed and its cluster joined again may have no row.
    const pairs = Int32Array.from(this.#left.taken().keys()).filter(
      pair => rows.has(this.#left.at(pair)) && rows.has(this.#right.at(pair)),
    )
    const rowOf = (list: IntList) => pairs.map(pair => rows.get(list.at(pair)) as number)
    pairs.sort((a, b) => this.#left.at(a) - this.#left.at(b) || a - b)
    return {
      names: order.map(place => this.#names[place]),
      left: rowOf(this.#left),
      right: rowOf(this.#right),
      similarity: Float64Array.from(pairs, pair => this.#similarity.values[pair]),
    }
  }
}
