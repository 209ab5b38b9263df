/**
 * Store problems: checks that apply to every store: its name and its own postings find each document, each document is
 * in one cluster, and a cluster of n documents has n - 1 links that join all of it.
 */
import { UnionFind } from '../../engine/cluster/union-find.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { clusterPages, documentPages } from './pages.ts'
import type { StoredDocument, StoreProblem, StoreReader } from './store.ts'

/**
 * Checks the documents of a collection page by page, then its clusters.
 *
 * @param agree as in the header: no lookup finds a document with fewer different postings
 */
export async function* storeProblems(store: StoreReader, agree: number): AsyncGenerator<StoreProblem> {
  let documents = 0
  for await (const numbers of documentPages(store)) {
    documents += numbers.length
    yield* documentProblems(store, numbers, agree)
  }
  let clustered = 0
  let clusters = 0
  for await (const page of clusterPages(store)) {
    clusters += page.length
    for (const { cluster, documents, members } of page) {
      clustered += members.length
      if (members.length !== documents) {
        yield {
          where: `cluster ${cluster}`,
          problem: `counts ${documents} documents but has ${members.length}`,
        }
      }
      yield* linkProblems(store, cluster, members)
    }
  }
  const counts = await store.counts()
  if (counts.documents !== documents) {
    yield { where: 'counts', problem: `${counts.documents} documents are counted, ${documents} exist` }
  }
  if (clustered !== documents) {
    yield { where: 'counts', problem: `${clustered} documents are in clusters, ${documents} exist` }
  }
  if (counts.clusters !== clusters) {
    yield { where: 'counts', problem: `${counts.clusters} clusters are counted, ${clusters} exist` }
  }
}

async function* documentProblems(
  store: StoreReader,
  numbers: readonly number[],
  agree: number,
): AsyncGenerator<StoreProblem> {
  const found = await readable(store, numbers)
  for (const [i, document] of found.entries()) {
    if (typeof document === 'string') yield { where: `document ${numbers[i]}`, problem: document }
  }
  const documents = found.filter(document => typeof document !== 'string')
  const named = await store.numbersOf(documents.map(({ name }) => name))
  const candidates = await store.candidates(documents.map(({ sketch }) => sketch.postings))
  for (const [i, { number, name, sketch }] of documents.entries()) {
    const where = `document ${number}`
    if (named[i] !== number) yield { where, problem: `its id ${name} names ${named[i] ?? 'no document'}` }
    const isFindable = new Set(sketch.postings).size >= agree
    if (isFindable && !candidates[i].includes(number))
      yield { where, problem: 'is not found by its own postings' }
  }
}

/** The document of each number, or why it cannot be read. */
async function readable(
  store: StoreReader,
  numbers: readonly number[],
): Promise<readonly (StoredDocument | string)[]> {
  try {
    const documents = await store.documents(numbers, { body: true })
    return documents.map(document => document ?? 'is listed but cannot be read')
  } catch (error) {
    if (!isNearsameError(error) || error.code !== 'STORE_CORRUPT') throw error
    if (numbers.length === 1) return [`is listed but cannot be read: ${error.parts.got}`]
    // Bisection finds a damaged one among many.
    const middle = numbers.length >>> 1
    const [left, right] = [numbers.slice(0, middle), numbers.slice(middle)]
    return [...(await readable(store, left)), ...(await readable(store, right))]
  }
}

async function* linkProblems(
  store: StoreReader,
  cluster: number,
  members: readonly number[],
): AsyncGenerator<StoreProblem> {
  const links = await store.links(members)
  const where = `cluster ${cluster}`
  if (links.length !== members.length - 1) {
    yield {
      where,
      problem: `${members.length} documents have ${links.length} links, not ${members.length - 1}`,
    }
  }
  const place = new Map(members.map((number, i) => [number, i]))
  const joined = new UnionFind(members.length)
  for (const { a, b } of links) {
    const [left, right] = [place.get(a), place.get(b)]
    if (left === undefined || right === undefined) {
      yield { where, problem: `the link of ${a} and ${b} leads out of it` }
    } else joined.union(left, right)
  }
  const roots = new Set(members.map((_, i) => joined.find(i)))
  if (roots.size > 1) yield { where, problem: `its links leave it in ${roots.size} parts` }
}
