/**
 * What stores and word tables need of a database: connections that run statements and add rows, and a reading of its
 * errors. `postgres-client.ts` and `mariadb-client.ts` give one each, by `pooledDriver`.
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

/** A column of rows that are given to a statement; the columns of one statement are of one length. */
export interface SqlColumn extends SqlColumnType {
  readonly values: ArrayLike<SqlValue>
}

/** A connection, used by one caller at a time. */
export interface SqlConnection {
  /** Rows of one statement with a `?` for every value. */
  rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]>
  /** Statements without values, up to the first that fails. @returns rows of the last */
  script(statements: readonly string[]): Promise<readonly SqlRow[]>
  /** Adds rows by the fastest way that takes values as values. */
  insert(table: string, columns: readonly SqlColumn[]): Promise<void>
}

/**
 * What became of a statement that failed: the connection is `lost`, another transaction was in its way (`conflict`) or
 * held a lock for too long (`locked`), a key is there already (`duplicate`), the disk is `full`, pages are `corrupt`,
 * its table is `absent`, or another reason.
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

/** A connection that is given back, or closed where it may be in any state. */
export interface SqlLoan extends SqlConnection {
  release(isSound: boolean): void
}

export interface SqlDriver {
  /** For messages. */
  readonly name: string
  /** How many connections may write at a time, so that others are left for reading. */
  readonly writers: number
  connect(): Promise<SqlLoan>
  failureOf(error: unknown): SqlFailure
  end(): Promise<void>
}

/** Which pool of a client is taken. */
export interface PoolOptions<Pool> {
  /** Address such as `postgres://user:password@host:5432/database`. Default: none, a `pool` is given. */
  readonly url?: string | undefined
  /** A pool of the caller, who closes it. Default: one is made for the `url`. */
  readonly pool?: Pool | undefined
  /** Loads the package of the database; for tests and bundlers. Default: an import of the package. */
  readonly load?: (() => Promise<unknown>) | undefined
}

/** Of a pool of our own. */
export const connections = 10
/** How long one of them is waited for. */
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
 * Checks options of a pool and those named beside; what a wrong `url` is may hold a password, so it is not shown.
 *
 * @param others undefined where who takes them knows their names
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN
 */
export function checkPoolOptions(given: PoolOptions<object>, others?: readonly string[]): void {
  checkObject('options', given)
  if (others !== undefined) refuseUnknown(['url', 'pool', 'load', ...others], Object.keys(given), 'library')
  const { url } = given
  checkArgument(url === undefined || typeof url === 'string', 'url', typeof url, 'a text')
}

/**
 * A driver over a given pool, or over one of its own, for which the package is loaded now.
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
  /** Of the database with this name. */
  readonly expected: (name: string) => string
  readonly fix: string
}

/** How a failure is told; one that is not listed is told as `other`. */
const toldFailures: { readonly other: ToldFailure } & { readonly [F in SqlFailure]?: ToldFailure } = {
  full: {
    code: 'DISK_FULL',
    expected: name => `space on the disk of ${name}`,
    fix: 'free space there, or remove documents and compact the tables; what was not acknowledged is not there',
  },
  corrupt: {
    code: 'STORE_CORRUPT',
    expected: name => `whole pages in ${name}`,
    fix: 'restore the database from a backup',
  },
  locked: {
    code: 'STORE_BUSY',
    expected: name => `a turn to write in ${name}`,
    fix: 'try again; if it stays so, end the transaction that holds the lock',
  },
  conflict: {
    code: 'STORE_BUSY',
    expected: name => `a turn to write in ${name}`,
    fix: 'try again; if it stays so, let fewer write the same documents at once',
  },
  absent: {
    code: 'COLLECTION_NOT_FOUND',
    expected: name => `the tables that were opened in ${name}`,
    fix: 'open them again, which makes them anew, or restore them',
  },
  other: {
    code: 'STORE_UNAVAILABLE',
    expected: name => `${name} to answer and to carry out every statement`,
    fix: 'check that it runs, that address and account are right and that the account may create and change tables',
  },
}

/** An error of a client, as ours. */
export function sqlError(name: string, failure: SqlFailure, cause: unknown): NearsameError {
  const { code, expected, fix } = toldFailures[failure] ?? toldFailures.other
  return new NearsameError(code, { expected: expected(name), got: messageOf(cause), fix, cause })
}

/** A refused connection is an error of several addresses, without a message of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0])
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.split('\n')[0].replace(/\.$/, '') || 'an error without a message'
}
