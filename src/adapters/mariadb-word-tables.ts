/**
 * Word tables in MariaDB, through the package `mariadb`, which is loaded when tables are opened.
 *
 * What is needed of `mariadb` is stated below, so any pool of its shape will do. The tables are those of the source, to
 * the letter; tables that a program of the source has filled are taken as they are and get the indexes.
 */
import { mariadbUrl, whyNoConnection } from '../store/database-url.ts'
import {
  type PooledClient,
  type PoolOptions,
  pooledDatabase,
  type SqlRow,
  type WordDialect,
} from './word-database.ts'
import { type WordTableOptions, WordTables } from './word-tables.ts'

/** What is needed of a pool of `mariadb`. */
export interface MariadbPool {
  getConnection(): Promise<MariadbConnection>
  end(): Promise<void>
}

/** What is needed of its connections. */
export interface MariadbConnection {
  query(sql: string): Promise<unknown>
  /** Values are sent apart from the statement. */
  execute(sql: string, values: readonly unknown[]): Promise<unknown>
  /** One statement for many rows of values. */
  batch(sql: string, values: readonly (readonly unknown[])[]): Promise<unknown>
  release(): Promise<void>
  destroy(): void
}

type Mariadb = { readonly createPool: (url: string) => MariadbPool }

export interface MariadbWordTablesOptions extends WordTableOptions, PoolOptions<MariadbPool> {}

export const mariadbDialect: WordDialect = Object.freeze({
  name: 'MariaDB',
  schema: (table: string) => [
    `CREATE TABLE IF NOT EXISTS ${table} (id int(11) NOT NULL auto_increment, doc_id int(11) NOT NULL, ` +
      'word_hash int(11) NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB',
    `CREATE TABLE IF NOT EXISTS ${table}_summary (doc_id int(11) NOT NULL, full_hash char(32) NOT NULL, ` +
      'length smallint(11) NOT NULL, PRIMARY KEY (doc_id)) ENGINE = InnoDB',
    `CREATE INDEX IF NOT EXISTS ${table}_words ON ${table} (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_docs ON ${table} (doc_id, word_hash)`,
    `CREATE INDEX IF NOT EXISTS ${table}_texts ON ${table}_summary (full_hash)`,
    `CREATE TABLE IF NOT EXISTS ${table}_short (doc_id int(11) NOT NULL, word_hash int(11) NOT NULL) ENGINE = InnoDB`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_words ON ${table}_short (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_docs ON ${table}_short (doc_id)`,
  ],
  intersects: 'intersects',
  joinInOrder: 'STRAIGHT_JOIN',
  begin: 'START TRANSACTION',
  beginSnapshot: 'START TRANSACTION WITH CONSISTENT SNAPSHOT',
  // An index that is made afterwards would end the transaction.
  temporary: (name: string, key: string, query: string) => [
    `CREATE TEMPORARY TABLE ${name} (KEY (${key})) ENGINE = InnoDB AS ${query}`,
  ],
  dropTemporary: 'DROP TEMPORARY TABLE IF EXISTS ',
  analyse: (table: string) => [`ANALYZE TABLE ${table}, ${table}_summary, ${table}_short`],
})

/** Its pools listen to the errors of their connections, lent ones too. */
export const mariadbClient: PooledClient<MariadbPool, Mariadb> = {
  dialect: mariadbDialect,
  packageName: 'mariadb',
  // ER_DUP_ENTRY; ER_LOCK_DEADLOCK and ER_CHECKREAD (a row changed after the snapshot).
  codes: { field: 'errno', duplicate: 1062, collisions: [1213, 1020] },
  makePool: ({ createPool }, url = '') => createPool(mariadbUrl(url)),
  async connect(pool) {
    const client = await pool.getConnection().catch(whyNoConnection)
    return {
      rows: async (sql, values) => (await client.execute(sql, values)) as readonly SqlRow[],
      async run(sql, values) {
        if (values.length === 0) await client.query(sql)
        else await client.execute(sql, values)
      },
      async insert({ table, names, values }) {
        const rows = values[0].map((_, row) => values.map(column => column[row]))
        const marks = names.map(() => '?').join(', ')
        await client.batch(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, rows)
      },
      release: isSound => (isSound ? client.release() : client.destroy()),
    }
  },
}

/**
 * Opens the tables and makes them if they are not there. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openMariadbWordTables(options: MariadbWordTablesOptions): Promise<WordTables> {
  const { url, pool, load, ...rest } = options
  return WordTables.open(await pooledDatabase(mariadbClient, { url, pool, load }), rest)
}
