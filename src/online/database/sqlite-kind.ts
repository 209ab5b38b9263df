/** Kinds of errors of SQLite. */

/** SQLITE_BUSY: another connection holds the file. */
export const sqliteBusy = 5

/** The primary result code of an error of `node:sqlite`, its lower eight bits: those above name a case. Else 0. */
export function sqliteKind(error: unknown): number {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff
}
