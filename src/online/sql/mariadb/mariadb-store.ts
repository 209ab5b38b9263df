/** Collections in MariaDB 10.6 and later. Several servers may use one database at once. */

import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { shown } from '../../../ground/options/resolve.ts'
import { checkPoolOptions, type PoolOptions, pooledDriver, sqlError } from '../../database/client.ts'
import type { SqlDatabase } from '../../database/database.ts'
import { type MariadbPool, mariadbClient } from '../../database/mariadb-client.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import { openPlace } from '../collections.ts'
import { sqlCatalogue } from '../store.ts'
import { MariadbDialect } from './mariadb-dialect.ts'

export interface MariadbStoreOptions extends PoolOptions<MariadbPool> {
  /** Prefix of the names of the tables. Default: nearsame_. */
  readonly prefix?: string | undefined
}

const leastPacketBytes = 2 ** 22

/**
 * The collections of a database. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openMariadbCatalogue(given: MariadbStoreOptions): Promise<Catalogue> {
  checkPoolOptions(given, ['prefix'])
  const { prefix = 'nearsame_', ...options } = given
  if (typeof prefix !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]{0,31}$/.test(prefix)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'a prefix of 1 to 32 letters, digits and underscores that does not begin with a digit',
      got: shown(prefix),
      fix: 'choose another one',
    })
  }
  const driver = await pooledDriver(mariadbClient, options)
  return sqlCatalogue(await openPlace(driver, new MariadbDialect(prefix), checkPackets))
}

/** Our statements are up to about a megabyte long. */
async function checkPackets(database: SqlDatabase): Promise<void> {
  const [[bytes]] = await database.read(connection => connection.rows('SELECT @@max_allowed_packet', []))
  if (Number(bytes) >= leastPacketBytes) return
  const got = new Error(`max_allowed_packet = ${String(bytes)}, less than ${leastPacketBytes}`)
  throw sqlError(database.driver.name, 'other', got)
}
