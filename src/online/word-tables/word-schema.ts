/** Making of word tables: one program after the other, so that each finds them whole. */

import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { sqlError } from '../database/client.ts'
import type { SqlDatabase } from '../database/database.ts'
import type { WordDialect } from './word-dialect.ts'
import { addMissingShort } from './word-table-queries.ts'
import { untilAlone } from './word-transactions.ts'

/**
 * Makes the tables and indexes that are missing, and adds what other programs have left out of the third table.
 *
 * @param words that are chosen of a text
 * @throws NearsameError STORE_BUSY when the turn does not come, STORE_UNAVAILABLE
 */
export async function makeWordTables(
  database: SqlDatabase,
  dialect: WordDialect,
  table: string,
  words: number,
): Promise<void> {
  // What is added here collides with what others write meanwhile.
  const made = untilAlone(
    database,
    ['conflict'],
    async connection => {
      const [[hasTurn]] = await connection.script(dialect.enter(table))
      if (Number(hasTurn) !== 1) {
        throw sqlError(database.driver.name, 'locked', new Error('no turn to make the tables of words'))
      }
      // At once: in SQLite nothing of this process may come between, it would wait for itself.
      const { schema, leave } = dialect
      await connection.script([...schema(table), addMissingShort(table, words), ...leave(table)])
    },
    { isPatient: true },
  )
  await made.catch(error => {
    // Nothing has been opened that could be missing: there is no schema to make tables in.
    const isAbsent = isNearsameError(error) && error.code === 'COLLECTION_NOT_FOUND'
    throw isAbsent ? sqlError(database.driver.name, 'other', error.parts.cause) : error
  })
}
