/** Given documents: ids, texts and times of what a caller wants kept, checked at the door. */
import { type DocumentId, fieldOf, type TextDocument } from '../engine/document.ts'
import { NearsameError } from '../errors/nearsame-error.ts'
import { shown } from '../options/resolve.ts'
import type { GivenIndexDocument } from './index-types.ts'

/** The id as JSON, by which the store knows the document. @throws NearsameError OPTION_VALUE */
export function nameOf(id: unknown): string {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id))) return String(id)
  throw new NearsameError('OPTION_VALUE', {
    expected: 'id to be a text or a number',
    got: shown(id),
    fix: 'give every document an id of its own, or none',
  })
}

/** An id for a document without one: a random UUID (version 4). */
export function newId(): string {
  // Not `randomUUID`, which pages without TLS do not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id that a name stands for; whole numbers beyond 2^53 are bigints. */
export function idOf(name: string): DocumentId {
  const id = JSON.parse(name) as string | number
  return typeof id === 'number' && !Number.isSafeInteger(id) && /^-?\d+$/.test(name) ? BigInt(name) : id
}

/**
 * The text of a document: its text fields, joined by one line feed; missing ones are left out.
 *
 * @throws NearsameError TEXT_MISSING, TEXT_NOT_STRING
 */
export function textOf(document: GivenIndexDocument, fields: readonly string[]): string {
  const texts: string[] = []
  for (const field of fields) {
    const value = fieldOf(document as TextDocument, field)
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') {
      throw new NearsameError('TEXT_NOT_STRING', {
        expected: 'a text',
        got: shown(value),
        where: `field ${JSON.stringify(field)}`,
        fix: 'give the field a text, or choose other fields with `text`',
      })
    }
    texts.push(value)
  }
  if (texts.length > 0) return texts.join('\n')
  throw new NearsameError('TEXT_MISSING', {
    expected: `a text in ${fields.map(field => JSON.stringify(field)).join(' or ')}`,
    got: 'none',
    fix: 'give the document a text, or choose other fields with `text`',
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

/** Milliseconds since 1970 of an ISO 8601 time or of such milliseconds. @throws NearsameError OPTION_VALUE */
export function timeOf(given: unknown, name: string): number {
  const time = typeof given === 'string' && isoTime.test(given) ? Date.parse(given) : given
  if (typeof time === 'number' && Number.isFinite(time) && Math.abs(time) <= 8.64e15)
    return Math.floor(time)
  throw new NearsameError('OPTION_VALUE', {
    expected: `${name} to be a time, as ISO 8601 or in milliseconds since 1970`,
    got: shown(given),
    fix: 'write it as 2030-01-31T12:00:00Z',
  })
}

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A copy without the fields that make up the text. */
export function withoutTexts(document: GivenIndexDocument, fields: readonly string[]): GivenIndexDocument {
  const copy = structuredClone(document) as Record<string, unknown>
  for (const field of fields) {
    if (Object.hasOwn(copy, field)) delete copy[field]
    else deletePath(copy, field.split('.'))
  }
  return copy
}

function deletePath(object: Record<string, unknown>, [first, ...rest]: readonly string[]): void {
  if (first === undefined || !Object.hasOwn(object, first)) return
  const value = object[first]
  if (rest.length === 0) delete object[first]
  else if (typeof value === 'object' && value !== null) deletePath(value as Record<string, unknown>, rest)
}
