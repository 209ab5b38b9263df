/**
 * SQLite collection: one open collection of a data directory, which all stores of its name share.
 *
 *     write:  readings ─▶ apply ─▶ thread: one transaction, on the disk ─▶ reader and index move on together
 *
 * 1. Writes take turns. The lock of the data directory keeps other processes out.
 * 2. The reader moves on in the same turn of the event loop in which the index takes in what was committed,
 *    so nobody sees one without the other.
 * 3. The log is moved into the database between two writes, after the reader has moved on; else it could
 *    only grow.
 * 4. When the numbers of a segment are used up, the thread makes the segment from the database and saves
 *    it, right after the commit that used them up; what is removed by later commits is told apart there.
 */

import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Turns } from '../../ground/breath/turns.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { segmentNumbers } from '../postings/segment-numbers.ts'
import type { StoreChanges, StoreHeader, StoreProblem, StoreWriter } from '../store/store.ts'
import { indexProblems, threadProblems } from './check.ts'
import { connect } from './file/connection.ts'
import { corrupted, sqliteError } from './file/errors.ts'
import { OwnFile } from './file/own-file.ts'
import { type CollectionHeader, databaseFile, readHeader } from './file/schema.ts'
import { type SegmentPair, segmentsIn } from './file/snapshots.ts'
import { SqliteIndex } from './reading/postings.ts'
import { SqliteReader } from './reading/reader.ts'
import { SqliteReadings } from './reading/readings.ts'
import { packWrite } from './writing/changes.ts'
import { SqliteWriter } from './writing/writer.ts'

/**
 * Of the log, when it is moved: so much that flushing it is worth it, so little that the next write hardly
 * waits.
 */
const logBytes = 4 * 2 ** 20
/** What a write takes in the log beside what it adds: the ends of tables, whole pages each. */
const writeBytes = 6 * 16_384

/** Told of what was found wrong with files and repaired, or could not be written for now. */
type Report = (problem: StoreProblem) => void

/** What a collection is told of the data directory that it is in. */
interface Directory {
  readonly report: Report
  /** @throws NearsameError STORE_UNAVAILABLE when the directory is not ours any more */
  readonly checkHeld: () => void
}

export class SqliteCollection extends SqliteReadings {
  readonly folder: string
  readonly header: StoreHeader
  readonly reader: SqliteReader
  readonly writer: SqliteWriter
  readonly #id: Uint8Array
  readonly #reports: StoreProblem[] = []
  readonly #file: OwnFile
  readonly #directory: Directory
  #isOpen = true
  /** Why the reader and the index are behind what is committed. */
  #failure: unknown
  #index: SqliteIndex | undefined
  readonly #turns = new Turns()
  #logged = 0
  /** Why the log could not be moved the last time; undefined since it could. */
  #logFault: StoreProblem | undefined

  private constructor(reader: SqliteReader, own: CollectionHeader & Directory & { file: OwnFile }) {
    super(() => this)
    this.folder = dirname(own.file.path)
    this.header = own.header
    this.#id = own.id
    this.#file = own.file
    this.#directory = own
    this.reader = reader
    this.writer = new SqliteWriter(this.folder)
  }

