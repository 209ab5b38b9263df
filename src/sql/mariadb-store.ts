/** Collections in MariaDB 10.6 and later. Several servers may use one database at once. */
import { NearsameError } from '../errors/nearsame-error.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { sqlError } from './client.ts'
import { preparePlace, type SqlPlace } from './collections.ts'
import { SqlDatabase } from './database.ts'
import { type MariadbStorePool, mariadbDriver } from './mariadb-client.ts'
import { MariadbDialect } from './mariadb-dialect.ts'
import { SqlStore, sqlCatalogue } from './store.ts'

export interface MariadbStoreOptions {
  /** Such as `mariadb://user:password@host:3306/database`; needed when there is no `pool`. */
  readonly url?: string | undefined
  /** A pool of the caller, who closes it. */
  readonly pool?: MariadbStorePool | undefined
  /** With what the names of the tables begin; `nearsame_` unless given. */
  readonly prefix?: string | undefined
  /** Gives the package; only for tests and bundlers. */
  readonly load?: (() => Promise<unknown>) | undefined
}

const kind = 'MariaDB'
const leastPacketBytes = 2 ** 22

async function openPlace({
  url,
  pool,
  prefix = 'nearsame_',
  load,
}: MariadbStoreOptions): Promise<SqlPlace> {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,31}$/.test(prefix)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'a prefix of 1 to 32 letters, digits and underscores that begins with no digit',
      got: JSON.stringify(prefix),
      fix: 'choose another one',
    })
  }
  const database = new SqlDatabase(await mariadbDriver(url, pool, load))
  const place = { database, dialect: new MariadbDialect(prefix) }
  try {
    await checkPackets(database)
    await preparePlace(place)
    return place
  } catch (error) {
    await database.driver.end()
    throw error
  }
}

/** Statements of ours are up to a megabyte long, with some room. */
async function checkPackets(database: SqlDatabase): Promise<void> {
  const [[bytes]] = await database.read(connection => connection.rows('SELECT @@max_allowed_packet', []))
  if (Number(bytes) >= leastPacketBytes) return
  const got = new Error(`max_allowed_packet = ${String(bytes)}, less than ${leastPacketBytes}`)
  throw sqlError(database.driver.name, 'other', got)
}

/**
 * The collections of a database. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openMariadbCatalogue(options: MariadbStoreOptions): Promise<Catalogue> {
  return sqlCatalogue(kind, await openPlace(options))
}

/** One collection, with connections of its own until it is closed. */
export function mariadbStore({ name, ...options }: MariadbStoreOptions & { readonly name: string }): Store {
  return new SqlStore(
    { kind, open: () => openPlace(options), close: ({ database }) => database.driver.end() },
    name,
  )
}
