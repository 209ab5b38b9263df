/**
 * Word tables in SQLite, in this process: a file, or memory, through `node:sqlite`.
 *
 * There is one connection, so callers take turns. Writing transactions lock the file at once, and wait up to
 * `busyTimeoutMs` for other processes.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { checkArgument, checkCount } from '../../ground/options/arguments.ts'
import {
  type SqlColumn,
  type SqlDriver,
  type SqlFailure,
  type SqlLoan,
  type SqlRow,
  sqlError,
} from '../database/client.ts'
import { sqliteKind } from '../database/sqlite-kind.ts'
import type { WordDialect } from './word-dialect.ts'
import { resolveWordTableOptions, type WordTableOptions } from './word-table-options.ts'
import { WordTables } from './word-tables.ts'

export interface SqliteWordTablesOptions extends WordTableOptions {
  /** Path of the file, created if missing. Default: `:memory:`. */
  readonly path?: string
  /** How long to wait for a lock of another process, in milliseconds. Default: 5,000. */
  readonly busyTimeoutMs?: number
}

const sqliteDialect: WordDialect = Object.freeze({
  schema: (table: string) => [
    'BEGIN IMMEDIATE',
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
  begin: ['BEGIN IMMEDIATE'],
  beginSnapshot: ['BEGIN'],
  temporary: (name: string, key: string, query: string) => [
    `CREATE TEMPORARY TABLE ${name} AS ${query}`,
    `CREATE INDEX temp.${name}_key ON ${name} (${key})`,
  ],
  dropTemporary: 'DROP TABLE IF EXISTS temp.',
  analyse: (table: string) => ['', '_summary', '_short'].map(name => `ANALYZE ${table}${name}`),
})

/** Maximum number of prepared statements; there are a few for each number of words. */
const keptStatements = 200

/** The errors SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_ROWID. */
const duplicateCodes = [1555, 2579]

/** By primary result code of SQLite: busy, locked, full, corrupt, no database. */
const failures: Readonly<Record<number, SqlFailure>> = {
  5: 'locked',
  6: 'locked',
  11: 'corrupt',
  13: 'full',
  26: 'corrupt',
}

/** One connection, lent to one caller at a time, first come, first served. */
class SqliteDriver implements SqlDriver, SqlLoan {
  readonly name = 'SQLite'
  readonly writers = 1
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #last: Promise<void> = Promise.resolve()
  #endTurn = (): void => {}

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async connect(): Promise<SqlLoan> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#endTurn = resolve
    return this
  }

  async rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    return this.#prepare(sql).all(...(values as SQLInputValue[])) as unknown as SqlRow[]
  }

  async script(statements: readonly string[]): Promise<readonly SqlRow[]> {
    for (const statement of statements.slice(0, -1)) this.#database.exec(statement)
    return arraysOf(this.#database.prepare(statements[statements.length - 1])).all() as unknown as SqlRow[]
  }

  async insert(table: string, columns: readonly SqlColumn[]): Promise<void> {
    const names = columns.map(({ name }) => name)
    const marks = names.map(() => '?')
    const statement = this.#prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`,
    )
    for (let row = 0; row < columns[0].values.length; row++) {
      statement.run(...columns.map(({ values }) => values[row]))
    }
  }

  release(isSound: boolean): void {
    try {
      if (!isSound && this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK')
    } finally {
      this.#endTurn()
    }
  }

  failureOf(error: unknown) {
    const { errcode = 0 } = error as { errcode?: number }
    if (duplicateCodes.includes(errcode)) return 'duplicate'
    return failures[sqliteKind(error)] ?? 'other'
  }

  async end(): Promise<void> {
    await this.connect()
    try {
      if (this.#database.isOpen) this.#database.close()
    } finally {
      this.#endTurn()
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      if (this.#statements.size === keptStatements) this.#statements.clear()
      statement = arraysOf(this.#database.prepare(sql))
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

/** A statement whose rows are arrays. */
function arraysOf(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

/**
 * Opens the tables; creates them if missing. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, STORE_UNAVAILABLE
 */
export async function openSqliteWordTables(options: SqliteWordTablesOptions = {}): Promise<WordTables> {
  const resolved = resolveWordTableOptions(options, ['path', 'busyTimeoutMs'])
  const { path = ':memory:', busyTimeoutMs = 5000 } = options
  const isPath = typeof path === 'string' && !path.includes('\0')
  checkArgument(isPath, 'path', path, 'the path of a file, without a NUL character')
  checkCount('busyTimeoutMs', busyTimeoutMs)
  // Loaded on demand: some releases of Node warn that it is experimental.
  const sqlite = await import('node:sqlite')
  let database: DatabaseSync
  try {
    database = new sqlite.DatabaseSync(path, { timeout: busyTimeoutMs })
    // Writes do not block readers; a crash of the machine loses the last transactions, never the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  } catch (error) {
    throw sqlError('SQLite', 'other', error)
  }
  return WordTables.open(new SqliteDriver(database), sqliteDialect, resolved)
}
