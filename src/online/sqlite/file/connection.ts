/**
 * SQLite connections: the module of Node, loaded when it is needed, and how the files of a collection are
 * opened.
 *
 * Two threads have a connection of their own to a collection. The writer's commits append to the
 * write-ahead log and wait for the disk; the reader keeps a read transaction open, so that it sees one
 * state until it asks for the next.
 */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { sqliteError } from './errors.ts'
import { missingFile } from './schema.ts'

/** Another program that looks into the file, such as one that makes a copy, is waited for. */
export const busyTimeoutMs = 10_000

const pragmas = {
  // What is acknowledged is on the disk. The log is emptied when the collection says so, never within a
  // commit.
  writer:
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; ' +
    'PRAGMA cache_size = -16384',
  reader: 'PRAGMA query_only = 1; PRAGMA cache_size = -16384',
} as const

let loading: Promise<typeof import('node:sqlite')> | undefined

/**
 * The module; the first release line of Node that has it warns that it is young, which is not passed on.
 */
export function loadSqlite(): Promise<typeof import('node:sqlite')> {
  loading ??= (async () => {
    const warn = process.emitWarning
    process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
      if (!String(warning).includes('SQLite')) warn.call(process, warning, ...rest)
    }) as typeof process.emitWarning
    try {
      return await import('node:sqlite')
    } finally {
      process.emitWarning = warn
    }
  })()
  return loading
}

/**
 * A connection to a collection's database, which must be there.
 *
 * @throws NearsameError STORE_CORRUPT, STORE_UNAVAILABLE, DISK_FULL
 */
export async function connect(file: string, role: keyof typeof pragmas): Promise<DatabaseSync> {
  const { DatabaseSync } = await loadSqlite()
  if (!existsSync(file)) throw missingFile(file)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: busyTimeoutMs })
    database.exec(`PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; ${pragmas[role]}`)
    return database
  } catch (error) {
    database?.close()
    throw sqliteError(error, file)
  }
}
