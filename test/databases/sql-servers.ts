/** The databases of the SQL stores, with what their tests need. */

import { pooledDriver, type SqlDriver } from '../../src/online/database/client.ts'
import { mariadbClient } from '../../src/online/database/mariadb-client.ts'
import { postgresClient } from '../../src/online/database/postgres-client.ts'
import { openMariadbCatalogue } from '../../src/online/sql/mariadb/mariadb-store.ts'
import { openPostgresCatalogue } from '../../src/online/sql/postgres/postgres-store.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import type { StoreChanges } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'
import type { RunningServer } from './private-server.ts'
import { mariadbSkip, startMariadb } from './start-mariadb.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

export interface SqlServerKind {
  readonly name: string
  readonly skip: string | false
  /** Signal that ends the server like a crash. */
  readonly crash: 'SIGQUIT' | 'SIGKILL'
  start(): Promise<RunningServer>
  open(url: string): Promise<Catalogue>
  /** Separate connections, to look behind the store. */
  driver(url: string): Promise<SqlDriver>
  /** A table of the first collection. */
  table(name: string): string
  readonly collections: string
}

export const sqlServers: readonly SqlServerKind[] = [
  {
    name: 'PostgreSQL',
    skip: postgresSkip(),
    crash: 'SIGQUIT',
    start: startPostgres,
    open: url => openPostgresCatalogue({ url }),
    driver: url => pooledDriver(postgresClient, { url }),
    table: name => `nearsame.c1_${name}`,
    collections: 'nearsame.collections',
  },
  {
    name: 'MariaDB',
    skip: mariadbSkip(),
    crash: 'SIGKILL',
    start: () => startMariadb(),
    open: url => openMariadbCatalogue({ url }),
    driver: url => pooledDriver(mariadbClient, { url }),
    table: name => `nearsame_c1_${name}`,
    collections: 'nearsame_collections',
  },
]

export const sqlHeader = { format: 1, agree: 1, options: {} }

const world = new StoreWorld(77)

/** A document that shares the posting 7 with all others, in its own cluster. */
export function oneMore(document: number, cluster: number, name?: string): StoreChanges {
  const made = world.document(document, cluster, name)
  const added = [{ ...made, sketch: { ...made.sketch, postings: Uint32Array.of(7, 2 ** 31 + document) } }]
  return { ...noChanges, added, newClusters: 1 }
}
