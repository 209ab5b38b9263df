/** Word schema: creates the word tables, one program at a time, so that each finds them complete. */

import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { sqlError } from '../database/client.ts'
import type { SqlDatabase } from '../database/database.ts'
import type { WordDialect } from './word-dialect.ts'
import { addMissingShort } from './word-table-queries.ts'
import { untilAlone } from './word-transactions.ts'

/**
 * Creates missing tables and indexes, and adds missing rows of other programs' documents to the third table.
 *
 * @param words number of words chosen from a text
 * @throws NearsameError STORE_BUSY if the lock does not come free, STORE_UNAVAILABLE
 */
export async function makeWordTables(
  database: SqlDatabase,
  dialect: WordDialect,
  table: string,
  words: number,
): Promise<void> {
  // The added rows may conflict with those that others write meanwhile.
  const made = untilAlone(
    database,
    ['conflict'],
    async connection => {
      // One script: in SQLite, other work of this process between two would wait for itself.
      await connection.script([...dialect.schema(table), addMissingShort(table, words), 'COMMIT'])
    },
    { isPatient: true },
  )
  await made.catch(error => {
    // Nothing is open yet that could be missing: there is no schema to create tables in.
    const isAbsent = isNearsameError(error) && error.code === 'COLLECTION_NOT_FOUND'
    throw isAbsent ? sqlError(database.driver.name, 'other', error.parts.cause) : error
  })
}
