/**
 * Connections to PostgreSQL through the package `pg`, which is loaded when a store is opened.
 *
 * What is needed of `pg` is stated below, so any pool of its shape will do; it sends a Buffer as a binary value. Of a
 * given pool the caller listens to `error`, without which a connection lost while idle ends the process. Statements are
 * prepared by name; a proxy that gives every transaction another connection must know of that (PgBouncer from 1.21 on).
 */

import { loadPackage } from '../errors/optional-package.ts'
import {
  type SqlColumn,
  type SqlDriver,
  type SqlFailure,
  type SqlLoan,
  type SqlRow,
  sqlError,
} from './client.ts'
import { arrayType, arrayValue } from './postgres-arrays.ts'

/** What is needed of a `pg.Pool`. */
export interface PostgresStorePool {
  connect(): Promise<PostgresStoreClient>
  end(): Promise<void>
}

/** What is needed of a `pg.PoolClient`. */
export interface PostgresStoreClient {
  query(query: PostgresQuery): Promise<PostgresResult | readonly PostgresResult[]>
  release(destroy?: boolean): void
  on(event: 'error', listener: (error: unknown) => void): unknown
  removeListener(event: 'error', listener: (error: unknown) => void): unknown
}

export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
  readonly rowMode: 'array'
  readonly types: { getTypeParser(typeId: number): (text: string) => unknown }
}

export interface PostgresResult {
  readonly rows: readonly SqlRow[]
}

const connectMs = 5_000
const connections = 10
/** Of `bytea`; everything else is taken as the text that came. */
const bytesTypeId = 17
const text = (given: string): unknown => given
const bytes = (given: string): unknown => Buffer.from(given.slice(2), 'hex')
const types = { getTypeParser: (typeId: number) => (typeId === bytesTypeId ? bytes : text) }

/** Statements that are planned once a connection: about 15 for each collection. */
const mostNames = 600
const prepared = new Map<string, { readonly name?: string; readonly text: string }>()

/** `?` to `$1`, `$2`, …; our statements have no text in which a `?` could stand. */
function preparedOf(sql: string): { readonly name?: string; readonly text: string } {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  if (prepared.size >= mostNames) return { text }
  const added = { name: `nearsame_store_${prepared.size}`, text }
  prepared.set(sql, added)
  return added
}

/** A lost connection is told to its statement, and as an event, which without a listener would end the process. */
const toldToTheStatement = (): void => {}

class PostgresLoan implements SqlLoan {
  readonly #client: PostgresStoreClient

  constructor(client: PostgresStoreClient) {
    this.#client = client
    client.on('error', toldToTheStatement)
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
    // A client that is destroyed may still tell of its end.
    if (isSound) this.#client.removeListener('error', toldToTheStatement)
    this.#client.release(!isSound)
  }
}

function rowsOf(result: PostgresResult | readonly PostgresResult[]): readonly SqlRow[] {
  return 'rows' in result ? result.rows : result[result.length - 1].rows
}

/** By SQLSTATE; an error without one is of the connection. */
function failureOf(error: unknown): SqlFailure {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string' || !/^[0-9FHPX][0-9A-Z]{4}$/.test(code)) return 'lost'
  if (code === '40001' || code === '40P01') return 'conflict'
  if (code === '55P03') return 'locked'
  if (code === '53100') return 'full'
  if (code === 'XX001' || code === 'XX002') return 'corrupt'
  if (code === '42P01' || code === '3F000') return 'absent'
  // Connection exceptions, insufficient resources, operator intervention; ended when idle in a transaction.
  const isLost =
    code.startsWith('08') || code.startsWith('53') || code.startsWith('57P') || code === '25P03'
  return isLost ? 'lost' : 'other'
}

/**
 * A driver over a given pool, or over one of its own.
 *
 * @throws NearsameError PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function postgresDriver(
  url: string | undefined,
  given: PostgresStorePool | undefined,
  load: (() => Promise<unknown>) | undefined,
): Promise<SqlDriver> {
  const pool = given ?? (await openPool(url, load))
  return {
    name: 'PostgreSQL',
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
  load?: () => Promise<unknown>,
): Promise<PostgresStorePool> {
  // A name in a variable: the compiler need not find the package.
  const name: string = 'pg'
  const { Pool } = await loadPackage<{ Pool: new (options: object) => PostgresStorePool & Emitter }>(
    name,
    load ?? (() => import(name)),
    'keep the collection in SQLite, which needs no package',
  )
  try {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      max: connections,
      keepAlive: true,
    })
    // A connection that is lost while nobody uses it is replaced; without a listener it would end the process.
    pool.on('error', () => {})
    return pool
  } catch (error) {
    throw sqlError('PostgreSQL', 'other', error)
  }
}

interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
}
