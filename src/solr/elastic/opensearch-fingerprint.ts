/**
 * Fingerprint of OpenSearch: from fields of a document to a hash, as its ingest processor `fingerprint` makes it.
 *
 *     fingerprint = method ":" base64(hash({ "|" path "|" length ":" text } "|"))
 *
 *     value           text
 *     text            itself; a lone surrogate is hashed as `?`
 *     number          as Java writes an Integer, a Long or a Double: 1, 1.0, 1.0E7
 *     true, null      `true`, `null`: a field that is null is not missing
 *     list            `[a, 1, [2.5]]`
 *     object          each of its values under its own path, in the order of the paths; an empty one has none
 *
 * Fields are taken in the order of their UTF-16 units, each once, and `length` counts UTF-16 units. So the number 1 and
 * the text "1" are the same, and the names of fields count.
 *
 * Source: OpenSearch documentation, "Fingerprint processor"; a node of OpenSearch 2.19 for what it does not say.
 * Ours: objects in lists are refused if they have several members, which Java's hash map puts into an order of its own;
 * so are whole numbers beyond 64 bits, and paths that two names spell.
 * Cost: one pass over the values; their texts are in memory once more.
 */
import { createHash } from 'node:crypto'
import { encodeUtf8 } from '../../texts/java/encodings.ts'
import { doubleTextOf } from '../java/number-text.ts'
import type { SolrField, SolrValue } from '../messages/messages.ts'
import { isList, isModifier } from '../messages/values.ts'
import { memberOf, valueAtPath } from './document-fields.ts'
import { missingField, wholeLiteral } from './fingerprint.ts'
import { unsignable } from './unsignable.ts'

const algorithms = {
  'MD5@2.16.0': 'md5',
  'SHA-1@2.16.0': 'sha1',
  'SHA-256@2.16.0': 'sha256',
  'SHA3-256@2.16.0': 'sha3-256',
} as const

export type OpenSearchMethod = keyof typeof algorithms

/** By the names of its `hash_method`, which are those of the version that introduced them. */
export const openSearchMethods = Object.keys(algorithms) as OpenSearchMethod[]

export interface OpenSearchSettings {
  readonly method: OpenSearchMethod
  /** Paths with dots; a number is a place in a list. */
  readonly fields: readonly string[]
  /** Whether missing fields are skipped; otherwise they are refused. */
  readonly ignoreMissing: boolean
  /** Of Java, on which OpenSearch runs: how it writes fractions. */
  readonly javaVersion: number
}

/**
 * The fingerprint; undefined if no field has a value.
 *
 * @throws NearsameError BULK_UNSIGNED for a missing field, a repeated name, and what the header says
 * @example openSearchFingerprintOf({ method: 'SHA-1@2.16.0', fields: ['title', 'body'], ignoreMissing: false, javaVersion: 21 }, [{ name: 'title', value: 'a' }, { name: 'body', value: 'b' }]) // => 'SHA-1@2.16.0:RI+n27ASW3E7/2u40P7BsrZ79nM='
 */
export function openSearchFingerprintOf(
  { method, fields, ignoreMissing, javaVersion }: OpenSearchSettings,
  document: readonly SolrField[],
): string | undefined {
  const parts: string[] = []
  for (const field of [...new Set(fields)].sort()) {
    const value = valueAtPath(document, field)
    if (value === undefined && !ignoreMissing) throw missingField(field)
    if (value !== undefined) takeValue(field, value, parts, javaVersion)
  }
  if (parts.length === 0) return undefined
  const bytes = encodeUtf8(`${parts.join('')}|`)
  return `${method}:${createHash(algorithms[method]).update(bytes).digest('base64')}`
}

function takeValue(path: string, value: SolrValue, parts: string[], javaVersion: number): void {
  if (!isModifier(value)) {
    const text = textOf(value, javaVersion)
    parts.push(`|${path}|${text.length}:${text}`)
    return
  }
  const leaves = new Map<string, SolrValue>()
  flatten('', value.entries, leaves)
  for (const name of [...leaves.keys()].sort())
    takeValue(`${path}.${name}`, leaves.get(name) as SolrValue, parts, javaVersion)
}

/** The values of an object that are no objects, by their paths within it. */
function flatten(prefix: string, entries: readonly SolrField[], leaves: Map<string, SolrValue>): void {
  for (const { name } of entries) {
    const value = memberOf(entries, name) as SolrValue
    const path = `${prefix}${name}`
    if (isModifier(value)) flatten(`${path}.`, value.entries, leaves)
    else if (leaves.has(path)) throw ambiguous(`two fields of the path ${JSON.stringify(path)}`)
    else leaves.set(path, value)
  }
}

/** `String.valueOf` of the object that OpenSearch makes of a value. */
function textOf(value: SolrValue, javaVersion: number): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(element => textOf(element, javaVersion)).join(', ')}]`
  if (isModifier(value)) {
    if (value.entries.length > 1) throw ambiguous('an object of several members in a list')
    return `{${value.entries.map(({ name, value }) => `${name}=${textOf(value, javaVersion)}`).join('')}}`
  }
  if (!('literal' in value)) return ''
  const { literal } = value
  return /[.eE]/.test(literal) ? doubleTextOf(javaVersion)(Number(literal)) : String(wholeLiteral(literal))
}

function ambiguous(got: string): Error {
  return unsignable(
    'fields whose order is that of their names',
    got,
    'leave the field out of `fields`, or let a pipeline of OpenSearch set the fingerprint',
  )
}
