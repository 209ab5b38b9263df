/** Transactions on word tables. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection, SqlFailure } from '../database/client.ts'
import type { LoanOptions, SqlDatabase, WatchedLoan } from '../database/database.ts'

/** How long conflicting work is retried. */
const collisionMs = 30_000
const longestPauseMs = 200

/**
 * Runs `use` in a transaction on a lent connection. On failure it closes the connection, which rolls back the
 * transaction.
 *
 * @throws what `use` throws
 */
export async function inTransaction<T>(
  connection: SqlConnection,
  begin: readonly string[],
  use: () => Promise<T>,
): Promise<T> {
  await connection.script(begin)
  const result = await use()
  await connection.script(['COMMIT'])
  return result
}

/**
 * Runs `use` in a transaction, and retries it after a conflict with another.
 *
 * @param collisions the failures that count as conflicts
 * @throws NearsameError DOCUMENT_EXISTS, as `SqlDatabase`, and what `use` throws
 */
export function inRetriedTransaction<T>(
  database: SqlDatabase,
  begin: readonly string[],
  collisions: readonly SqlFailure[],
  use: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
  const work = (loan: SqlConnection) => inTransaction(loan, begin, () => use(loan))
  return database.writing(() => untilAlone(database, collisions, work))
}

/**
 * Runs `use` on a lent connection, and retries while it conflicts with others.
 *
 * @throws NearsameError DOCUMENT_EXISTS, as `SqlDatabase`, and what `use` throws
 */
export async function untilAlone<T>(
  database: SqlDatabase,
  collisions: readonly SqlFailure[],
  use: (connection: SqlConnection) => Promise<T>,
  options?: LoanOptions,
): Promise<T> {
  const end = Date.now() + collisionMs
  for (let attempt = 1; ; attempt++) {
    let loan: WatchedLoan | undefined
    try {
      return await database.lend(lent => {
        loan = lent
        return use(lent)
      }, options)
    } catch (error) {
      const failure = loan?.failed?.failure
      const isCollision = failure !== undefined && collisions.includes(failure)
      if (!isCollision || Date.now() >= end)
        throw failure === 'duplicate' ? wordDocumentExists(error) : error
      await sleep(Math.random() * Math.min(10 * attempt, longestPauseMs))
    }
  }
}

export function wordDocumentExists(cause?: unknown): NearsameError {
  return new NearsameError('DOCUMENT_EXISTS', {
    expected: 'ids that no document has yet, each once',
    got: 'an id that exists already',
    fix: 'call `replace`, which replaces the documents with these ids',
    cause,
  })
}
