/** Intake: prepares given documents for a write, as far as that needs no store. */
import { errorJson, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { OnDuplicate } from '../calls/add.ts'
import {
  givenText,
  isId,
  nameOf,
  plainDocument,
  timeOf,
  withoutTexts,
} from '../documents/given-document.ts'
import type { AddResult } from '../documents/index-types.ts'
import type { RequestMark } from '../documents/request-marks.ts'
import { bodyWritten, jsonOf, packBody } from '../documents/stored-body.ts'
import type { Query } from '../matching/lookup.ts'
import type { Matching } from '../matching/matching.ts'

/** A document that waits, with everything that needs no store. */
export interface Prepared {
  /** The id as JSON; undefined: the write makes one. */
  readonly name: string | undefined
  readonly query: Query
  readonly body: Uint8Array
  /** The postings of its passages; undefined if the collection finds none. */
  readonly passages: Uint32Array | undefined
  readonly expiresAt: number | null
  readonly onDuplicate: OnDuplicate
  /** Whether it replaces only the document of the same id. */
  readonly byId: boolean
  /** The request it came with, if that may be repeated. */
  readonly mark?: RequestMark | undefined
}

/**
 * Prepares a document; a promise only if its text is long.
 *
 * @param byId whether it replaces only the document of the same id
 * @throws NearsameError OPTION_VALUE, RECORD_NOT_OBJECT, TEXT_MISSING, TEXT_NOT_STRING
 */
export function prepared(
  matching: Matching,
  given: unknown,
  { onDuplicate, byId, mark }: Pick<Prepared, 'onDuplicate' | 'byId' | 'mark'>,
): Prepared | Promise<Prepared> {
  const { storeText, text: fields } = matching.settings
  const document = bodyWritten(() => plainDocument(given))
  const name = document.id === undefined || document.id === null ? undefined : nameOf(document.id)
  const { expiresAt } = document
  const expires = expiresAt === undefined || expiresAt === null ? null : timeOf(expiresAt, 'expiresAt')
  const text = givenText(document, matching.settings)
  // At once: later, the caller could not tell its error from those of the store.
  const json = jsonOf(storeText ? document : bodyWritten(() => withoutTexts(document, fields)))
  const queries = matching.queries([text])
  const shingles = storeText ? undefined : matching.shingles(text.text)
  const passages = matching.passages?.postings(text.text)
  const ready = ([query]: readonly Query[], set: BigUint64Array | undefined): Prepared => {
    const body = packBody(json, set)
    return { name, body, passages, query, expiresAt: expires, onDuplicate, byId, mark }
  }
  if (!(queries instanceof Promise || shingles instanceof Promise)) return ready(queries, shingles)
  return Promise.all([queries, shingles]).then(([query, set]) => ready(query, set))
}

/** The result for a document that could not be prepared. @throws any error that is not the document's */
export function badResult(given: unknown, error: unknown): AddResult {
  if (!(error instanceof NearsameError)) throw error
  const id = (given as { id?: unknown } | null)?.id
  return { id: isId(id) ? id : null, status: 'bad', matches: [], error: errorJson(error) }
}
