/**
 * Work on pooled connections of a database: translates the client's errors into ours, times out silent connections,
 * retries reads after a lost connection, and reserves some connections for reading.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Slots } from '../../ground/breath/slots.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection, SqlDriver, SqlFailure, SqlLoan } from './client.ts'
import { sqlError } from './client.ts'

/** Timeout of one statement of a read or a write. */
const answerMs = 60_000
/** Timeout of a statement that rewrites or reads whole tables. */
const patientMs = 24 * 3_600_000
/** How long a read or a write is retried when its connection is lost or there is none. */
export const patienceMs = 5_000
/** Pauses before a read is retried on another connection. */
const pausesMs = [0, 50, 200]

export interface LoanOptions {
  /** For statements that may take long. */
  readonly isPatient?: boolean
}

/** A lent connection that remembers the first failure on it. */
export class WatchedLoan implements SqlConnection {
  readonly #loan: SqlLoan
  readonly #driver: SqlDriver
  readonly #waitMs: number
  /** The first failure, whatever became of its error. */
  failed: { readonly failure: SqlFailure; readonly error: unknown } | undefined

  constructor(loan: SqlLoan, driver: SqlDriver, options: LoanOptions = {}) {
    this.#loan = loan
    this.#driver = driver
    this.#waitMs = options.isPatient === true ? patientMs : answerMs
  }

  rows(sql: string, values: readonly unknown[]) {
    return this.#wrapErrors(() => this.#loan.rows(sql, values))
  }

  script(statements: readonly string[]) {
    return this.#wrapErrors(() => this.#loan.script(statements))
  }

  insert(...given: Parameters<SqlConnection['insert']>) {
    return this.#wrapErrors(() => this.#loan.insert(...given))
  }

  /** After an error the connection may be in any state. */
  release(isSound = true): void {
    this.#loan.release(isSound && this.failed === undefined)
  }

  async #wrapErrors<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await within(work(), this.#waitMs, () => new Error(`no answer in ${this.#waitMs} ms`))
    } catch (error) {
      const failure = this.#driver.failureOf(error)
      const told = sqlError(this.#driver.name, failure, error)
      this.failed ??= { failure, error: told }
      throw told
    }
  }
}

/** Lends its connections; as a connection itself, it lends one for each statement that only reads. */
export class SqlDatabase implements Pick<SqlConnection, 'rows' | 'script'> {
  readonly driver: SqlDriver
  readonly #writers: Slots

  constructor(driver: SqlDriver) {
    this.driver = driver
    this.#writers = new Slots(driver.writers)
  }

  /** Takes a connection; the caller releases it. @throws NearsameError STORE_UNAVAILABLE */
  async borrow(options?: LoanOptions): Promise<WatchedLoan> {
    try {
      return new WatchedLoan(await this.driver.connect(), this.driver, options)
    } catch (error) {
      throw isNearsameError(error) ? error : sqlError(this.driver.name, this.driver.failureOf(error), error)
    }
  }

  /** Lends a connection until `use` ends. @throws what `use` throws, and STORE_UNAVAILABLE */
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

  /** Lends a connection for reads without a transaction; retries after a lost connection. */
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

  rows(sql: string, values: readonly unknown[]) {
    return this.read(connection => connection.rows(sql, values))
  }

  script(statements: readonly string[]) {
    return this.read(connection => connection.script(statements))
  }

  /** Waits for one of the connections reserved for writing. */
  writing<T>(use: () => Promise<T>): Promise<T> {
    return this.#writers.hold(use)
  }
}

/** Whether the error means that no connection was available. */
export function isOfConnection(error: unknown): boolean {
  return isNearsameError(error) && error.code === 'STORE_UNAVAILABLE'
}

/**
 * The promise's result, if it comes in time; a later result is ignored.
 *
 * @param ms at most 2^31 - 1, like all timers
 * @throws what the promise rejects with; the error of `late` on timeout
 */
async function within<T>(answer: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
