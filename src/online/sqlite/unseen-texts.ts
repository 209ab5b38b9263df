/**
 * Unseen texts: the exact filter of a crawler. From a stream of documents it yields those whose text it has never seen,
 * also across restarts.
 *
 *     documents ─▶ 128-bit hash of the text ─▶ in the file? ─no─▶ yielded, handled, then recorded in the file
 *
 * A document is recorded when the consumer asks for the next one, which it does once it has handled this one. So a
 * document whose handling throws, or ends the loop, comes again in the next stream; after a kill the last few come
 * again, and none is lost. Memory use does not grow with the texts seen: they are in a file, a SQLite table ordered by
 * hash.
 *
 * Source: the exact duplicate filter of a search engine's crawler, from its manual. Ours: the implementation.
 * Cost: 16 bytes per text plus SQLite's overhead, about 30 in all. Error: two texts count as one with probability
 * 2^-128.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { checkDocument, type GivenDocument } from '../../engine/library/document.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkCount, checkObject, checkWalkable } from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import { sqliteBusy, sqliteKind } from '../database/sqlite-kind.ts'

export interface UnseenOptions {
  /**
   * File that remembers the texts, for one stream at a time; created if missing. `:memory:` remembers them only for
   * this stream.
   */
  readonly file: string
  /** Number of documents recorded at once; after a kill at most this many come twice. Default: 1,000. */
  readonly batch?: number
}

const marker = 0x6e736d66 // "nsmf", so that we never write to another program's database

/**
 * Yields the documents whose text was not seen before, in order. A document counts as seen when the next one is asked
 * for: handle it before that.
 *
 * @param documents texts, or objects with a `text`; other fields pass unchanged
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, TEXT_NOT_STRING, STORE_LOCKED while another stream uses the file,
 * INPUT_UNREADABLE if the file is no filter or cannot be opened
 */
export async function* unseenTexts<T extends GivenDocument>(
  documents: Iterable<T> | AsyncIterable<T>,
  options: UnseenOptions,
): AsyncGenerator<T> {
  checkWalkable('documents', documents, 'documents')
  checkObject('options', options)
  refuseUnknown(['file', 'batch'], Object.keys(options), 'library')
  const { file, batch = 1000 } = options
  checkArgument(typeof file === 'string' && file !== '', 'file', file, 'the name of a file')
  checkCount('batch', batch, 1)
  const database = await openFilter(file)
  const isSeen = database.prepare('SELECT 1 FROM seen WHERE hash = ?')
  const insert = database.prepare('INSERT INTO seen (hash) VALUES (?)')
  let place = 0
  let waiting = 0
  database.exec('BEGIN')
  try {
    for await (const document of documents) {
      const { text } = checkDocument(document, ++place)
      const hash = hashOf(text)
      if (isSeen.get(hash) !== undefined) continue
      // A consumer that throws, or leaves its loop, does not come back from here.
      yield document
      insert.run(hash)
      if (++waiting < batch) continue
      database.exec('COMMIT; BEGIN')
      waiting = 0
    }
  } finally {
    // Also when the consumer stops early: what it handled before counts as seen.
    database.exec('COMMIT')
    database.close()
  }
}

async function openFilter(file: string): Promise<DatabaseSync> {
  // Loaded on demand: some releases of Node warn that it is experimental.
  const { DatabaseSync } = await import('node:sqlite')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    // Holds the lock until the end, so that two streams never alternate by chance.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const { application_id: id } = database.prepare('PRAGMA application_id').get() as {
      application_id: number
    }
    const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_master').get() as {
      tables: number
    }
    if (id !== marker && tables > 0) throw new Error('it is a database of another program')
    database.exec(`PRAGMA application_id = ${marker}`)
    database.exec('CREATE TABLE IF NOT EXISTS seen (hash BLOB PRIMARY KEY) WITHOUT ROWID')
    return database
  } catch (cause) {
    database?.close()
    if (sqliteKind(cause) === sqliteBusy) throw locked(file, cause)
    throw new NearsameError('INPUT_UNREADABLE', {
      expected: 'a file that remembers texts, or a new path',
      got: (cause as Error).message,
      where: file,
      fix: 'name another file, or remove this one to start over',
      cause,
    })
  }
}

function locked(file: string, cause: unknown): NearsameError {
  return new NearsameError('STORE_LOCKED', {
    expected: 'a file that no other stream of unseen texts uses',
    got: 'one that is in use',
    where: file,
    fix: 'wait until the other stream is done, or end it',
    cause,
  })
}

/** Hashes UTF-16, not UTF-8, because lone surrogates must differ, as everywhere. */
function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf16le').digest().subarray(0, 16)
}
