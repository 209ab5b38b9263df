/** Given documents: ids, texts and times from the caller, validated at the boundary. */
import type { DocumentId } from '../../../engine/library/document.ts'
import { isBlankText, nullText } from '../../../ground/blank-text.ts'
import { listed } from '../../../ground/errors/listed-names.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { hexOf } from '../../../ground/hash/hex.ts'
import { columnText } from '../../../ground/json/column-fields.ts'
import { fieldPlaces, fieldValues, hasText } from '../../../ground/json/field.ts'
import { checkList } from '../../../ground/options/arguments.ts'
import { Refusal } from '../../../ground/options/declare.ts'
import { refusedValue, shown } from '../../../ground/options/resolve.ts'
import { urlTextOf } from '../../../methods/contract/page-url.ts'
import type { GivenIndexDocument } from './index-types.ts'

/**
 * The name of a document in the store: its id as JSON.
 *
 * @param label its place, for the message
 * @throws NearsameError OPTION_VALUE
 */
export function nameOf(id: unknown, label = 'id', fix = 'give every document its own id, or none'): string {
  if (!isId(id)) throw refusedValue(label, id, new Refusal(idDomain, fix))
  return typeof id === 'string' ? JSON.stringify(id) : String(id)
}

export const idDomain = 'a text or a number'

export function isId(id: unknown): id is DocumentId {
  return typeof id === 'string' || typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id))
}

/** What to do about an id that no document can have. */
export const idAskedFix = 'give the id that the document was added with'

/** The name for an id in a query. @throws NearsameError OPTION_VALUE */
export function nameAsked(id: unknown, label = 'id'): string {
  return nameOf(id, label, idAskedFix)
}

/** Names for the ids in a query, without repeats. @throws NearsameError OPTION_VALUE */
export function namesAsked(ids: readonly unknown[]): string[] {
  checkList('ids', ids, 'ids')
  return [...new Set(Array.from(ids, id => nameAsked(id)))]
}

/** An id for a document without one: a random UUID (version 4). */
export function newId(): string {
  // Not `randomUUID`, which pages without TLS lack.
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4)
}

/** An id for a document that came with a mark of 16 bytes: a UUID (version 8) made of the mark. */
export function idOfMark(mark: Uint8Array): string {
  return uuidOf(mark, 8)
}

