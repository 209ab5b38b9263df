/** Redis collection: the names of its keys, its entry in the catalogue, its header. */
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { shown } from '../../ground/options/resolve.ts'
import type { StoreHeader } from '../store/store.ts'
import { type RedisConnection, redisScript } from './connection/client.ts'
import { layout } from './scripts/change-scripts.ts'

export const tagOf = (prefix: string, name: string): string => `{${prefix}:${name}}`
export const catalogueKey = (prefix: string): string => `{${prefix}}collections`
/** In the catalogue, replaces the time of creation while a collection is being removed. */
export const beingDropped = 'dropped'

/** Compare-and-set for an entry of the catalogue. ARGV: name, expected value, new value; empty deletes it. */
export const entryScript = redisScript(`#!lua flags=allow-oom
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
`)

/**
 * Refuses braces, because they would change the part of a key that decides its slot.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkPrefix(prefix: string): string {
  if (typeof prefix === 'string' && /^[^{}\s]{1,64}$/.test(prefix)) return prefix
  throw new NearsameError('OPTION_VALUE', {
    expected: 'a prefix of 1 to 64 characters without braces and spaces',
    got: shown(prefix),
    fix: 'choose another one, such as `nearsame`',
  })
}

/** Whether the server says that it syncs to disk before it answers. */
export async function isDurable(connection: RedisConnection): Promise<boolean> {
  try {
    const [only, sync] = await connection.commands([
      ['CONFIG', 'GET', 'appendonly'],
      ['CONFIG', 'GET', 'appendfsync'],
    ])
    return String((only as Buffer[])[1]) === 'yes' && String((sync as Buffer[])[1]) === 'always'
  } catch {
    // The account may not read the configuration.
    return false
  }
}

/** @throws NearsameError STORE_CORRUPT */
export function parseHeader(text: string, sum: string, tag: string): StoreHeader {
  if (String(crc32(text)) === sum) return JSON.parse(text)
  throw new NearsameError('STORE_CORRUPT', {
    expected: 'an undamaged header',
    got: `another one: ${text.slice(0, 80)}`,
    where: `the key ${tag}m`,
    fix: 'restore the collection from a copy, or remove its keys',
  })
}

export function otherLayout(got: string, tag: string): NearsameError {
  return new NearsameError('STORE_FORMAT', {
    expected: `a collection in layout ${layout}`,
    got: `one in layout ${got}`,
    where: `the key ${tag}m`,
    fix: 'open it with the version of nearsame that made it, or rebuild it',
  })
}
