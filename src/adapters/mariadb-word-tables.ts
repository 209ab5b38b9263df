/**
 * Word tables in MariaDB, through the package `mariadb`, which is loaded when tables are opened.
 *
 * What is needed of `mariadb` is stated below, so any pool of its shape will do. The tables are those of the source, to
 * the letter; tables that a program of the source has filled are taken as they are and get the indexes.
 */
import { loadPackage } from '../errors/optional-package.ts'
import {
  databaseError,
  type SqlColumns,
  type SqlRow,
  type WordConnection,
  type WordDatabase,
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

export interface MariadbWordTablesOptions extends WordTableOptions {
  /** Such as `mariadb://user:password@host:3306/database`; needed when there is no `pool`. */
  readonly url?: string
  /** A pool of the caller, who closes it. */
  readonly pool?: MariadbPool
  /** Gives the package; only for tests and bundlers. */
  readonly load?: () => Promise<unknown>
}

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

class ClientConnection implements WordConnection {
  readonly #client: MariadbConnection

  constructor(client: MariadbConnection) {
    this.#client = client
  }

  async rows(sql: string, values: readonly (number | string)[]) {
    return (await this.#client.execute(sql, values)) as readonly SqlRow[]
  }

  async run(sql: string, values: readonly (number | string)[]) {
    if (values.length === 0) await this.#client.query(sql)
    else await this.#client.execute(sql, values)
  }

  async insert({ table, names, values }: SqlColumns) {
    const rows = values[0].map((_, row) => values.map(column => column[row]))
    const marks = names.map(() => '?').join(', ')
    await this.#client.batch(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, rows)
  }
}

/** The error ER_DUP_ENTRY. */
const duplicateNumber = 1062
/** The errors ER_LOCK_DEADLOCK and ER_CHECKREAD (a row changed after the snapshot). */
const collisionNumbers: readonly unknown[] = [1213, 1020]

/**
 * Opens the tables and makes them if they are not there. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openMariadbWordTables(options: MariadbWordTablesOptions): Promise<WordTables> {
  const { url, pool: given, load, ...rest } = options
  const pool = given ?? (await openPool(url, load))
  const database: WordDatabase = {
    dialect: mariadbDialect,
    isDuplicate: error => (error as { errno?: unknown }).errno === duplicateNumber,
    isCollision: error => collisionNumbers.includes((error as { errno?: unknown }).errno),
    async connected(use) {
      const client = await pool.getConnection()
      let isSound = false
      try {
        const result = await use(new ClientConnection(client))
        isSound = true
        return result
      } finally {
        // After an error the connection may be in any state.
        if (isSound) await client.release()
        else client.destroy()
      }
    },
    async close() {
      if (given === undefined) await pool.end()
    },
  }
  return WordTables.open(database, rest)
}

async function openPool(url: string | undefined, load?: () => Promise<unknown>): Promise<MariadbPool> {
  // A name in a variable: the compiler need not find the package.
  const name: string = 'mariadb'
  const { createPool } = await loadPackage<{ createPool: (url: string) => MariadbPool }>(
    name,
    load ?? (() => import(name)),
    'keep the word tables in SQLite, which needs no package',
  )
  try {
    return createPool(url ?? '')
  } catch (error) {
    throw databaseError('MariaDB', error)
  }
}
