/**
 * SQLite lock: a data directory belongs to one process at a time, until that process ends in any way.
 *
 * A transaction that never ends locks an empty database; the system releases the lock when the process ends. Nothing
 * else in this process may open the file, because closing it would release the lock.
 *
 * The file has no contents, so a damaged one is truncated. It is never replaced: two processes would lock two files.
 */
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { sqliteBusy, sqliteKind } from '../../database/sqlite-kind.ts'
import { loadSqlite } from '../file/connection.ts'
import { sqliteError } from '../file/errors.ts'
import { OwnFile } from '../file/own-file.ts'

export class SqliteLock {
  readonly #database: DatabaseSync
  readonly #file: OwnFile

  private constructor(database: DatabaseSync, file: OwnFile) {
    this.#database = database
    this.#file = file
  }

  /** @throws NearsameError STORE_LOCKED, STORE_UNAVAILABLE, DISK_FULL */
  static async take(directory: string): Promise<SqliteLock> {
    const { DatabaseSync } = await loadSqlite()
    const file = join(directory, 'lock.sqlite')
    for (let isDamaged = false; ; isDamaged = true) {
      let database: DatabaseSync | undefined
      try {
        // Finding damage means that the file was readable, so no process holds the lock.
        if (isDamaged) truncateSync(file)
        database = new DatabaseSync(file, { timeout: 0 })
        // On a read-only file a transaction begins all the same; only the first change fails.
        database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
        return new SqliteLock(database, new OwnFile(file))
      } catch (error) {
        database?.close()
        if (sqliteKind(error) === sqliteBusy) throw locked(directory, error)
        const told = sqliteError(error, file)
        if (isDamaged || told.code !== 'STORE_CORRUPT') throw told
      }
    }
  }

  /** A deleted lock file keeps no one out. @throws NearsameError STORE_UNAVAILABLE */
  check(): void {
    this.#file.check()
  }

  give(): void {
    this.#database.close()
  }
}

function locked(directory: string, cause: unknown): NearsameError {
  return new NearsameError('STORE_LOCKED', {
    expected: 'a data directory that no other process holds',
    got: 'one in use',
    where: directory,
    fix: 'stop the server or command that holds it, or send your request to it',
    cause,
  })
}
