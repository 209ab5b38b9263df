/**
 * Survey: all matching pairs of a collection, found once for the histogram and the replay of a page.
 *
 *     clusters of two or more ─▶ members ─▶ their matches ─▶ columns by number
 *
 * A document that is alone in its cluster matches nothing, so only the others are looked up. The survey of the last
 * state is kept for a while: a collection that does not change is surveyed once.
 *
 * Ours: all of it. Cost: a lookup of each clustered document; 16 bytes a pair.
 */
import { breather } from '../../../ground/breath/breath.ts'
import { DoubleList, IntList } from '../../../ground/lists/growing-lists.ts'
import type { StoreReader } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { Matching } from '../matching/matching.ts'
import { storedMatches } from '../reading/stored-matches.ts'

/** More pairs than a page can use. */
const mostPairs = 1_000_000
const clustersPerPage = 1000
/** Documents per lookup. */
const step = 64

export interface Survey {
  /** Names of the documents that are not alone, by number; the place of each is its row. */
  readonly names: readonly string[]
  /** Rows of each pair, the earlier document left. */
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
  /** Whether there are more pairs than were taken. */
  readonly isCut: boolean
  /** Clusters of each size from 2 on. */
  readonly sizes: ReadonlyMap<number, number>
}

/** @throws the reason of the signal */
export async function surveyOf(
  store: StoreReader,
  matching: Matching,
  signal?: AbortSignalLike,
): Promise<Survey> {
  const { numbers, sizes } = await clustered(store, signal)
  const rowOf = new Map(numbers.map((number, row) => [number, row]))
  const names: string[] = new Array(numbers.length).fill('')
  const [left, right, similarity] = [new IntList(), new IntList(), new DoubleList()]
  const breath = breather()
  let isCut = false
  for (let from = 0; from < numbers.length && !isCut; from += step) {
    signal?.throwIfAborted()
    const stored = await store.documents(numbers.slice(from, from + step), { body: true })
    const documents = stored.filter(document => document !== undefined)
    const lists = await storedMatches(
      store,
      matching,
      documents.map(document => matching.queryOf(document)),
    )
    for (const [i, { number, name }] of documents.entries()) {
      const row = rowOf.get(number) as number
      names[row] = name
      for (const match of lists[i].sort((a, b) => a.number - b.number)) {
        const other = rowOf.get(match.number)
        if (match.number <= number || other === undefined) continue
        left.push(row)
        right.push(other)
        similarity.push(match.similarity)
      }
      await breath()
    }
    isCut = left.length > mostPairs
  }
  const values = similarity.values.slice(0, similarity.length)
  return { names, left: left.taken(), right: right.taken(), similarity: values, isCut, sizes }
}

/** The documents of clusters of two or more, ascending. */
async function clustered(
  store: StoreReader,
  signal: AbortSignalLike | undefined,
): Promise<{ readonly numbers: number[]; readonly sizes: Map<number, number> }> {
  const numbers: number[] = []
  const sizes = new Map<number, number>()
  for (let after = 0; ; ) {
    signal?.throwIfAborted()
    const page = await store.clusters(after, clustersPerPage, 2)
    for (const { documents } of page) sizes.set(documents, (sizes.get(documents) ?? 0) + 1)
    for (const members of await store.members(page.map(({ cluster }) => cluster))) {
      for (const number of members) numbers.push(number)
    }
    if (page.length < clustersPerPage) break
    after = page[page.length - 1].cluster
  }
  return { numbers: numbers.sort((a, b) => a - b), sizes }
}
