/** Redis catalogue: the collections of one database under one prefix, on one connection. */
import { checkArgument, checkCount, checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import { type Catalogue, type CollectionEntry, checkCollectionName } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { beingDropped, catalogueKey, checkPrefix } from './collection.ts'
import { type RedisClientOptions, RedisConnection } from './connection/client.ts'
import type { LeaseTimes } from './lease.ts'
import { RedisStore } from './store.ts'

export interface RedisOptions extends RedisClientOptions {
  /** Prefix of all keys, so that several programs can share one database. Default: nearsame. */
  readonly prefix?: string
  /** Times of the lease of writers, in milliseconds; for tests. Default: those of the lease. */
  readonly times?: LeaseTimes
}

class RedisCatalogue implements Catalogue {
  readonly kind = 'Redis'
  readonly #connection: RedisConnection
  readonly #prefix: string
  readonly #times: LeaseTimes | undefined

  constructor({ prefix = 'nearsame', times, ...options }: RedisOptions) {
    if (times !== undefined) checkTimes(times)
    this.#connection = new RedisConnection(options)
    this.#prefix = checkPrefix(prefix)
    this.#times = times
  }

  async list(): Promise<readonly CollectionEntry[]> {
    const key = catalogueKey(this.#prefix)
    const names = (await this.#connection.command('HKEYS', key)) as Buffer[]
    if (names.length === 0) return []
    const times = (await this.#connection.command('HMGET', key, ...names)) as (Buffer | null)[]
    const entries = names.flatMap((name, i) => entryOf(String(name), times[i]) ?? [])
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async find(name: string): Promise<CollectionEntry | undefined> {
    const times = (await this.#connection.command(
      'HGET',
      catalogueKey(this.#prefix),
      name,
    )) as Buffer | null
    return entryOf(name, times)
  }

  store(name: string): Store {
    return new RedisStore(this.#connection, this.#prefix, checkCollectionName(name), this.#times)
  }

  async ping(): Promise<void> {
    await this.#connection.command('PING')
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }
}

/** @param times its entry in the catalogue: the time of creation, unless it is being dropped */
function entryOf(name: string, times: Buffer | null): CollectionEntry | undefined {
  const [made] = String(times ?? beingDropped).split(' ')
  return made === beingDropped ? undefined : { name, createdAt: Number(made) }
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
function checkTimes(times: LeaseTimes): void {
  checkObject('times', times)
  refuseUnknown(['leaseMs', 'waitMs'], Object.keys(times), 'library')
  checkCount('times.leaseMs', times.leaseMs, 1)
  checkCount('times.waitMs', times.waitMs)
}

/**
 * Opens a database as a catalogue. Must be closed; closing leaves the caller's own client open.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openRedisCatalogue(options: RedisOptions): Promise<Catalogue> {
  checkObject('options', options)
  refuseUnknown(['url', 'client', 'load', 'prefix', 'times'], Object.keys(options), 'library')
  const { url } = options
  // Its value may contain a password.
  checkArgument(url === undefined || typeof url === 'string', 'url', typeof url, 'a text')
  const catalogue = new RedisCatalogue(options)
  try {
    await catalogue.ping()
    return catalogue
  } catch (error) {
    await catalogue.close()
    throw error
  }
}
