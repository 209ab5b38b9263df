/**
 * What a store and word tables need from a database: connections that run statements and insert rows, and a
 * classification of errors. `postgres-client.ts` has them for PostgreSQL, `sqlite-word-tables.ts` for SQLite.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'

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

/** The named fields of rows as columns of these types. */
export function sqlColumns<R, N extends keyof R & string>(
  rows: readonly R[],
  types: Readonly<Record<N, SqlType>>,
): SqlColumn[] {
  const named = Object.entries(types) as [N, SqlType][]
  return named.map(([name, type]) => ({ name, type, values: rows.map(row => row[name] as SqlValue) }))
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
