/**
 * What stores and word tables need from a database: connections that run statements and insert rows, and a
 * classification of errors. `postgres-client.ts` and `mariadb-client.ts` each make one with `pooledDriver`.
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { loadPackage } from '../../ground/errors/optional-package.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import { checkArgument, checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'

/** The values of a row in the order of its columns; numbers may come as `number`, `bigint` or digits. */
export type SqlRow = readonly unknown[]

/** `word` is an unsigned number of 32 bits, `number` a whole number, `bytes` a Uint8Array, `text` a string; or null. */
export type SqlType = 'word' | 'number' | 'bytes' | 'text'

export type SqlValue = number | string | Uint8Array | null

export interface SqlColumnType {
  readonly name: string
  readonly type: SqlType
}

/** A column of rows for a statement; all columns of one statement have the same length. */
export interface SqlColumn extends SqlColumnType {
  readonly values: ArrayLike<SqlValue>
}

/** A connection, used by one caller at a time. */
export interface SqlConnection {
  /** Runs one statement with a `?` for every value. @returns its rows */
  rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]>
  /** Runs statements without values, up to the first that fails. @returns rows of the last */
  script(statements: readonly string[]): Promise<readonly SqlRow[]>
  /** Inserts rows in the fastest way that keeps values out of the SQL, except plain numbers. */
  insert(table: string, columns: readonly SqlColumn[]): Promise<void>
}

/**
 * Why a statement failed: the connection is `lost`, another transaction conflicted (`conflict`) or held a lock for too
 * long (`locked`), a key exists already (`duplicate`), the disk is `full`, pages are `corrupt`, its table is `absent`,
 * or another reason.
 */
export type SqlFailure =
  | 'lost'
  | 'conflict'
  | 'locked'
  | 'duplicate'
  | 'full'
  | 'corrupt'
  | 'absent'
  | 'other'

/** A borrowed connection; releasing it closes it if its state is unknown. */
export interface SqlLoan extends SqlConnection {
  release(isSound: boolean): void
}

export interface SqlDriver {
  /** For messages. */
  readonly name: string
  /** Maximum number of connections that write at a time, so that others are free for reading. */
  readonly writers: number
  connect(): Promise<SqlLoan>
  failureOf(error: unknown): SqlFailure
  end(): Promise<void>
}

/** Options of the pool of a client. */
export interface PoolOptions<Pool> {
  /** Address such as `postgres://user:password@host:5432/database`. Default: none, a `pool` is given. */
  readonly url?: string | undefined
  /** The caller's own pool; the caller closes it. Default: a new pool for the `url`. */
  readonly pool?: Pool | undefined
  /** Loads the package of the database; for tests and bundlers. Default: an import of the package. */
  readonly load?: (() => Promise<unknown>) | undefined
}

/** Connections of our own pool. */
export const connections = 10
/** Timeout for getting one of them. */
export const connectMs = 5_000

/** A client whose connections come from a pool. */
export interface PooledClient<Pool, Package> {
  readonly name: string
  readonly packageName: string
  makePool(loaded: Package, url: string | undefined): Pool
  connect(pool: Pool): Promise<SqlLoan>
  failureOf(error: unknown): SqlFailure
}

/**
 * Checks options of a pool and the other names; a wrong `url` may contain a password, so errors do not show it.
 *
 * @param others undefined if the caller checks the names itself
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN
 */
export function checkPoolOptions(given: PoolOptions<object>, others?: readonly string[]): void {
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
export async function pooledDriver<Pool extends { end(): Promise<void> }, Package>(
  client: PooledClient<Pool, Package>,
  { url, pool: given, load }: PoolOptions<Pool>,
): Promise<SqlDriver> {
  const pool = given ?? (await openPool(client, url, load))
  const { name, failureOf } = client
  return {
    name,
    writers: connections / 2,
    connect: () => client.connect(pool),
    failureOf,
    end: async () => {
      if (given === undefined) await pool.end()
    },
  }
}

async function openPool<Pool, Package>(
  { name, packageName, makePool }: PooledClient<Pool, Package>,
  url: string | undefined,
  load: () => Promise<unknown> = () => import(packageName),
): Promise<Pool> {
  const loaded = await loadPackage<Package>(packageName, load, 'use SQLite, which needs no package')
  try {
    return makePool(loaded, url)
  } catch (error) {
    throw isNearsameError(error) ? error : sqlError(name, 'other', error)
  }
}

interface ToldFailure {
  readonly code: ErrorCode
  /** For the database with this name. */
  readonly expected: (name: string) => string
  readonly fix: string
}

/** Messages by failure; one not listed uses `other`. */
const toldFailures: { readonly other: ToldFailure } & { readonly [F in SqlFailure]?: ToldFailure } = {
  full: {
    code: 'DISK_FULL',
    expected: name => `space on the disk of ${name}`,
    fix: 'free space there, or remove documents and compact the tables; nothing unacknowledged was stored',
  },
  corrupt: {
    code: 'STORE_CORRUPT',
    expected: name => `undamaged pages in ${name}`,
    fix: 'restore the database from a backup',
  },
  locked: {
    code: 'STORE_BUSY',
    expected: name => `a turn to write in ${name}`,
    fix: 'try again; if that does not help, end the transaction that holds the lock',
  },
  conflict: {
    code: 'STORE_BUSY',
    expected: name => `a turn to write in ${name}`,
    fix: 'try again; if that does not help, let fewer clients write the same documents at once',
  },
  absent: {
    code: 'COLLECTION_NOT_FOUND',
    expected: name => `the opened tables to exist in ${name}`,
    fix: 'open them again, which creates them, or restore them',
  },
  other: {
    code: 'STORE_UNAVAILABLE',
    expected: name => `${name} to answer and run every statement`,
    fix: 'check that it runs, that address and account are right, and that the account may create and change tables',
  },
}

/** A client's error as ours. */
export function sqlError(name: string, failure: SqlFailure, cause: unknown): NearsameError {
  const { code, expected, fix } = toldFailures[failure] ?? toldFailures.other
  return new NearsameError(code, { expected: expected(name), got: messageOf(cause), fix, cause })
}

/** A refused connection is an aggregate error for several addresses, without a message of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0])
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.split('\n')[0].replace(/\.$/, '') || 'an error without a message'
}
