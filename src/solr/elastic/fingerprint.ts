/**
 * Fingerprint: from fields of a document to a hash, as the ingest processor `fingerprint` of Elasticsearch makes it.
 *
 *     fingerprint = base64(hash(salt, { 0x00, bytes of a name or value }))
 *
 *     value          bytes
 *     text           UTF-8; a lone surrogate is `?`, as in Java
 *     whole number   4 bytes in int32, 8 in int64, little-endian; larger ones are refused
 *     other number   a double, 8 bytes, little-endian
 *     true, false    01, 02
 *     null           none; as the value of a field it counts as missing
 *     list           its elements in order
 *     object         for each name, in the order of UTF-16 units: the name, then the value
 *
 * Fields are taken in the order of their UTF-16 units, and only their values count, not their names: two documents
 * that have equal values in different fields can have the same fingerprint.
 *
 * Source: Elasticsearch Reference, "Fingerprint processor"; its unit tests, for the bytes of values.
 * Cost: one pass over the values; their bytes are in memory once more.
 */
import { createHash } from 'node:crypto'
import { murmur3Hash128 } from '../../ground/hash/murmur3.ts'
import { isJavaWhitespace } from '../../texts/java/characters.ts'
import { encodeUtf8 } from '../../texts/java/encodings.ts'
import type { SolrField, SolrValue } from '../messages/messages.ts'
import { isInt64 } from '../messages/solr-params.ts'
import { isList, isModifier } from '../messages/values.ts'
import { memberOf, valueAtPath } from './document-fields.ts'
import { unsignable } from './unsignable.ts'

export const fingerprintMethods = ['MD5', 'SHA-1', 'SHA-256', 'SHA-512', 'MurmurHash3'] as const

export type FingerprintMethod = (typeof fingerprintMethods)[number]

export interface FingerprintSettings {
  readonly method: FingerprintMethod
  /** Paths with dots; a number is a place in a list. */
  readonly fields: readonly string[]
  /** Empty, or only blanks, for none. */
  readonly salt: string
  /** Whether missing fields are skipped; otherwise they are refused. */
  readonly ignoreMissing: boolean
}

const algorithms = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const
const delimiter = Uint8Array.of(0)
const ofBoolean = { true: Uint8Array.of(1), false: Uint8Array.of(2) }
const nothing = new Uint8Array(0)

/**
 * The fingerprint in base64; undefined if every field is missing and may be.
 *
 * @throws NearsameError BULK_UNSIGNED for a missing field, a number beyond int64, a repeated name
 * @example fingerprintOf({ method: 'SHA-1', fields: ['foo'], salt: '', ignoreMissing: false }, [{ name: 'foo', value: 'foo' }]) // => 'WoyqQDn9vALAGmScjA9Z2yg7sos='
 */
export function fingerprintOf(
  { method, fields, salt, ignoreMissing }: FingerprintSettings,
  document: readonly SolrField[],
): string | undefined {
  const found = [...fields].sort().map(field => ({ field, value: valueAtPath(document, field) ?? null }))
  const lacking = found.findLast(({ value }) => value === null)
  if (lacking !== undefined && !ignoreMissing) throw missingField(lacking.field)
  const values = found.map(({ value }) => value).filter(value => value !== null)
  if (values.length === 0) return undefined
  const parts: Uint8Array[] = []
  for (const value of values) takeValue(value, parts)
  const isSalted = Array.from(salt).some(unit => !isJavaWhitespace(unit.charCodeAt(0)))
  return digest(method, Buffer.concat(isSalted ? [encodeUtf8(salt), ...parts] : parts)).toString('base64')
}

/** A field that a document must have. */
export function missingField(field: string): Error {
  return unsignable(
    'a document with every field of `fields`',
    `missing field [${field}] when calculating fingerprint`,
    'correct the document or `fields`, or skip missing fields with `ignoreMissing`',
  )
}

function takeValue(value: SolrValue, parts: Uint8Array[]): void {
  if (isList(value)) for (const element of value) takeValue(element, parts)
  else if (isModifier(value)) {
    const names = value.entries.map(({ name }) => name).sort()
    for (const name of names) {
      parts.push(delimiter, encodeUtf8(name))
      takeValue(memberOf(value.entries, name) ?? null, parts)
    }
  } else parts.push(delimiter, bytesOf(value))
}

function bytesOf(value: SolrValue): Uint8Array {
  if (typeof value === 'string') return encodeUtf8(value)
  if (typeof value === 'boolean') return ofBoolean[`${value}`]
  if (typeof value === 'object' && value !== null && 'literal' in value) return numberBytes(value.literal)
  return nothing
}

/** The bytes of a number as Elasticsearch parses it from JSON: Integer, Long or Double. */
function numberBytes(literal: string): Uint8Array {
  if (/[.eE]/.test(literal)) {
    const double = Buffer.alloc(8)
    double.writeDoubleLE(Number(literal))
    return double
  }
  const whole = wholeLiteral(literal)
  const long = Buffer.alloc(8)
  long.writeBigInt64LE(whole)
  return BigInt.asIntN(32, whole) === whole ? long.subarray(0, 4) : long
}

/** @throws NearsameError BULK_UNSIGNED for one beyond 64 bits */
export function wholeLiteral(literal: string): bigint {
  const whole = BigInt(literal)
  if (isInt64(whole)) return whole
  throw unsignable(
    'whole numbers of at most 64 bits in the fields of a fingerprint',
    literal.length > 60 ? `one of ${literal.length} characters` : literal,
    'send the number as a text, or leave its field out of `fields`',
  )
}

function digest(method: FingerprintMethod, bytes: Uint8Array): Buffer {
  if (method !== 'MurmurHash3') return createHash(algorithms[method]).update(bytes).digest()
  const [low1, high1, low2, high2] = murmur3Hash128(bytes)
  const hash = Buffer.alloc(16)
  for (const [i, word] of [high1, low1, high2, low2].entries()) hash.writeUInt32BE(word, 4 * i)
  return hash
}
