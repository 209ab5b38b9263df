/**
 * API keys: permission to read, to read and write, or to see what others have brought, too.
 *
 *     list  = entry { "," entry }
 *     entry = key                      may write
 *           | scope ":" key
 *           | name ":" scope ":" digest
 *     scope = "read" | "write" | "admin"    each includes those before it
 *     digest: SHA-256 of the key, 64 hexadecimal digits
 *
 * A blank anywhere in the list is refused, because no client can send a key with one; only a line end after the last
 * entry, as in a file, is dropped.
 *
 * Keeps digests only. Hashes a given key and compares it with every digest in constant time, without stopping early, so
 * the response time reveals nothing about any key.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

export interface ApiKey {
  /** For logs and limits; default: the number of its entry. */
  readonly name: string
  readonly scope: Scope
  readonly digest: Uint8Array
}

/**
 * @throws NearsameError OPTION_VALUE, which never shows a key
 * @example parseApiKeys('read:abc,write:def').map(key => key.scope) // => ['read', 'write']
 */
export function parseApiKeys(list: string): readonly ApiKey[] {
  const line = list.replace(/\r?\n$/, '')
  const given = line.split(',').filter(entry => entry !== '')
  // Most likely from empty variables: a list means that keys are wanted.
  if (given.length === 0 && line !== '') throw badEntry('a list of one or more', 'the whole list')
  const keys = given.map(parseEntry)
  const texts = keys.map(({ digest }) => Buffer.from(digest).toString('hex'))
  const again = texts.findIndex((text, at) => texts.indexOf(text) < at)
  if (again >= 0) throw badEntry('keys that each stand in one entry', `entry ${again + 1}`)
  return keys
}

function parseEntry(entry: string, at: number): ApiKey {
  const parts = entry.split(':')
  const where = `entry ${at + 1}`
  if (/[\s\p{Cc}]/u.test(entry))
    throw badEntry('KEY, SCOPE:KEY or NAME:SCOPE:SHA256 without blanks or control characters', where)
  if (parts.length > 3 || parts.includes('')) throw badEntry('KEY, SCOPE:KEY or NAME:SCOPE:SHA256', where)
  const named = parts.length === 1 ? 'write' : parts[parts.length - 2]
  const scope = scopes.find(each => each === named)
  if (scope === undefined) throw badEntry('the scope `read`, `write` or `admin` before a key', where)
  const last = parts[parts.length - 1]
  if (parts.length < 3) return { name: `key ${at + 1}`, scope, digest: digestOf(last) }
  if (!/^[0-9a-f]{64}$/i.test(last))
    throw badEntry('NAME:SCOPE: before the SHA-256 of a key as 64 hexadecimal digits', where)
  return { name: parts[0], scope, digest: Buffer.from(last, 'hex') }
}

function badEntry(expected: string, where: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `API keys as ${expected}`,
    got: 'something else, which is not shown',
    where,
    fix: 'write them as in docs/guide/server.md, such as `read:KEY,write:KEY`',
  })
}

function digestOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}

/** The key with that text; undefined if there is none. */
export function findKey(keys: readonly ApiKey[], given: string): ApiKey | undefined {
  const digest = digestOf(given)
  let found: ApiKey | undefined
  for (const key of keys) {
    if (timingSafeEqual(key.digest, digest)) found ??= key
  }
  return found
}
