/** Redis catalogue: the collections of one database under one prefix, on one connection. */
import type { Catalogue, CollectionEntry } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { RedisConnection } from './client.ts'
import { beingDropped, catalogueKey, checkPrefix } from './collection.ts'
import { type RedisOptions, RedisStore } from './store.ts'

class RedisCatalogue implements Catalogue {
  readonly kind = 'Redis'
  readonly #options: RedisOptions
  readonly #connection: RedisConnection
  readonly #key: string

  constructor(options: RedisOptions) {
    this.#options = options
    this.#connection = new RedisConnection(options)
    this.#key = catalogueKey(checkPrefix(options.prefix ?? 'nearsame'))
  }

  async list(): Promise<readonly CollectionEntry[]> {
    const names = (await this.#connection.command('HKEYS', this.#key)) as Buffer[]
    if (names.length === 0) return []
    const times = (await this.#connection.command('HMGET', this.#key, ...names)) as (Buffer | null)[]
    const entries = names.flatMap((name, i) => {
      const [made] = String(times[i] ?? beingDropped).split(' ')
      return made === beingDropped ? [] : [{ name: String(name), createdAt: Number(made) }]
    })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  store(name: string): Store {
    return new RedisStore({ ...this.#options, name }, this.#connection)
  }

  async ping(): Promise<void> {
    await this.#connection.command('PING')
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }
}

/**
 * Opens a database as a catalogue. Must be closed, which leaves a client that was given open.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openRedisCatalogue(options: RedisOptions): Promise<Catalogue> {
  const catalogue = new RedisCatalogue(options)
  try {
    await catalogue.ping()
    return catalogue
  } catch (error) {
    await catalogue.close()
    throw error
  }
}
