/** Kinds of errors of SQLite. */

/** SQLITE_BUSY: another connection holds the file. */
export const sqliteBusy = 5

/** The primary result code in an error of `node:sqlite`: its lower eight bits, below the extended ones. Otherwise 0. */
export function sqliteKind(error: unknown): number {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff
}
