/**
 * Connections to PostgreSQL through the package `pg`, which is loaded when a store or word tables are opened.
 *
 * The interfaces below declare what we use of `pg`, so any pool of that shape works, if it sends a Buffer as a binary
 * value. A caller that gives a pool must listen to its `error` event; otherwise losing an idle connection ends the
 * process. Statements are prepared by name, which saves a third of the time of short ones; a proxy that pools by
 * transaction must support that (PgBouncer from 1.21 on).
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { loadPackage } from '../../ground/errors/optional-package.ts'
import { checkArgument, checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import {
  type SqlColumn,
  type SqlDriver,
  type SqlFailure,
  type SqlLoan,
  type SqlRow,
  sqlError,
} from './client.ts'
import { arrayType, arrayValue } from './postgres-arrays.ts'
import { postgresUrl } from './postgres-url.ts'

/** The used part of a `pg.Pool`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  end(): Promise<void>
}

/** The used part of a `pg.PoolClient`. */
interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult | readonly PostgresResult[]>
  release(destroy?: boolean): void
  /** Optional: a client without events cannot end the process by one. */
  readonly on?: Listening
  readonly removeListener?: Listening
}

type Listening = (event: 'error', listener: (error: unknown) => void) => unknown
type PoolClass = new (options: object) => PostgresPool & { readonly on: Listening }

export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
  readonly rowMode: 'array'
  readonly types: { getTypeParser(typeId: number): (text: string) => unknown }
}

interface PostgresResult {
  readonly rows: readonly SqlRow[]
}

/** Options of the pool. */
export interface PoolOptions {
  /** Address such as `postgres://user:password@host:5432/database`. Default: none, a `pool` is given. */
  readonly url?: string | undefined
  /** The caller's own pool; the caller closes it. Default: a new pool for the `url`. */
  readonly pool?: PostgresPool | undefined
  /** Loads `pg`; for tests and bundlers. Default: an import of the package. */
  readonly load?: (() => Promise<unknown>) | undefined
}

/** For messages. */
const databaseName = 'PostgreSQL'
/** Connections of our own pool. */
const connections = 10
/** Timeout for getting one of them. */
const connectMs = 5_000

/** Type id of `bytea`; all other values stay text. */
const bytesTypeId = 17
const text = (given: string): unknown => given
const bytes = (given: string): unknown =>
  given.startsWith('\\x') ? Buffer.from(given.slice(2), 'hex') : unescapedBytes(given)
const types = { getTypeParser: (typeId: number) => (typeId === bytesTypeId ? bytes : text) }

/**
 * With `bytea_output = escape` the server doubles backslashes, and writes bytes outside printable ASCII as a backslash
 * and three octal digits.
 */
function unescapedBytes(given: string): Buffer {
  const unescaped = given.replace(/\\(?:\\|([0-7]{3}))/g, (_, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  )
  return Buffer.from(unescaped, 'latin1')
}

/** Statements planned once per connection: about 15 per collection, 200 for word tables. */
const mostNames = 600
const prepared = new Map<string, { readonly name?: string; readonly text: string }>()

/** Turns `?` into `$1`, `$2`, …; our statements have no literals that could contain a `?`. */
function preparedOf(sql: string): { readonly name?: string; readonly text: string } {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  if (prepared.size >= mostNames) return { text }
  const added = { name: `nearsame_${prepared.size}`, text }
  prepared.set(sql, added)
  return added
}

/** Listener for lost connections: without one, the event ends the process. The statement reports the error. */
const toldElsewhere = (): void => {}

class PostgresLoan implements SqlLoan {
  readonly #client: PostgresClient

  constructor(client: PostgresClient) {
    this.#client = client
    // The running or the next statement reports it.
    client.on?.('error', toldElsewhere)
  }

  async rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    return rowsOf(await this.#client.query({ ...preparedOf(sql), values, rowMode: 'array', types }))
  }

  async script(statements: readonly string[]): Promise<readonly SqlRow[]> {
    return rowsOf(await this.#client.query({ text: statements.join(';\n'), rowMode: 'array', types }))
  }

  async insert(table: string, columns: readonly SqlColumn[]): Promise<void> {
    const arrays = columns.map(({ type }) => `?::${arrayType(type)}`)
    const names = columns.map(({ name }) => name).join(', ')
    const sql = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays.join(', ')})`
    await this.rows(
      sql,
      columns.map(({ type, values }) => arrayValue(type, values)),
    )
  }

  release(isSound: boolean): void {
    // A destroyed client may still emit an error.
    if (isSound) this.#client.removeListener?.('error', toldElsewhere)
    this.#client.release(!isSound)
  }
}

function rowsOf(result: PostgresResult | readonly PostgresResult[]): readonly SqlRow[] {
  return 'rows' in result ? result.rows : result[result.length - 1].rows
}

/** Classifies by SQLSTATE; an error without one concerns the connection. */
function failureOf(error: unknown): SqlFailure {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string' || !/^[0-9FHPX][0-9A-Z]{4}$/.test(code)) return 'lost'
  if (code === '40001' || code === '40P01') return 'conflict'
  if (code === '55P03') return 'locked'
  if (code === '23505') return 'duplicate'
  if (code === '53100') return 'full'
  if (code === 'XX001' || code === 'XX002') return 'corrupt'
  if (code === '42P01' || code === '3F000') return 'absent'
  // Connection exceptions, insufficient resources, operator intervention, idle-in-transaction timeout.
  const isLost =
    code.startsWith('08') || code.startsWith('53') || code.startsWith('57P') || code === '25P03'
  return isLost ? 'lost' : 'other'
}

/**
 * Checks options of a pool and the other names; a wrong `url` may contain a password, so errors do not show it.
 *
 * @param others undefined if the caller checks the names itself
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN
 */
export function checkPoolOptions(given: PoolOptions, others?: readonly string[]): void {
  checkObject('options', given)
  if (others !== undefined) refuseUnknown(['url', 'pool', 'load', ...others], Object.keys(given), 'library')
  const { url } = given
  checkArgument(url === undefined || typeof url === 'string', 'url', typeof url, 'a text')
}

/**
 * A driver over the given pool, or over a new one, for which it loads the package.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function postgresDriver({ url, pool: given, load }: PoolOptions): Promise<SqlDriver> {
  const pool = given ?? (await openPool(url, load))
  return {
    name: databaseName,
    writers: connections / 2,
    connect: async () => new PostgresLoan(await pool.connect()),
    failureOf,
    end: async () => {
      if (given === undefined) await pool.end()
    },
  }
}

async function openPool(
  url: string | undefined,
  load: () => Promise<unknown> = () => import('pg' as string),
): Promise<PostgresPool> {
  const { Pool } = await loadPackage<{ readonly Pool: PoolClass }>(
    'pg',
    load,
    'use SQLite, which needs no package',
  )
  try {
    const pool = new Pool({
      connectionString: url === undefined ? url : postgresUrl(url),
      connectionTimeoutMillis: connectMs,
      max: connections,
      keepAlive: true,
    })
    // The pool replaces a connection lost while idle.
    pool.on('error', toldElsewhere)
    return pool
  } catch (error) {
    throw isNearsameError(error) ? error : sqlError(databaseName, 'other', error)
  }
}
