/**
 * Work on a connection, in which the errors of the client are turned into ours where they come from, so that faults
 * of our own stay visible.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { databaseError, inTransaction, type WordConnection, type WordDatabase } from './word-database.ts'

/**
 * Runs `use` on a connection whose errors are ours.
 *
 * @throws NearsameError DOCUMENT_EXISTS, STORE_UNAVAILABLE, and what `use` throws
 */
export async function lent<T>(
  database: WordDatabase,
  use: (connection: WordConnection) => Promise<T>,
): Promise<T> {
  const name = database.dialect.name
  let isLent = false
  const told = async <R>(work: Promise<R>): Promise<R> => {
    try {
      return await work
    } catch (error) {
      throw database.isDuplicate(error) ? documentExists(error) : databaseError(name, error)
    }
  }
  try {
    return await database.connected(connection => {
      isLent = true
      return use({
        rows: (sql, values) => told(connection.rows(sql, values)),
        run: (sql, values) => told(connection.run(sql, values)),
        insert: columns => told(connection.insert(columns)),
      })
    })
  } catch (error) {
    throw isLent || isNearsameError(error) ? error : databaseError(name, error)
  }
}

/** Of a transaction among others that write the same words. */
const mostAttempts = 20

/**
 * Runs `use` in a transaction; one that collided with another is done again.
 *
 * @throws as `lent`
 */
export async function written<T>(
  database: WordDatabase,
  use: (connection: WordConnection) => Promise<T>,
): Promise<T> {
  const { begin } = database.dialect
  for (let attempt = 1; ; attempt++) {
    try {
      return await lent(database, connection => inTransaction(connection, begin, () => use(connection)))
    } catch (error) {
      const isCollision = isNearsameError(error) && database.isCollision(error.cause ?? {})
      if (!isCollision || attempt === mostAttempts) throw error
      await sleep(Math.random() * 10 * attempt)
    }
  }
}

function documentExists(cause: unknown): NearsameError {
  return new NearsameError('DOCUMENT_EXISTS', {
    expected: 'ids that no document has yet, each once',
    got: 'an id that is there already',
    fix: 'call `replace`, which puts documents in the place of those with their ids',
    cause,
  })
}
