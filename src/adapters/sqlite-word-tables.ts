/**
 * Word tables in SQLite, in this process: a file, or memory, through `node:sqlite`.
 *
 * There is one connection, so callers take turns. Writing transactions take the lock of the file at once and wait for
 * other processes up to `busyTimeoutMs`.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  databaseError,
  type SqlColumns,
  Turns,
  type WordConnection,
  type WordDatabase,
  type WordDialect,
} from './word-database.ts'
import { type WordTableOptions, WordTables } from './word-tables.ts'

export interface SqliteWordTablesOptions extends WordTableOptions {
  /** Of the file, which is made if need be; `:memory:` when left out. */
  readonly path?: string
  /** How long a lock of another process is waited for; 5000 when left out. */
  readonly busyTimeoutMs?: number
}

export const sqliteDialect: WordDialect = Object.freeze({
  name: 'SQLite',
  schema: (table: string) => [
    `CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY, doc_id int(11) NOT NULL, word_hash int(11) NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${table}_summary (doc_id INTEGER PRIMARY KEY, full_hash char(32) NOT NULL, ` +
      'length smallint(11) NOT NULL)',
    `CREATE INDEX IF NOT EXISTS ${table}_words ON ${table} (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_docs ON ${table} (doc_id, word_hash)`,
    `CREATE INDEX IF NOT EXISTS ${table}_texts ON ${table}_summary (full_hash)`,
    `CREATE TABLE IF NOT EXISTS ${table}_short (doc_id int(11) NOT NULL, word_hash int(11) NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_words ON ${table}_short (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_docs ON ${table}_short (doc_id)`,
  ],
  intersects: 'intersects',
  joinInOrder: 'CROSS JOIN',
  begin: 'BEGIN IMMEDIATE',
  beginSnapshot: 'BEGIN',
  temporary: (name: string, key: string, query: string) => [
    `CREATE TEMPORARY TABLE ${name} AS ${query}`,
    `CREATE INDEX temp.${name}_key ON ${name} (${key})`,
  ],
  dropTemporary: 'DROP TABLE IF EXISTS temp.',
  analyse: (table: string) => ['', '_summary', '_short'].map(name => `ANALYZE ${table}${name}`),
})

/** Statements that are kept prepared; there are a few for each number of words. */
const keptStatements = 200

class SqliteConnection implements WordConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async rows(sql: string, values: readonly (number | string)[]) {
    return this.#prepare(sql).all(...values) as Record<string, unknown>[]
  }

  async run(sql: string, values: readonly (number | string)[]) {
    if (values.length === 0) this.#database.exec(sql)
    else this.#prepare(sql).run(...values)
  }

  async insert({ table, names, values }: SqlColumns) {
    const marks = names.map(() => '?').join(', ')
    const statement = this.#prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
    for (let row = 0; row < values[0].length; row++) statement.run(...values.map(column => column[row]))
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      if (this.#statements.size === keptStatements) this.#statements.clear()
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

/** The errors SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_ROWID. */
const duplicateCodes = [1555, 2579]

/**
 * Opens the tables and makes them if they are not there. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, STORE_UNAVAILABLE
 */
export async function openSqliteWordTables(options: SqliteWordTablesOptions = {}): Promise<WordTables> {
  const { path = ':memory:', busyTimeoutMs = 5000, ...rest } = options
  // Loaded when it is needed: some releases of Node warn that it is young.
  const sqlite = await import('node:sqlite')
  let database: DatabaseSync
  try {
    database = new sqlite.DatabaseSync(path, { timeout: busyTimeoutMs })
    // Readers go on while a batch is written; a crash of the machine loses the last transactions, never the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  } catch (error) {
    throw databaseError('SQLite', error)
  }
  const connection = new SqliteConnection(database)
  const turns = new Turns()
  return WordTables.open(
    {
      dialect: sqliteDialect,
      isDuplicate: error => duplicateCodes.includes((error as { errcode?: number }).errcode ?? 0),
      // Writers wait for the lock before they begin.
      isCollision: () => false,
      connected: use => turns.take(() => use(connection)),
      close: () => turns.take(async () => database.close()),
    } satisfies WordDatabase,
    rest,
  )
}
