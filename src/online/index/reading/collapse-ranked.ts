/**
 * Collapsing ranked results: at query time, drops each result that matches a better-ranked one.
 *
 * Candidates come from the postings, as in a check, and are compared best-ranked first until one matches: the twin of
 * the dropped result. With `chains: 'kept'` only kept results drop others, so every twin is in the answer. With
 * `unknown: 'keep'` ids that no document has stay in their places: a ranked list may be newer than the index.
 *
 * Source: the query-time elimination of a search engine's manual (`lsh/collapse.ts`).
 */

import type { DocumentId } from '../../../engine/library/document.ts'
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../../ground/errors/place.ts'
import { checkObject } from '../../../ground/options/arguments.ts'
import { resolve, shown } from '../../../ground/options/resolve.ts'
import { PostingIndex } from '../../postings/posting-index.ts'
import type { StoreReader } from '../../store/store.ts'
import type { CollapseRequest } from '../calls/collapse.ts'
import { collapseOptions } from '../calls/collapse.ts'
import { checkGiven, givenText, nameAsked, nameOf } from '../documents/given-document.ts'
import type { AnyIndexDocument, Collapsed } from '../documents/index-types.ts'
import type { Query } from '../matching/lookup.ts'
import type { Matching } from '../matching/matching.ts'

/** Documents per read. */
const step = 64

interface Ranked {
  readonly id: DocumentId
  /** Undefined if no document has the id. */
  readonly query: Query | undefined
}

type CheckedRequest = ReturnType<typeof checkRequest>

/** @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, DOCUMENT_NOT_FOUND */
export async function collapseRanked(
  store: StoreReader,
  matching: Matching,
  request: CollapseRequest,
): Promise<Collapsed> {
  const { chains, unknown, ids, documents } = checkRequest(request)
  const breath = breather()
  const ranked =
    ids === undefined
      ? await rankedGiven(matching, documents)
      : await rankedStored(store, matching, { ids, unknown }, breath)
  const postings = new PostingIndex(matching.settings.header.agree)
  const kept: DocumentId[] = []
  const dropped: Collapsed['dropped'][number][] = []
  for (const [rank, result] of ranked.entries()) {
    const twin = await twinOf(matching, ranked, rank, { postings, breath })
    if (twin === undefined) kept.push(result.id)
    else dropped.push({ id: result.id, ...twin })
    if (result.query !== undefined && (twin === undefined || chains === 'all'))
      postings.add(rank, result.query.sketch.postings)
  }
  const unknownIds = ranked.filter(({ query }) => query === undefined).map(({ id }) => id)
  return { kept, dropped, ...(unknown === 'keep' && { unknown: unknownIds }) }
}

async function twinOf(
  matching: Matching,
  ranked: readonly Ranked[],
  rank: number,
  { postings, breath }: { readonly postings: PostingIndex; readonly breath: Breath },
) {
  const { query } = ranked[rank]
  if (query === undefined) return undefined
  for (const candidate of postings.candidates(matching.asked(query))) {
    await breath()
    const better = ranked[candidate]
    // Only results with a query have postings.
    const [found] = await matching.compare(query, [better.query as Query])
    if (found !== undefined) return { twin: better.id, similarity: found.similarity }
  }
  return undefined
}

/** Copies the lists, because the caller may change them meanwhile; gaps become `undefined`. */
function checkRequest(request: CollapseRequest) {
  checkObject('request', request)
  const { ids, documents, ...given } = request
  const choices = resolve(collapseOptions, given)
  if ((ids === undefined) === (documents === undefined))
    throw refused(
      'either ids or documents',
      request,
      'give one of the two: `ids` of its documents, or `documents`',
    )
  if (!Array.isArray(ids ?? documents))
    throw refused('a list, better-ranked first', ids ?? documents, 'give an array')
  return { ...choices, ids: ids && [...ids], documents: documents && [...documents] }
}

async function rankedGiven(
  matching: Matching,
  documents: readonly AnyIndexDocument[] = [],
): Promise<Ranked[]> {
  const texts = documents.map((document, place) =>
    inPlace(`documents[${place}]`, () => givenText(checkGiven(document), matching.settings)),
  )
  const ids = idsOf(documents)
  const queries = await matching.queries(texts)
  return ids.map((id, place) => ({ id, query: queries[place] }))
}

/** The id of a document without one is its place in the list, from 0; no other document may have that id. */
function idsOf(documents: readonly AnyIndexDocument[]): DocumentId[] {
  const given = new Set<string>()
  documents.forEach(({ id }, place) => {
    if (id !== undefined) given.add(inPlace(`documents[${place}]`, () => nameOf(id)))
  })
  return documents.map(({ id }, place) => {
    if (id !== undefined) return id
    if (!given.has(nameOf(place))) return place
    throw new NearsameError('OPTION_VALUE', {
      expected: `the id ${place} to be free, for the document without an id at this place`,
      got: 'another document with this id',
      where: `documents[${place}]`,
      fix: 'give every document its own id, or none',
    })
  })
}

async function rankedStored(
  store: StoreReader,
  matching: Matching,
  { ids, unknown }: { readonly ids: readonly DocumentId[]; readonly unknown: CheckedRequest['unknown'] },
  breath: Breath,
): Promise<Ranked[]> {
  const numbers = await store.numbersOf(ids.map((id, place) => nameAsked(id, `ids[${place}]`)))
  const missing = ids.find((_, i) => numbers[i] === undefined)
  if (missing !== undefined && unknown === 'refuse') {
    throw new NearsameError('DOCUMENT_NOT_FOUND', {
      expected: 'ids of documents',
      got: shown(missing),
      fix: 'choose `unknown` keep, leave it out of the list, or give the documents themselves',
    })
  }
  const places = ids.flatMap((_, place) => (numbers[place] === undefined ? [] : [place]))
  const ranked: Ranked[] = ids.map(id => ({ id, query: undefined }))
  for (let from = 0; from < places.length; from += step) {
    const some = places.slice(from, from + step)
    const documents = await store.documents(
      some.map(place => numbers[place] as number),
      { body: true },
    )
    documents.forEach((document, i) => {
      if (document !== undefined) ranked[some[i]] = { id: ids[some[i]], query: matching.compared(document) }
    })
    await breath()
  }
  return ranked
}

function refused(expected: string, got: unknown, fix: string): NearsameError {
  return new NearsameError('OPTION_VALUE', { expected, got: shown(got), fix })
}
