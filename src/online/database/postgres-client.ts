/**
 * Connections to PostgreSQL through the package `pg`, which is loaded when a store or word tables are opened.
 *
 * The interfaces below declare what we use of `pg`, so any pool of that shape works, if it sends a Buffer as a binary
 * value. A caller that gives a pool must listen to its `error` event; otherwise losing an idle connection ends the
 * process. Statements are prepared by name, which saves a third of the time of short ones; a proxy that pools by
 * transaction must support that (PgBouncer from 1.21 on).
 */
import { postgresUrl } from '../store/database-url.ts'
import {
  connections,
  connectMs,
  type PooledClient,
  type SqlColumn,
  type SqlFailure,
  type SqlLoan,
  type SqlRow,
} from './client.ts'
import { arrayType, arrayValue } from './postgres-arrays.ts'

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

export const postgresClient: PooledClient<PostgresPool, { readonly Pool: PoolClass }> = {
  name: 'PostgreSQL',
  packageName: 'pg',
  makePool({ Pool }, url) {
    const pool = new Pool({
      connectionString: url === undefined ? url : postgresUrl(url),
      connectionTimeoutMillis: connectMs,
      max: connections,
      keepAlive: true,
    })
    // The pool replaces a connection lost while idle.
    pool.on('error', toldElsewhere)
    return pool
  },
  connect: async pool => new PostgresLoan(await pool.connect()),
  failureOf,
}
