/**
 * SQLite connections: loads Node's module on demand and opens the files of a collection.
 *
 * Two threads have their own connection to a collection. The writer's commits append to the write-ahead log (WAL) and
 * wait for the disk; the reader keeps a read transaction open, so it sees one state until it refreshes.
 */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { sqliteError } from './errors.ts'
import { missingFile } from './schema.ts'

/** How long to wait for another program that reads the file, such as a backup. */
export const busyTimeoutMs = 10_000

// A copy made by `VACUUM INTO` has no WAL. The reader opens first, and keeps a transaction open that would lock out a
// writer without one; where there is a WAL, this changes nothing.
const withLog = 'PRAGMA journal_mode = WAL'

const pragmas = {
  // Acknowledged writes are on the disk. The collection decides when to checkpoint, never a commit.
  writer: `${withLog}; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -16384`,
  reader: `${withLog}; PRAGMA query_only = 1; PRAGMA cache_size = -16384`,
} as const

let loading: Promise<typeof import('node:sqlite')> | undefined

/** Loads the module without the warning of early Node releases that it is experimental. */
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
 * A connection to a collection's existing database.
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
