/**
 * One write of a collection as a transaction:
 *
 *     lock the row of the collection   work   set the counters   note the write   commit
 *
 * The lock is the database's, so writers of all processes wait alike, and every read of the work sees all earlier
 * commits. A write that a conflict or a lost connection undid is retried from its beginning. If the connection is lost
 * during the commit, the note shows whether it was committed: each writer has one, with the number of its last write.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Turns } from '../../ground/breath/turns.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isOfConnection, patienceMs, type SqlDatabase, type WatchedLoan } from '../database/database.ts'
import type { StoreWriter } from '../store/store.ts'
import { type SqlCollection, sqlCollectionGone } from './reader.ts'
import { SqlWriter } from './writer.ts'

/** How long to look for the outcome of a commit. */
const fateMs = 30_000
const mostConflicts = 20
const pauseMs = 100

type Work<T> = (writer: StoreWriter) => Promise<T>

type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  /** Nothing was committed; the write can be retried. */
  | { readonly kind: 'undone'; readonly error: unknown; readonly isLost: boolean }
  /** The connection was lost during the commit. */
  | { readonly kind: 'unknown'; readonly result: T; readonly error: unknown }

export class SqlWrites {
  readonly #database: SqlDatabase
  readonly #collection: SqlCollection
  readonly #writer: string
  #count = 0
  readonly #turns = new Turns()

  /** @param writer a unique name of letters, digits and hyphens */
  constructor(database: SqlDatabase, collection: SqlCollection, writer: string) {
    this.#database = database
    this.#collection = collection
    this.#writer = writer
  }

  /** Runs writes one at a time, so that waiting ones use no connections. */
  write<T>(work: Work<T>): Promise<T> {
    return this.#turns.take(() => this.#database.writing(() => this.#write(work)))
  }

  /** Resolves when no write is running. */
  idle(): Promise<void> {
    return this.#turns.idle()
  }

  async #write<T>(work: Work<T>): Promise<T> {
    const end = Date.now() + patienceMs
    const number = ++this.#count
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(work, number)
      if (outcome.kind === 'done') return outcome.result
      if (outcome.kind === 'unknown') {
        if (await this.#isCommitted(number, outcome.error)) return outcome.result
      } else {
        const isLast = outcome.isLost ? Date.now() >= end : attempt >= mostConflicts
        if (isLast) throw outcome.error
      }
      await sleep(Math.random() * pauseMs)
    }
  }

  async #attempt<T>(work: Work<T>, number: number): Promise<Outcome<T>> {
    let loan: WatchedLoan
    try {
      loan = await this.#database.borrow()
    } catch (error) {
      if (!isOfConnection(error)) throw error
      return { kind: 'undone', error, isLost: true }
    }
    let committing: { readonly result: T } | undefined
    let isSound = false
    try {
      const writer = await this.#begin(loan)
      const result = await this.#worked(loan, () => work(writer))
      const counters = writer.counterStatement
      if (loan.failed !== undefined) throw loan.failed.error
      if (counters === undefined) await loan.script(['ROLLBACK'])
      else {
        committing = { result }
        const { id, statements } = this.#collection
        await loan.script([counters, statements.noteWrite(id, this.#writer, number), 'COMMIT'])
      }
      isSound = true
      return { kind: 'done', result }
    } catch (error) {
      const failure = loan.failed?.failure
      if (failure === 'lost' && committing !== undefined) {
        return { kind: 'unknown', result: committing.result, error }
      }
      if (failure !== 'lost' && failure !== 'conflict') {
        isSound = true
        throw error
      }
      return { kind: 'undone', error, isLost: failure === 'lost' }
    } finally {
      loan.release(isSound)
    }
  }

  async #begin(loan: WatchedLoan): Promise<SqlWriter> {
    const { statements, id } = this.#collection
    const [counters] = await loan.script(statements.beginWrite(id))
    if (counters === undefined) throw await this.#undone(loan, sqlCollectionGone(id))
    return new SqlWriter(this.#collection, loan, counters)
  }

  async #worked<T>(loan: WatchedLoan, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw await this.#undone(loan, error)
    }
  }

  /** Rolls back if the connection still answers; otherwise the server does. */
  async #undone(loan: WatchedLoan, error: unknown): Promise<unknown> {
    if (loan.failed === undefined) await loan.script(['ROLLBACK']).catch(() => {})
    return error
  }

  /** Takes the lock of the collection first, which waits for a running commit. @throws STORE_UNAVAILABLE */
  async #isCommitted(number: number, cause: unknown): Promise<boolean> {
    const { statements, id } = this.#collection
    const end = Date.now() + fateMs
    for (;;) {
      try {
        return await this.#database.lend(async loan => {
          await loan.script(statements.beginWrite(id))
          const sql = `SELECT turn FROM ${statements.writers} WHERE collection = ? AND writer = ?`
          const [row] = await loan.rows(sql, [id, this.#writer])
          await loan.script(['ROLLBACK'])
          return row !== undefined && Number(row[0]) === number
        })
      } catch {
        if (Date.now() >= end) throw fateUnknown(this.#database.driver.name, cause)
        await sleep(pauseMs)
      }
    }
  }
}

function fateUnknown(name: string, cause: unknown): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: `an answer of ${name} to a commit`,
    got: `a lost connection, and no other for ${fateMs} ms, so the outcome of the commit is unknown`,
    fix: 'check whether the documents are stored when the database answers again',
    cause,
  })
}
