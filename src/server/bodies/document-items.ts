/** Documents of a request: objects in an array or lines of a stream, checked before they reach the index. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ErrorJson,
  errorJson,
  isNearsameError,
  NearsameError,
} from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { fieldValues } from '../../ground/json/field.ts'
import { checkGiven } from '../../online/index/documents/given-document.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import type { InFlight } from '../../online/index/reading/in-order.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import type { Collection } from '../state/collections.ts'
import { parseJson } from './json-body.ts'
import type { Line } from './ndjson-lines.ts'

/** A document as received; `place`: its position in the request. */
export type Item = { readonly value: unknown; readonly place?: number } | Line

/** @throws NearsameError JSON_SYNTAX, UTF8_INVALID, RECORD_NOT_OBJECT, RECORD_TOO_LONG, OPTION_VALUE */
export function givenDocumentOf(
  item: Item,
  collection: Collection,
  limits: ServerLimits,
): GivenIndexDocument {
  const document = checkGiven('value' in item ? item.value : parsedLine(item, limits))
  checkTextLengths(document, collection.text, limits)
  return document
}

/** @throws NearsameError RECORD_TOO_LONG */
export function checkTextLengths(
  document: GivenIndexDocument,
  textFields: readonly string[],
  limits: ServerLimits,
): void {
  for (const field of textFields) {
    for (const text of fieldValues(document, field)) {
      if (typeof text === 'string') checkTextLength(text, limits)
    }
  }
}

/** @throws NearsameError RECORD_TOO_LONG */
export function checkTextLength(text: string, { textLength }: ServerLimits): void {
  if (text.length <= textLength) return
  throw new NearsameError('RECORD_TOO_LONG', {
    expected: `at most ${textLength} characters in a text, the limit \`textLength\``,
    got: `${text.length}`,
    fix: 'cut the text, or raise `textLength` of the server',
  })
}

/**
 * An id must fit into a path; otherwise no client could read or delete its document.
 *
 * @param id the text, or the digits of the number
 * @throws NearsameError RECORD_TOO_LONG
 */
export function checkIdLength(id: string, { idLength }: ServerLimits): void {
  if (id.length <= idLength) return
  throw new NearsameError('RECORD_TOO_LONG', {
    expected: `at most ${idLength} characters in an id, the limit \`idLength\``,
    got: `${id.length}`,
    fix: 'give a shorter id, or raise `idLength` of the server',
  })
}

function parsedLine({ bytes, number }: Line, limits: ServerLimits): unknown {
  const { lineBytes } = limits
  if (bytes !== undefined) return inPlace(`line ${number}`, () => parseJson(bytes, limits))
  throw new NearsameError('RECORD_TOO_LONG', {
    expected: `at most ${lineBytes} bytes in a line, the limit \`lineBytes\``,
    got: 'more',
    where: `line ${number}`,
    fix: 'cut the document, or raise `lineBytes` of the server',
  })
}

/** Limits of the documents of one request in progress. The body limit has counted the bytes of an array already. */
export function inFlightOf({ importDocuments, importBytes }: ServerLimits): InFlight<Item> {
  const sizeOf = (item: Item) => ('value' in item ? 0 : (item.bytes?.length ?? 0))
  return { count: importDocuments, bytes: importBytes, sizeOf, breath: nextTurn }
}

/** What the client sees of an error in its document. */
export interface BadDocument {
  readonly error: ErrorJson
  readonly line?: number
}

/** @throws the error, unless the document is at fault */
export function badDocument(error: unknown, item: Item): BadDocument {
  if (!isNearsameError(error) || error.httpStatus >= 500 || error.code === 'COLLECTION_NOT_FOUND')
    throw error
  const bad = { error: errorJson(error) }
  return 'value' in item ? bad : { ...bad, line: item.number }
}

/**
 * The documents of a body of many: an array, or an object with nothing but `documents`, unless texts of the collection
 * are in a field of that name. Undefined for a body that is one document.
 */
export function manyIn(body: unknown, textFields: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null) return undefined
  const { documents, ...others } = body as { readonly documents?: unknown }
  const isText = textFields.some(field => field === 'documents' || field.startsWith('documents.'))
  return Array.isArray(documents) && Object.keys(others).length === 0 && !isText ? documents : undefined
}

/** @throws NearsameError REQUEST_TOO_LARGE */
export function checkArray(array: readonly unknown[], { arrayLength }: ServerLimits, name: string): void {
  if (array.length <= arrayLength) return
  throw new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${arrayLength} items in ${name}, the limit \`arrayLength\``,
    got: `${array.length}`,
    fix: 'send several requests, or send documents as NDJSON, which has no length limit',
  })
}
