/**
 * Collections in PostgreSQL 15 and later. Several servers may use one database at once.
 *
 * All tables are in a schema of their own, so `DROP SCHEMA nearsame CASCADE` removes all of it.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Store } from '../store/store.ts'
import { preparePlace, type SqlPlace } from './collections.ts'
import { SqlDatabase } from './database.ts'
import { type PostgresStorePool, postgresDriver } from './postgres-client.ts'
import { PostgresDialect } from './postgres-dialect.ts'
import { SqlStore, sqlCatalogue } from './store.ts'

export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/database`; needed when there is no `pool`. */
  readonly url?: string | undefined
  /** A pool of the caller, who closes it. */
  readonly pool?: PostgresStorePool | undefined
  /** The schema of the tables, made where it is not there; `nearsame` unless given. */
  readonly schema?: string | undefined
  /** Gives the package; only for tests and bundlers. */
  readonly load?: (() => Promise<unknown>) | undefined
}

const kind = 'PostgreSQL'

async function openPlace({
  url,
  pool,
  schema = 'nearsame',
  load,
}: PostgresStoreOptions): Promise<SqlPlace> {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(schema)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'a schema of 1 to 63 letters, digits and underscores that begins with no digit',
      got: JSON.stringify(schema),
      fix: 'choose another name',
    })
  }
  const database = new SqlDatabase(await postgresDriver(url, pool, load))
  const place = { database, dialect: new PostgresDialect(schema) }
  try {
    await preparePlace(place)
    return place
  } catch (error) {
    await database.driver.end()
    throw error
  }
}

/**
 * The collections of a database. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openPostgresCatalogue(options: PostgresStoreOptions): Promise<Catalogue> {
  return sqlCatalogue(kind, await openPlace(options))
}

/** One collection, with connections of its own until it is closed. */
export function postgresStore({
  name,
  ...options
}: PostgresStoreOptions & { readonly name: string }): Store {
  return new SqlStore(
    { kind, open: () => openPlace(options), close: ({ database }) => database.driver.end() },
    name,
  )
}
