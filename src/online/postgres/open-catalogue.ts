/**
 * Collections in PostgreSQL 15 and later. Several servers may use one database at once.
 *
 * All tables are in their own schema, so `DROP SCHEMA nearsame CASCADE` removes everything.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { shown } from '../../ground/options/resolve.ts'
import { checkPoolOptions, type PoolOptions, postgresDriver } from '../database/postgres-client.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { openPlace } from './collections.ts'
import { Statements } from './statements.ts'
import { sqlCatalogue } from './store.ts'

export interface PostgresStoreOptions extends PoolOptions {
  /** Schema of the tables, created if missing. Default: nearsame. */
  readonly schema?: string | undefined
}

/**
 * The collections of a database. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openPostgresCatalogue(given: PostgresStoreOptions): Promise<Catalogue> {
  checkPoolOptions(given, ['schema'])
  const { schema = 'nearsame', ...options } = given
  if (typeof schema !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(schema)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'a schema of 1 to 63 letters, digits and underscores that does not begin with a digit',
      got: shown(schema),
      fix: 'choose another name',
    })
  }
  const driver = await postgresDriver(options)
  return sqlCatalogue(await openPlace(driver, new Statements(schema)))
}