  /** @throws NearsameError STORE_CORRUPT, STORE_FORMAT, STORE_UNAVAILABLE, DISK_FULL */
  static async open(folder: string, directory: Directory): Promise<SqliteCollection> {
    const file = databaseFile(folder)
    const database = await connect(file, 'reader')
    let collection: SqliteCollection | undefined
    try {
      const header = readHeader(database, file)
      const own = { ...header, ...directory, file: new OwnFile(file) }
      collection = new SqliteCollection(new SqliteReader(database, file), own)
      await collection.#openIndex()
      await collection.#sweep()
      return collection
    } catch (error) {
      database.close()
      await collection?.writer.close()
      throw sqliteError(error, file)
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get index(): SqliteIndex {
    return this.#index as SqliteIndex
  }

  /**
   * An open file can be read and written when nobody will ever find it again: without its name, or with another
   * file in its place, it is nowhere to keep anything.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  checkPlace(): void {
    this.#file.check()
    this.#directory.checkHeld()
  }

  /** Runs `work` when nobody else writes. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#turns.take(() => {
      if (this.#failure !== undefined) throw this.#failure
      return work(new SqliteTurn(this, changes => this.#apply(changes)))
    })
  }

  async compact(): Promise<number> {
    return this.#turns.take(async () => {
      this.checkPlace()
      const before = await this.storedBytes()
      const starts = this.reader.database.prepare(
        `SELECT DISTINCT number / ${segmentNumbers} AS place FROM gone`,
      )
      for (const { place } of starts.all())
        this.index.attach(await this.#rebuilt(Number(place) * segmentNumbers))
      const { removedBytes } = this.reader.refresh()
      if (removedBytes > 0 || this.reader.sizes().free > 0) await this.writer.request('vacuum', undefined)
      for (const isCut of [false, true]) {
        this.reader.refresh()
        await this.writer.request('checkpoint', isCut)
      }
      this.reader.refresh()
      return Math.max(0, before - (await this.storedBytes()))
    })
  }

  async *problems(): AsyncGenerator<StoreProblem> {
    // A log that is about to be moved is no fault.
    await this.#turns.idle()
    yield* this.#reports.slice()
    if (this.#logFault !== undefined) yield this.#logFault
    yield* threadProblems(this.folder)
    yield* indexProblems(this, this.header.agree)
  }

  /** After the writes that are waiting. */
  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    return this.#turns.take(async () => {
      // The last connection moves the rest of the log, which takes its time: that is to be the thread's.
      this.reader.close()
      await this.writer.close()
    })
  }

  async #apply(changes: StoreChanges): Promise<void> {
    this.checkPlace()
    const { packed, transfer } = packWrite(changes)
    const { writes } = this.reader.counters
    try {
      this.#logged += writeBytes + (await this.writer.request('apply', packed, transfer))
    } catch (error) {
      // A thread may have died with the transaction behind it.
      const isDead = isNearsameError(error) && error.code === 'WORKER_DIED'
      if (!isDead || this.reader.refresh().writes === writes) throw error
    }
    const sealed = await this.#sealed(changes)
    try {
      this.reader.refresh()
      this.index.apply(changes, sealed)
    } catch (error) {
      // It is committed and not seen here: nothing more may be written until the collection is opened again.
      this.#failure = error
      throw error
    }
    if (this.#logged > logBytes) this.#checkpoint()
  }

  /**
   * The segment that is complete with these documents, if there is one. Sealing it here would keep readers
   * waiting.
   */
  async #sealed({ added }: StoreChanges): Promise<SegmentPair | undefined> {
    const start = this.index.tailFrom
    const last = added.at(-1)?.number ?? 0
    if (last < start + segmentNumbers) return undefined
    try {
      return await this.#rebuilt(start)
    } catch (error) {
      this.#report(`snapshot of ${start}`, `could not be made: ${(error as Error).message}`)
      return undefined
    }
  }

  /** In a turn of its own, so that the write before is acknowledged first. */
  #checkpoint(): void {
    this.#logged = 0
    this.#turns
      .take(async () => {
        // Closed meanwhile, it was moved, and whoever has the files now is not us.
        if (!this.#isOpen) return
        await this.writer.request('checkpoint', false)
        this.reader.refresh()
        this.#logFault = undefined
      })
      .catch(error => {
        // The next write tries again.
        this.#logged = logBytes + 1
        const problem = `could not be moved into the database for now: ${error.message}`
        this.#logFault = { where: 'log', problem }
        this.#directory.report(this.#logFault)
      })
  }

  async #openIndex(): Promise<void> {
    const { folder, reader } = this
    this.#index = await SqliteIndex.open({
      folder,
      reader,
      id: this.#id,
      agree: this.header.agree,
      rebuilt: start => this.#rebuilt(start),
      report: ({ where, problem }) =>
        this.#report(where, `${problem}; it was made anew from the documents`),
    })
    reader.refresh()
  }

  async #rebuilt(start: number): Promise<SegmentPair> {
    const { words, unsaved } = await this.writer.request('rebuild', start)
    const segments = segmentsIn(words, this.#id)
    if (segments === undefined) throw corrupted(databaseFile(this.folder), 'documents that make no segment')
    // What is not saved is made anew when the collection is opened.
    if (unsaved !== undefined) this.#report(`snapshot of ${start}`, `could not be saved: ${unsaved}`)
    return segments
  }

  /** Removes files that a program left when it was ended. */
  async #sweep(): Promise<void> {
    const rows = this.reader.database.prepare('SELECT file FROM snapshots').all()
    const listed = new Set(rows.map(({ file }) => file))
    for (const file of await readdir(this.folder)) {
      const isSnapshot = file.endsWith('.snapshot') || file.startsWith('.probe-')
      if (isSnapshot && !listed.has(file)) rmSync(join(this.folder, file), { force: true })
    }
  }

  #report(where: string, problem: string): void {
    this.#reports.push({ where, problem })
    this.#directory.report({ where, problem })
  }
}

/** What is open during a write. */
class SqliteTurn extends SqliteReadings implements StoreWriter {
  readonly #collection: SqliteCollection
  readonly apply: (changes: StoreChanges) => Promise<void>

  constructor(collection: SqliteCollection, apply: (changes: StoreChanges) => Promise<void>) {
    super(() => collection)
    this.#collection = collection
    this.apply = apply
  }

  async counters() {
    const { document, cluster, change } = this.#collection.reader.counters
    return { document, cluster, change }
  }
}
