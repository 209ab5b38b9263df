/**
 * Collapsing ranked results: those that match a better-ranked one are dropped, at the time of the query.
 *
 * Candidates come from the postings, as in a check, and are compared best-ranked first, up to one that matches: that is
 * the twin of a dropped result. With `chains: 'kept'` only kept results drop others, so that every twin is shown.
 *
 * Source: the query-time elimination of a search engine's manual (`lsh/collapse.ts`).
 */
import type { DocumentId } from '../engine/document.ts'
import { NearsameError } from '../errors/nearsame-error.ts'
import { refuseUnknown, shown } from '../options/resolve.ts'
import { PostingIndex } from '../store/posting-index.ts'
import type { StoreReader } from '../store/store.ts'
import { checkGiven, nameOf, textOf } from './given-document.ts'
import type { Collapsed, CollapseRequest } from './index-types.ts'
import type { Matching } from './matching.ts'
import type { Query } from './search.ts'

interface Ranked {
  readonly id: DocumentId
  readonly query: Query
}

/** @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, DOCUMENT_NOT_FOUND */
export async function collapseRanked(
  store: StoreReader,
  matching: Matching,
  request: CollapseRequest,
): Promise<Collapsed> {
  const { chains } = checkRequest(request)
  const ranked =
    request.ids === undefined
      ? await rankedGiven(matching, request)
      : await rankedStored(store, matching, request.ids)
  const postings = new PostingIndex(matching.settings.header.agree)
  const kept: DocumentId[] = []
  const dropped: Collapsed['dropped'][number][] = []
  for (const [rank, result] of ranked.entries()) {
    const twin = await twinOf(matching, ranked, result, postings)
    if (twin === undefined) kept.push(result.id)
    else dropped.push({ id: result.id, ...twin })
    if (twin === undefined || chains === 'all') postings.add(rank, result.query.sketch.postings)
  }
  return { kept, dropped }
}

async function twinOf(
  matching: Matching,
  ranked: readonly Ranked[],
  { query }: Ranked,
  postings: PostingIndex,
) {
  for (const rank of postings.candidates(matching.asked(query))) {
    const better = ranked[rank]
    const [found] = await matching.compare(query, [better.query])
    if (found !== undefined) return { twin: better.id, similarity: found.similarity }
  }
  return undefined
}

function checkRequest(request: CollapseRequest): { readonly chains: 'all' | 'kept' } {
  refuseUnknown(['ids', 'documents', 'chains'], Object.keys(request), 'library')
  const { ids, documents, chains = 'all' } = request
  if (chains !== 'all' && chains !== 'kept') throw refused('chains to be all or kept', chains)
  if ((ids === undefined) === (documents === undefined)) throw refused('either ids or documents', request)
  if (!Array.isArray(ids ?? documents)) throw refused('a list, better-ranked first', ids ?? documents)
  return { chains }
}

async function rankedGiven(matching: Matching, { documents = [] }: CollapseRequest): Promise<Ranked[]> {
  const texts = documents.map(document => textOf(checkGiven(document), matching.settings.text))
  const queries = await matching.queries(texts)
  // A document without an id is named by its place in the list, from 0.
  return documents.map(({ id }, place) => {
    if (id !== undefined) nameOf(id)
    return { id: id ?? place, query: queries[place] }
  })
}

async function rankedStored(
  store: StoreReader,
  matching: Matching,
  ids: readonly DocumentId[],
): Promise<Ranked[]> {
  const numbers = await store.numbersOf(ids.map(nameOf))
  const missing = ids.find((_, i) => numbers[i] === undefined)
  if (missing !== undefined) {
    throw new NearsameError('DOCUMENT_NOT_FOUND', {
      expected: 'ids of documents',
      got: shown(missing),
      fix: 'leave it out of the list, or give the documents themselves',
    })
  }
  const documents = await store.documents(numbers as number[], { body: true })
  return documents.flatMap((document, i) =>
    document === undefined ? [] : [{ id: ids[i], query: matching.compared(document) }],
  )
}

function refused(expected: string, got: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected,
    got: shown(got),
    fix: 'see `collapse` of the index',
  })
}
