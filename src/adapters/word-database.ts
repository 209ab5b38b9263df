/**
 * What the word tables need of a database: a connection that runs statements with `?` for values, and the few points in
 * which its SQL differs. `sqlite-word-tables.ts`, `postgres-word-tables.ts` and `mariadb-word-tables.ts` give one each.
 */
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { loadPackage } from '../errors/optional-package.ts'

export type SqlValue = number | string

export type SqlRow = Readonly<Record<string, unknown>>

/** Columns of a table and their values, one array a column, all of one length. */
export interface SqlColumns {
  readonly table: string
  readonly names: readonly string[]
  readonly types: readonly ('int' | 'text')[]
  readonly values: readonly (readonly SqlValue[])[]
}

/** A connection, used by one caller at a time. */
export interface WordConnection {
  /** Rows of a query; numbers may come as `number`, `bigint` or digits. */
  rows(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]>
  run(sql: string, values: readonly SqlValue[]): Promise<void>
  /** Adds rows by the fastest way that takes values as values. */
  insert(columns: SqlColumns): Promise<void>
}

/** Where the SQL of databases differs. */
export interface WordDialect {
  readonly name: string
  /** The statements that create tables and indexes where they are missing. */
  readonly schema: (table: string) => readonly string[]
  /** The number of rows of a group, as `HAVING` may name it. */
  readonly intersects: string
  /** A join whose left side is read first, where the planner can be told so. */
  readonly joinInOrder: string
  readonly begin: string
  /** A transaction that sees one state of the tables throughout. */
  readonly beginSnapshot: string
  /** A temporary table of the rows of a query, with an index. */
  readonly temporary: (name: string, key: string, query: string) => readonly string[]
  readonly dropTemporary: string
  readonly analyse: (table: string) => readonly string[]
}

export interface WordDatabase {
  readonly dialect: WordDialect
  /** Whether an error of its client says that a key is already there. */
  isDuplicate(error: unknown): boolean
  /** Whether it says that a transaction was undone because of another one, and may be tried again. */
  isCollision(error: unknown): boolean
  /** Lends a connection until `use` has ended. */
  connected<T>(use: (connection: WordConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Which pool of a client is taken. */
export interface PoolOptions<Pool> {
  /** Such as `postgres://user:password@host:5432/database`; needed when there is no `pool`. */
  readonly url?: string | undefined
  /** A pool of the caller, who closes it. */
  readonly pool?: Pool | undefined
  /** Gives the package; only for tests and bundlers. */
  readonly load?: (() => Promise<unknown>) | undefined
}

/** A connection of a pool. */
export interface PooledConnection extends WordConnection {
  /** Gives it back, or closes it where it may be in any state. */
  release(isSound: boolean): Promise<void> | void
}

/** A client whose connections come from a pool. */
export interface PooledClient<Pool, Package> {
  readonly dialect: WordDialect
  readonly packageName: string
  /** Where its errors have their codes; the one of a key that is there, and those of a transaction that was undone. */
  readonly codes: {
    readonly field: string
    readonly duplicate: unknown
    readonly collisions: readonly unknown[]
  }
  makePool(loaded: Package, url: string | undefined): Pool
  connect(pool: Pool): Promise<PooledConnection>
}

/**
 * A database over a pool of the caller, or over one of its own, for which the package is loaded now.
 *
 * @throws NearsameError OPTION_VALUE, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function pooledDatabase<Pool extends { end(): Promise<void> }, Package>(
  client: PooledClient<Pool, Package>,
  { url, pool: given, load }: PoolOptions<Pool>,
): Promise<WordDatabase> {
  const pool = given ?? (await openPool(client, url, load))
  const { dialect, codes } = client
  const codeOf = (error: unknown): unknown => (error as Readonly<Record<string, unknown>>)[codes.field]
  return {
    dialect,
    isDuplicate: error => codeOf(error) === codes.duplicate,
    isCollision: error => codes.collisions.includes(codeOf(error)),
    async connected(use) {
      const connection = await client.connect(pool)
      let isSound = false
      try {
        const result = await use(connection)
        isSound = true
        return result
      } finally {
        await connection.release(isSound)
      }
    },
    async close() {
      if (given === undefined) await pool.end()
    },
  }
}

async function openPool<Pool, Package>(
  { packageName, makePool, dialect }: PooledClient<Pool, Package>,
  url: string | undefined,
  load: () => Promise<unknown> = () => import(packageName),
): Promise<Pool> {
  const instead = 'keep the word tables in SQLite, which needs no package'
  const loaded = await loadPackage<Package>(packageName, load, instead)
  try {
    return makePool(loaded, url)
  } catch (error) {
    throw isNearsameError(error) ? error : databaseError(dialect.name, error)
  }
}

/** Lends one connection to one caller after the other, in the order in which they ask. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(use)
    this.#last = turn.catch(() => {})
    return turn
  }
}

/**
 * Runs `use` in a transaction, which is undone when it fails.
 *
 * @throws what `use` throws
 */
export async function inTransaction<T>(
  connection: WordConnection,
  begin: string,
  use: () => Promise<T>,
): Promise<T> {
  await connection.run(begin, [])
  try {
    const result = await use()
    await connection.run('COMMIT', [])
    return result
  } catch (error) {
    // A connection that is lost cannot be rolled back; the server does it. The first error is the one to tell.
    await connection.run('ROLLBACK', []).catch(() => {})
    throw error
  }
}

/** An error of a client, as ours. */
export function databaseError(name: string, cause: unknown): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: `${name} to answer and to carry out every statement`,
    got: messageOf(cause),
    fix: 'check that it runs, that address and account are right and that the account may create and change tables',
    cause,
  })
}

/** A refused connection is an error of several addresses, without a message of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0])
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.split('\n')[0].replace(/\.$/, '') || 'an error without a message'
}
