/** Documents from a caller, checked one by one. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkWalkable } from '../../ground/options/arguments.ts'
import { shown } from '../../ground/options/resolve.ts'

/** The name of a document; 0 is an id, and 0 and "0" differ. */
export type DocumentId = string | number | bigint

/** A text with its fields, which keep rules such as `max:score` read. */
export interface TextDocument {
  readonly id?: DocumentId | undefined
  readonly text: string
  readonly [field: string]: unknown
}

/** The last type admits interfaces and classes, which have no index signature; a literal may have any fields. */
export type GivenDocument = string | TextDocument | Pick<TextDocument, 'id' | 'text'>

/**
 * A document, or for the method `records` an object without a `text`: its fields with one value, but `id`, are columns.
 * Objects with a `text` too are columns if the option `text` says so.
 */
export type FieldDocument = GivenDocument | object

/** Records in any iterable form, iterated once. */
export type FieldDocuments = Iterable<FieldDocument> | AsyncIterable<FieldDocument>

/** Documents in any iterable form, iterated once. */
export type GivenDocuments = Iterable<GivenDocument> | AsyncIterable<GivenDocument>

/** A document, with the text and id read from it. */
export interface ReadDocument {
  readonly document: TextDocument
  readonly text: string
  readonly id: DocumentId | undefined
}

/**
 * Calls `take` for every document, in order, and awaits each call.
 *
 * @throws NearsameError OPTION_VALUE if `documents` is not iterable, or for a value that is no id; TEXT_NOT_STRING for
 * a document without a text.
 */
export async function eachDocument(
  documents: GivenDocuments,
  take: (read: ReadDocument) => Promise<void>,
): Promise<void> {
  await eachGiven(documents, (given, place) => {
    const { document, text } = checkDocument(given as GivenDocument, place, '')
    return take({
      document,
      text,
      id: typeof given === 'string' ? undefined : documentIdOf(document, place),
    })
  })
}

/** The same without a look at their texts; places count from 1. @throws NearsameError OPTION_VALUE */
export async function eachGiven(
  documents: FieldDocuments,
  take: (given: FieldDocument | string, place: number) => Promise<void>,
): Promise<void> {
  checkWalkable('documents', documents, 'documents')
  let place = 0
  const takeOne = (given: FieldDocument) => take(given, ++place)
  if (Symbol.iterator in documents) {
    for (const document of documents) await takeOne(document)
  } else {
    for await (const document of documents) await takeOne(document)
  }
}

/** @throws NearsameError OPTION_VALUE */
export function documentIdOf({ id }: { readonly id?: unknown }, place: number): DocumentId | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id === 'string' || typeof id === 'bigint' || Number.isFinite(id)) return id as DocumentId
  throw new NearsameError('OPTION_VALUE', {
    expected: 'id to be a text or a number',
    got: shown(id),
    where: `document ${place}`,
    fix: 'give every document its own id, or none',
  })
}

/**
 * The document at `place`, counted from 1, and its text.
 *
 * @param ofNull the text of an object whose `text` is null; undefined if it has none
 * @throws NearsameError TEXT_NOT_STRING
 */
export function checkDocument(
  document: GivenDocument,
  place: number,
  ofNull?: string,
): Omit<ReadDocument, 'id'> {
  if (typeof document === 'string') return { document: { text: document }, text: document }
  const given: unknown = document?.text // read once: a getter may give another value the next time
  const text = given === null ? ofNull : given
  if (typeof text === 'string') return { document: document as TextDocument, text }
  throw new NearsameError('TEXT_NOT_STRING', {
    expected: 'a text, or an object whose `text` is one',
    got: shown(document),
    where: `document ${place}`,
    fix: 'leave the document out, or give it its text as a string',
  })
}
