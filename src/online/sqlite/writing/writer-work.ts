/** The tasks of the thread that writes to a collection, one at a time. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { segmentNumbers } from '../../postings/segment-numbers.ts'
import { busyTimeoutMs, connect } from '../file/connection.ts'
import { sqliteError } from '../file/errors.ts'
import { databaseFile, readHeader } from '../file/schema.ts'
import { segmentsFrom } from '../file/segments.ts'
import { type SnapshotRow, snapshotWords, writeSnapshot } from '../file/snapshots.ts'
import { SqliteApply } from './apply.ts'
import type { Rebuilt, WriterRequest } from './writer.ts'

interface Answer {
  readonly result: unknown
  readonly transfer: ArrayBuffer[]
}

const done: Answer = { result: undefined, transfer: [] }

export class WriterWork {
  readonly #folder: string
  readonly #database: DatabaseSync
  readonly #id: Uint8Array
  readonly #apply: SqliteApply

  private constructor(folder: string, database: DatabaseSync) {
    this.#folder = folder
    this.#database = database
    this.#id = readHeader(database, databaseFile(folder)).id
    this.#apply = new SqliteApply(database)
  }

  static async open(folder: string): Promise<WriterWork> {
    const database = await connect(databaseFile(folder), 'writer')
    try {
      return new WriterWork(folder, database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  run(kind: WriterRequest['kind'], task: WriterRequest['task']): Answer {
    switch (kind) {
      case 'apply':
        return { result: this.#apply.apply(task as WriterRequest<'apply'>['task']), transfer: [] }
      case 'rebuild':
        return this.#rebuild(task as number)
      case 'checkpoint':
        this.#checkpoint(task === true ? 'TRUNCATE' : 'PASSIVE')
        return done
      case 'vacuum':
        this.#database.exec('VACUUM; UPDATE counters SET removed_bytes = 0')
        return done
      case 'close':
        this.#close()
        return done
    }
  }

  /** Checkpoints: if the collection closes before the next thread starts, no one else does. */
  #close(): void {
    try {
      this.#checkpoint('PASSIVE')
    } finally {
      this.#database.close()
    }
  }

  #checkpoint(mode: 'TRUNCATE' | 'PASSIVE'): void {
    // Truncating waits for other readers, such as a check, which may take long.
    this.#database.exec('PRAGMA busy_timeout = 0')
    try {
      this.#database.exec(`PRAGMA wal_checkpoint(${mode})`)
    } finally {
      // Also after a failure, such as a full disk: writes still wait for others.
      this.#database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    }
  }

  #rebuild(start: number): Answer {
    const segments = segmentsFrom(this.#database, start)
    const words = snapshotWords(segments, this.#id)
    const unsaved = this.#saveIfRoom(words, segments.names.documents === 0)
    return { result: { words, unsaved } satisfies Rebuilt, transfer: [words.buffer] }
  }

  /** @returns why there was no space for the file; the segments work without it */
  #saveIfRoom(words: Uint32Array, isEmpty: boolean): string | undefined {
    try {
      if (isEmpty) this.#list(words[3], undefined)
      else this.#save(words)
      return undefined
    } catch (error) {
      const told = sqliteError(error, databaseFile(this.#folder))
      if (told.code !== 'DISK_FULL') throw error
      return told.message
    }
  }

  #save(words: Uint32Array): void {
    const row = writeSnapshot(this.#folder, words)
    try {
      this.#list(row.start, row)
    } catch (error) {
      rmSync(join(this.#folder, row.file), { force: true })
      throw error
    }
  }

  /** Lists a snapshot. Its segment has no removed document, so its numbers leave the table `gone`. */
  #list(start: number, row: SnapshotRow | undefined): void {
    const old = this.#database.prepare('SELECT file FROM snapshots WHERE start = ?').get(start)?.file
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      this.#database.prepare('DELETE FROM snapshots WHERE start = ?').run(start)
      const range = 'DELETE FROM gone WHERE number >= ? AND number < ?'
      this.#database.prepare(range).run(start, start + segmentNumbers)
      if (row !== undefined) {
        const { file, size, sum } = row
        this.#database.prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)').run(start, file, size, sum)
      }
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    if (old !== undefined) rmSync(join(this.#folder, String(old)), { force: true })
  }
}
