/**
 * Work on lent connections of a database: errors of the client become ours where they come from, silence becomes an
 * error, readings are done again when a connection turns out to be lost, and some connections are left for reading.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Slots } from '../../ground/breath/slots.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection, SqlDriver, SqlFailure, SqlLoan } from './client.ts'
import { sqlError } from './client.ts'
import { within } from './within.ts'

/** Of one statement of a reading or a write. */
const answerMs = 60_000
/** Of one that rewrites tables or reads all of them. */
const patientMs = 24 * 3_600_000
/** For how long a reading or a write is begun again when its connection is lost or there is none. */
export const patienceMs = 5_000
/** Pauses before a reading is done again on another connection. */
const pausesMs = [0, 50, 200]

export interface LoanOptions {
  /** For statements that may take long. */
  readonly isPatient?: boolean
}

/** A lent connection that keeps in mind what failed on it first. */
export class WatchedLoan implements SqlConnection {
  readonly #loan: SqlLoan
  readonly #driver: SqlDriver
  readonly #waitMs: number
  #failed: { readonly failure: SqlFailure; readonly error: unknown } | undefined

  constructor(loan: SqlLoan, driver: SqlDriver, options: LoanOptions = {}) {
    this.#loan = loan
    this.#driver = driver
    this.#waitMs = options.isPatient === true ? patientMs : answerMs
  }

  /** What failed first, whatever was made of its error. */
  get failed(): { readonly failure: SqlFailure; readonly error: unknown } | undefined {
    return this.#failed
  }

  rows(sql: string, values: readonly unknown[]) {
    return this.#told(() => this.#loan.rows(sql, values))
  }

  script(statements: readonly string[]) {
    return this.#told(() => this.#loan.script(statements))
  }

  insert(...given: Parameters<SqlConnection['insert']>) {
    return this.#told(() => this.#loan.insert(...given))
  }

  /** After an error the connection may be in any state. */
  release(isSound = true): void {
    this.#loan.release(isSound && this.#failed === undefined)
  }

  async #told<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await within(work(), this.#waitMs, () => new Error(`no answer in ${this.#waitMs} ms`))
    } catch (error) {
      const failure = this.#driver.failureOf(error)
      const told = sqlError(this.#driver.name, failure, error)
      this.#failed ??= { failure, error: told }
      throw told
    }
  }
}

export class SqlDatabase {
  readonly driver: SqlDriver
  readonly #writers: Slots

  constructor(driver: SqlDriver) {
    this.driver = driver
    this.#writers = new Slots(driver.writers)
  }

  /** A connection that is to be released. @throws NearsameError STORE_UNAVAILABLE */
  async borrow(options?: LoanOptions): Promise<WatchedLoan> {
    try {
      return new WatchedLoan(await this.driver.connect(), this.driver, options)
    } catch (error) {
      throw isNearsameError(error) ? error : sqlError(this.driver.name, this.driver.failureOf(error), error)
    }
  }

  /** Lends a connection until `use` has ended. @throws what `use` throws, and STORE_UNAVAILABLE */
  async lend<T>(use: (loan: WatchedLoan) => Promise<T>, options?: LoanOptions): Promise<T> {
    const loan = await this.borrow(options)
    let isSound = false
    try {
      const result = await use(loan)
      isSound = true
      return result
    } finally {
      loan.release(isSound)
    }
  }

  /** Lends a connection for readings without a transaction; done again where it was lost. */
  async read<T>(use: (connection: SqlConnection) => Promise<T>): Promise<T> {
    const end = Date.now() + patienceMs
    for (let attempt = 0; ; attempt++) {
      let loan: WatchedLoan | undefined
      try {
        return await this.lend(lent => {
          loan = lent
          return use(lent)
        })
      } catch (error) {
        const isLost = loan === undefined ? isOfConnection(error) : loan.failed?.failure === 'lost'
        if (!isLost || attempt === pausesMs.length || Date.now() >= end) throw error
        await sleep(pausesMs[attempt])
      }
    }
  }

  /** Waits for one of the connections that may write. */
  writing<T>(use: () => Promise<T>): Promise<T> {
    return this.#writers.hold(use)
  }
}

/** Whether no connection could be had. */
export function isOfConnection(error: unknown): boolean {
  return isNearsameError(error) && error.code === 'STORE_UNAVAILABLE'
}
