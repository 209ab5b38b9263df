/** Transactions on word tables. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SqlConnection } from '../database/client.ts'
import type { SqlDatabase, WatchedLoan } from '../database/database.ts'
import { NearsameError } from '../errors/nearsame-error.ts'

/** Of a transaction among others that write the same words. */
const mostAttempts = 20

/**
 * Runs `use` in a transaction on a lent connection. When it fails the connection is not given back as sound, which
 * undoes the transaction.
 *
 * @throws what `use` throws
 */
export async function inTransaction<T>(
  connection: SqlConnection,
  begin: string,
  use: () => Promise<T>,
): Promise<T> {
  await connection.script([begin])
  const result = await use()
  await connection.script(['COMMIT'])
  return result
}

/**
 * Runs `use` in a transaction; one that collided with another is done again.
 *
 * @throws NearsameError DOCUMENT_EXISTS, as `SqlDatabase`, and what `use` throws
 */
export function written<T>(
  database: SqlDatabase,
  begin: string,
  use: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
  return database.writing(async () => {
    for (let attempt = 1; ; attempt++) {
      let loan: WatchedLoan | undefined
      try {
        return await database.lend(lent => {
          loan = lent
          return inTransaction(lent, begin, () => use(lent))
        })
      } catch (error) {
        const failure = loan?.failed?.failure
        if (failure === 'duplicate') throw documentExists(error)
        if (failure !== 'conflict' || attempt === mostAttempts) throw error
        await sleep(Math.random() * 10 * attempt)
      }
    }
  })
}

function documentExists(cause: unknown): NearsameError {
  return new NearsameError('DOCUMENT_EXISTS', {
    expected: 'ids that no document has yet, each once',
    got: 'an id that is there already',
    fix: 'call `replace`, which puts documents in the place of those with their ids',
    cause,
  })
}
