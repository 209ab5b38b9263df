/**
 * SQLite collection: one open collection of a data directory, which all stores of its name share.
 *
 *     write: reads ─▶ apply ─▶ thread: one transaction, on the disk ─▶ reader and index move on together
 *
 * 1. Writes take turns. The lock of the data directory keeps other processes out.
 * 2. The reader refreshes in the same turn of the event loop in which the index applies the commit, so no caller sees
 *    one without the other.
 * 3. The WAL is checkpointed between two writes, after the reader has refreshed; otherwise it could only grow.
 * 4. When the numbers of a segment are used up, the thread makes the segment from the database and saves it, right
 *    after that commit; the table `gone` lists documents that later commits remove.
 */

import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Turns } from '../../ground/breath/turns.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { segmentNumbers } from '../postings/segment-numbers.ts'
import type { SegmentPair } from '../store/document-index.ts'
import type { StoreChanges, StoreHeader, StoreProblem, StoreWriter } from '../store/store.ts'
import { indexProblems, threadProblems } from './check.ts'
import { connect } from './file/connection.ts'
import { corrupted, sqliteError } from './file/errors.ts'
import { OwnFile } from './file/own-file.ts'
import { type CollectionHeader, databaseFile, readHeader } from './file/schema.ts'
import { segmentsIn } from './file/snapshots.ts'
import { SqliteIndex } from './reading/postings.ts'
import { SqliteReader } from './reading/reader.ts'
import { SqliteReadings } from './reading/readings.ts'
import { packWrite } from './writing/changes.ts'
import { SqliteWriter } from './writing/writer.ts'

/** WAL size at which to checkpoint: large enough to be worth a flush, small enough that the next write hardly waits. */
const logBytes = 4 * 2 ** 20
/** WAL bytes of a write beside its data: the last pages of tables. */
const writeBytes = 6 * 16_384

/** Called when a file was damaged and is repaired, or could not be written for now. */
type Report = (problem: StoreProblem) => void

/** What a collection needs of its data directory. */
interface Directory {
  readonly report: Report
  /** @throws NearsameError STORE_UNAVAILABLE if we no longer hold the directory */
  readonly checkHeld: () => void
}

export class SqliteCollection extends SqliteReadings implements StoreWriter {
  readonly folder: string
  readonly header: StoreHeader
  readonly reader: SqliteReader
  readonly writer: SqliteWriter
  readonly #id: Uint8Array
  readonly #reports: StoreProblem[] = []
  readonly #file: OwnFile
  readonly #directory: Directory
  isOpen = true
  /** Why the reader and the index lag behind the database, if they do. */
  #failure: unknown
  #index: SqliteIndex | undefined
  readonly #turns = new Turns()
  #logged = 0
  /** Why the last checkpoint failed; undefined if it succeeded. */
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
      const { index } = collection
      // It goes on in the background.
      index.settle(() => collection?.isOpen === true)
      return collection
    } catch (error) {
      database.close()
      await collection?.writer.close()
      throw sqliteError(error, file)
    }
  }

  get index(): SqliteIndex {
    return this.#index as SqliteIndex
  }

  /**
   * An open file stays readable and writable after it is deleted or replaced, but then its contents are lost.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  checkPlace(): void {
    this.#file.check()
    this.#directory.checkHeld()
  }

  /** Runs `work` while no one else writes. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#turns.take(() => {
      if (this.#failure !== undefined) throw this.#failure
      return work(this)
    })
  }

  async compact(): Promise<number> {
    return this.#turns.take(async () => {
      this.checkPlace()
      const before = await this.storedBytes()
      const starts = this.reader.database.prepare(
        `SELECT DISTINCT number / ${segmentNumbers} AS place FROM gone`,
      )
      for (const { place } of starts.all()) await this.#rebuilt(Number(place) * segmentNumbers)
      this.index.compact()
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
    // A pending checkpoint is no problem.
    await this.#turns.idle()
    yield* this.#reports.slice()
    if (this.#logFault !== undefined) yield this.#logFault
    yield* threadProblems(this.folder)
    yield* indexProblems(this, this.header.agree)
  }

  /** Closes after the waiting writes. */
  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    return this.#turns.take(async () => {
      // The last connection to close checkpoints the WAL, which takes time: let that be the thread's.
      this.reader.close()
      await this.writer.close()
    })
  }

  async counters() {
    const { document, cluster, change } = this.reader.counters
    return { document, cluster, change }
  }

  async apply(changes: StoreChanges): Promise<void> {
    this.checkPlace()
    const { packed, transfer } = packWrite(changes)
    const { writes } = this.reader.counters
    try {
      this.#logged += writeBytes + (await this.writer.request('apply', packed, transfer))
    } catch (error) {
      // The thread may have died after the commit.
      const isDead = isNearsameError(error) && error.code === 'WORKER_DIED'
      if (!isDead || this.reader.refresh().writes === writes) throw error
    }
    const sealed = await this.#sealed(changes)
    try {
      this.reader.refresh()
      this.index.apply(changes, sealed)
    } catch (error) {
      // Committed but not visible here: refuse writes until the collection is opened again.
      this.#failure = error
      throw error
    }
    if (this.#logged > logBytes) this.#checkpoint()
  }

  /**
   * The segment that these documents complete, if any. The thread makes it, because sealing it here would block
   * readers.
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

  /** Checkpoints in a separate turn, so that the write before it is acknowledged first. */
  #checkpoint(): void {
    this.#logged = 0
    this.#turns
      .take(async () => {
        // Closing has checkpointed already, and the files are no longer ours.
        if (!this.isOpen) return
        await this.writer.request('checkpoint', false)
        this.reader.refresh()
        this.#logFault = undefined
      })
      .catch(error => {
        // The next write tries again.
        this.#logged = logBytes + 1
        const problem = `could not be checkpointed for now: ${error.message}`
        this.#logFault = { where: 'WAL', problem }
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
      report: ({ where, problem }) => this.#report(where, `${problem}; it was rebuilt from the documents`),
    })
    reader.refresh()
  }

  async #rebuilt(start: number): Promise<SegmentPair> {
    const { words, unsaved } = await this.writer.request('rebuild', start)
    const segments = segmentsIn(words, this.#id)
    if (segments === undefined) throw corrupted(databaseFile(this.folder), 'documents that form no segment')
    // An unsaved segment is rebuilt at the next opening.
    if (unsaved !== undefined) this.#report(`snapshot of ${start}`, `could not be saved: ${unsaved}`)
    return segments
  }

  /** Removes files left by a program that was killed. */
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
