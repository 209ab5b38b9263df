/**
 * Connections to MariaDB through the package `mariadb`, which is loaded when a store or word tables are opened.
 *
 * The interfaces below declare what we use of `mariadb`, so any pool of that shape works. Rows of numbers are inserted
 * as the text of one statement, which takes a third of the time of a bulk statement; rows with bytes or text use a bulk
 * statement.
 */
import { mariadbUrl, whyNoConnection } from '../store/database-url.ts'
import {
  connections,
  connectMs,
  type PooledClient,
  type SqlColumn,
  type SqlFailure,
  type SqlLoan,
  type SqlRow,
  type SqlValue,
} from './client.ts'

/** The used part of a pool of `mariadb`. */
export interface MariadbPool {
  getConnection(): Promise<MariadbConnection>
  end(): Promise<void>
}

export interface MariadbStatement {
  readonly sql: string
  readonly rowsAsArray: true
  /** For `batch`: false sends one statement per row. */
  readonly bulk?: false
}

/** The used part of its connections. */
interface MariadbConnection {
  query(statement: MariadbStatement): Promise<unknown>
  /** Sends values separately from the statement. */
  execute(statement: MariadbStatement, values: readonly unknown[]): Promise<unknown>
  /** One statement for many rows of values. */
  batch(statement: MariadbStatement, values: readonly (readonly unknown[])[]): Promise<unknown>
  release(): Promise<void>
  destroy(): void
}

type Mariadb = { readonly createPool: (url: string) => MariadbPool }

/** Rows in the text of one statement: 24 characters each, far below the smallest `max_allowed_packet` we accept. */
const rowsInText = 20_000
/** ER_BINLOG_NON_SUPPORTED_BULK. */
const noBulk = 4033
/** Bytes of rows with text or bytes per packet; escaping may make them longer. */
const bytesAtOnce = 2 ** 20

class MariadbLoan implements SqlLoan {
  readonly #client: MariadbConnection

  constructor(client: MariadbConnection) {
    this.#client = client
  }

  async rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    const statement = { sql, rowsAsArray: true } as const
    return rowsOf(await this.#client.execute(statement, values.map(sentValue)))
  }

  async script(statements: readonly string[]): Promise<readonly SqlRow[]> {
    const run = (sql: string): Promise<unknown> => this.#client.query({ sql, rowsAsArray: true })
    // Pipelines all but the last, which may be a COMMIT.
    await Promise.all(statements.slice(0, -1).map(run))
    return rowsOf(await run(statements[statements.length - 1]))
  }

  async insert(table: string, columns: readonly SqlColumn[]): Promise<void> {
    const count = columns[0].values.length
    const names = columns.map(({ name }) => name).join(', ')
    const into = `INSERT INTO ${table} (${names}) VALUES `
    if (columns.some(({ type }) => type === 'bytes' || type === 'text')) {
      const rows = Array.from({ length: count }, (_, row) =>
        columns.map(({ values }) => sentValue(values[row])),
      )
      const sql = `${into}(${columns.map(() => '?').join(', ')})`
      return this.#insertParts({ sql, rowsAsArray: true }, rows)
    }
    for (let from = 0; from < count; from += rowsInText) {
      const rows: string[] = []
      for (let row = from; row < Math.min(count, from + rowsInText); row++) {
        rows.push(`(${columns.map(({ values }) => numberText(values[row])).join()})`)
      }
      await this.#client.query({ sql: into + rows.join(), rowsAsArray: true })
    }
  }

  /** A server with a statement-based binary log refuses bulk statements: then each row is a statement. */
  async #insertParts(bulk: MariadbStatement, rows: readonly (readonly unknown[])[]): Promise<void> {
    let statement = bulk
    for (const part of partsOf(rows)) {
      try {
        await this.#client.batch(statement, part)
      } catch (error) {
        if ((error as { errno?: unknown }).errno !== noBulk) throw error
        statement = { ...bulk, bulk: false }
        await this.#client.batch(statement, part)
      }
    }
  }

  release(isSound: boolean): void {
    if (isSound) void this.#client.release().catch(() => {})
    else this.#client.destroy()
  }
}

/** Splits rows into parts of about `bytesAtOnce`; a longer row goes alone. */
function* partsOf<T extends readonly unknown[]>(rows: readonly T[]): Generator<T[]> {
  let part: T[] = []
  let bytes = 0
  for (const row of rows) {
    const size = row.reduce((sum: number, value) => sum + lengthOf(value), 0)
    if (part.length > 0 && bytes + size > bytesAtOnce) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield part
}

function lengthOf(value: unknown): number {
  return value instanceof Uint8Array || typeof value === 'string' ? value.length : 8
}

/** Only digits get into the text of a statement. */
function numberText(value: SqlValue): string {
  return value === null ? 'NULL' : Number(value).toFixed(0)
}

function sentValue(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || Buffer.isBuffer(value)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

function rowsOf(result: unknown): readonly SqlRow[] {
  return Array.isArray(result) ? result : []
}

const failures: Readonly<Record<number, SqlFailure>> = {
  1213: 'conflict', // ER_LOCK_DEADLOCK
  1020: 'conflict', // ER_CHECKREAD: a row changed after the snapshot
  1205: 'locked', // ER_LOCK_WAIT_TIMEOUT
  1062: 'duplicate', // ER_DUP_ENTRY
  1021: 'full', // ER_DISK_FULL
  1114: 'full', // ER_RECORD_FILE_FULL
  1034: 'corrupt', // ER_NOT_KEYFILE
  1712: 'corrupt', // ER_INDEX_CORRUPT
  1877: 'corrupt', // ER_TABLE_CORRUPT
  1146: 'absent', // ER_NO_SUCH_TABLE
  1040: 'lost', // ER_CON_COUNT_ERROR
  1053: 'lost', // ER_SERVER_SHUTDOWN
  1927: 'lost', // ER_CONNECTION_KILLED
}

/** Classifies by the server's error number; errors of the connection and of the client have other numbers. */
function failureOf(error: unknown): SqlFailure {
  const { errno, fatal, sqlState } = error as { errno?: unknown; fatal?: unknown; sqlState?: unknown }
  if (typeof errno !== 'number') return 'lost'
  const known = failures[errno]
  if (known !== undefined) return known
  const isOfConnection = typeof sqlState === 'string' && sqlState.startsWith('08')
  return fatal === true || isOfConnection || errno < 0 ? 'lost' : 'other'
}

export const mariadbClient: PooledClient<MariadbPool, Mariadb> = {
  name: 'MariaDB',
  packageName: 'mariadb',
  makePool: ({ createPool }, url = '') => createPool(withDefaults(mariadbUrl(url))),
  connect: async pool => new MariadbLoan(await pool.getConnection().catch(whyNoConnection)),
  failureOf,
}

/**
 * Settings that a server's defaults may change: single statements commit, values are never truncated, no extra reserved
 * words, no limit on selected rows, and no rows of uncommitted writes.
 */
const ownSettings =
  "SET autocommit = 1, completion_type = 0, sql_mode = 'STRICT_ALL_TABLES', sql_safe_updates = 0, " +
  "sql_select_limit = 18446744073709551615, SESSION tx_isolation = 'REPEATABLE-READ'"

/** Adds default options after the `?` of a URL; given ones stay. */
function withDefaults(url: string): string {
  const own = {
    connectionLimit: connections,
    acquireTimeout: connectMs,
    minimumIdle: 1,
    initSql: ownSettings,
  }
  const missing = Object.entries(own).filter(([name]) => !url.includes(`${name}=`))
  const options = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${options}`
}