/** Source: RFC 9562, sections 4.1 and 4.2 (variant and version). */
function uuidOf(given: Uint8Array, version: 4 | 8): string {
  const bytes = Uint8Array.from(given)
  bytes[6] = (bytes[6] & 0x0f) | (version << 4)
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = hexOf(bytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id that a name stands for; whole numbers beyond 2^53 are bigints. */
export function idOf(name: string): DocumentId {
  const id = JSON.parse(name) as string | number
  return typeof id === 'number' && !Number.isSafeInteger(id) && /^-?\d+$/.test(name) ? BigInt(name) : id
}

/** How the text fields of a collection are read. */
export interface TextFields {
  readonly text: readonly string[]
  /** Whether they are compared one by one, so that numbers count as texts. */
  readonly hasColumns: boolean
  /** Whether a text of nothing but white space is one, because the method signs it as its search engine does. */
  readonly signsBlank: boolean
  /** The field whose value stands for a missing or blank text; '' for none. */
  readonly urlField: string
}

/** What a document is compared by. */
export interface GivenText {
  readonly text: string
  /** The value of each text field, empty for none; undefined if they are not compared one by one. */
  readonly values: readonly string[] | undefined
}

/**
 * The text of a document: its text fields, joined by one line feed; missing ones are left out. And their values, if
 * these are compared. A text of nothing but white space is missing.
 *
 * @throws NearsameError TEXT_MISSING, TEXT_NOT_STRING
 */
export function givenText(
  document: GivenIndexDocument,
  { text: fields, hasColumns, signsBlank, urlField }: TextFields,
): GivenText {
  const text =
    urlField === '' ? textOf(document, fields, hasColumns) : textOrUrl(document, fields, urlField)
  if (!signsBlank && isBlankText(text)) throw nullText()
  if (!hasColumns) return { text, values: undefined }
  return { text, values: fields.map(field => fieldText(document, field)) }
}

/** The text alone, or what stands for a missing or blank one. @throws NearsameError as `textOf` */
function textOrUrl(document: GivenIndexDocument, fields: readonly string[], urlField: string): string {
  const url = urlTextOf(document, urlField)
  if (url !== undefined && !hasText(document, fields)) return url
  const text = textOf(document, fields)
  return url !== undefined && isBlankText(text) ? url : text
}

/**
 * A text without fields.
 *
 * @param needsFields whether only a document with fields can be compared
 * @throws NearsameError OPTION_VALUE, TEXT_MISSING
 */
export function plainText(
  text: string,
  { text: fields, signsBlank }: TextFields,
  needsFields = false,
): GivenText {
  if (!signsBlank && isBlankText(text)) throw nullText()
  if (!needsFields) return { text, values: undefined }
  throw new NearsameError('OPTION_VALUE', {
    expected: `a document with some of the fields ${listed(fields)}, because this collection compares them one by one`,
    got: 'a text without fields',
    fix: `give the document, such as {${JSON.stringify(fields[0])}: …}`,
  })
}

function fieldText(document: GivenIndexDocument, field: string): string {
  const values = fieldValues(document, field).map(columnText)
  return values.filter(value => value !== '').join(' ')
}

/**
 * The text alone.
 *
 * @param anyScalar whether numbers and booleans are texts, too
 * @throws NearsameError TEXT_MISSING, TEXT_NOT_STRING
 */
export function textOf(document: GivenIndexDocument, fields: readonly string[], anyScalar = false): string {
  const texts: string[] = []
  for (const field of fields) {
    for (const value of fieldValues(document, field)) {
      if (value === undefined || value === null) continue
      if (typeof value !== 'string' && !(anyScalar && typeof value !== 'object')) {
        throw new NearsameError('TEXT_NOT_STRING', {
          expected: 'a text',
          got: shown(value),
          where: `field ${JSON.stringify(field)}`,
          fix: 'give the field a text, or choose other fields with `text`',
        })
      }
      texts.push(String(value))
    }
  }
  if (texts.length > 0) return texts.join('\n')
  const isThere = fields.some(field => fieldValues(document, field).length > 0)
  throw new NearsameError('TEXT_MISSING', {
    expected: `a text in ${fields.map(field => JSON.stringify(field)).join(' or ')}`,
    got: 'none',
    fix: 'give the document a text, or choose other fields with `text`',
    lacksFields: !isThere,
  })
}

/** A document as an object. @throws NearsameError RECORD_NOT_OBJECT */
export function checkGiven(given: unknown): GivenIndexDocument {
  if (typeof given === 'object' && given !== null && !Array.isArray(given))
    return given as GivenIndexDocument
  throw new NearsameError('RECORD_NOT_OBJECT', {
    expected: 'a document as a JSON object',
    got: shown(given),
    fix: 'put the text into a field: {"text": …}',
  })
}

/**
 * A document as JSON will have it: the result of its `toJSON`, if it has one.
 *
 * @throws NearsameError RECORD_NOT_OBJECT
 */
export function plainDocument(given: unknown): GivenIndexDocument {
  const document = checkGiven(given)
  return typeof document.toJSON === 'function' ? checkGiven(document.toJSON('')) : document
}

/**
 * Milliseconds since 1970, from a time with its zone, a day in UTC, or such milliseconds. A time without a zone is
 * refused, because it would differ from machine to machine.
 *
 * Source: RFC 3339. It requires seconds and the colon of the offset; here both are optional. No leap seconds.
 *
 * @throws NearsameError OPTION_VALUE
 * @example timeOf('2030-01-31T12:00:00+01:00', 'before') === timeOf('2030-01-31T11:00:00Z', 'before') // => true
 */
export function timeOf(given: unknown, name: string): number {
  const time = timeIn(given)
  if (time instanceof Refusal) throw refusedValue(name, given, time)
  return time
}

export const timeDomain = 'a time with its zone, a day, or milliseconds since 1970'

/** The same, or why it is refused. */
export function timeIn(given: unknown): number | Refusal {
  const time = typeof given === 'string' ? writtenTime(given) : given
  if (typeof time === 'number' && Number.isFinite(time) && Math.abs(time) <= 8.64e15)
    return Math.floor(time)
  return new Refusal(timeDomain, 'write it as 2030-01-31T12:00:00Z or 2030-01-31, a day in the calendar')
}

const dayAndTime =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?$/i

/** NaN if the text is no time, or its day is not in the calendar. */
function writtenTime(text: string): number {
  const [, day, minute = '00:00', second = ':00', zone = 'Z'] = dayAndTime.exec(text) ?? []
  const local = Date.parse(`${day}T${minute}${second}Z`)
  // `Date` would read a day past the end of the month, or the hour 24, as a later day.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day) return Number.NaN
  if (zone.toUpperCase() === 'Z') return local
  const minutes = 60 * Number(zone.slice(1, 3)) + Number(zone.slice(-2))
  return local - (zone[0] === '-' ? -60_000 : 60_000) * minutes
}

/** A copy without the text fields; in lists, null takes the place of a text. */
export function withoutTexts(document: GivenIndexDocument, fields: readonly string[]): GivenIndexDocument {
  const copy = structuredClone(document) as Record<string, unknown>
  for (const { holder, key } of fields.flatMap(field => fieldPlaces(copy, field))) {
    if (Array.isArray(holder)) holder[Number(key)] = null
    else delete holder[key]
  }
  return copy
}
