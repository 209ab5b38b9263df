/**
 * A collection in PostgreSQL, and the catalogue of all collections.
 *
 * Several stores, in this process and others, may be open on one collection.
 */
import { randomUUID } from 'node:crypto'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection } from '../database/client.ts'
import { type Catalogue, checkCollectionName } from '../store/catalogue.ts'
import type { Store, StoreHeader, StoreProblem, StoreWriter } from '../store/store.ts'
import { dropCollection, listCollections, openCollection, type SqlPlace } from './collections.ts'
import { sqlProblems } from './problems.ts'
import { type SqlCollection, SqlReader } from './reader.ts'
import { SqlWrites } from './write.ts'

const dayMs = 24 * 3_600_000

interface Opened {
  readonly collection: SqlCollection
  readonly writes: SqlWrites
  /** Its name in the notes of last writes. */
  readonly writer: string
}

class SqlStore extends SqlReader implements Store {
  readonly kind: string
  readonly isDurable = true
  readonly folder = undefined
  readonly #place: SqlPlace
  readonly #name: string
  #opened: Opened | undefined

  constructor(place: SqlPlace, name: string) {
    super(() => this.#there().collection, place.database)
    this.kind = place.database.driver.name
    this.#place = place
    this.#name = name
  }

  async open(header: StoreHeader): Promise<StoreHeader> {
    try {
      const { database, statements } = this.#place
      const found = await openCollection(this.#place, this.#name, header)
      const { collection } = found
      const writer = randomUUID()
      this.#opened ??= { collection, writer, writes: new SqlWrites(database, collection, writer) }
      // Old notes of writers that ended without closing; an account that may only read leaves them to others.
      const sql = `DELETE FROM ${statements.writers} WHERE collection = ? AND at < ?`
      await this.#change(sql, [collection.id, Date.now() - dayMs]).catch(() => {})
      return found.header
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }

  async write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#there().writes.write(work)
  }

  /** Rewrites the tables if documents were removed or moved since the last time. */
  async compact(): Promise<number> {
    const { statements, id, tables } = this.collection
    const counter = `SELECT removed FROM ${statements.collections} WHERE id = ?`
    return this.#place.database.lend(
      async loan => {
        const bytes = async () => Number((await loan.rows(statements.storedBytes(tables), []))[0][0])
        const before = await bytes()
        const removed = Number((await loan.rows(counter, [id]))[0]?.[0] ?? 0)
        for (const statement of statements.compact(tables, removed > 0)) await loan.script([statement])
        if (removed > 0) {
          const sql = `UPDATE ${statements.collections} SET removed = removed - ? WHERE id = ?`
          await change(loan, statements.begin, sql, [removed, id])
        }
        return Math.max(0, before - (await bytes()))
      },
      { isPatient: true },
    )
  }

  async *problems(): AsyncGenerator<StoreProblem> {
    const { collection } = this
    const loan = await this.#place.database.borrow({ isPatient: true })
    let isSound = false
    try {
      await loan.script(collection.statements.beginSnapshot)
      yield* sqlProblems(new SqlReader(() => collection, loan), loan)
      await loan.script(['ROLLBACK'])
      isSound = true
    } finally {
      loan.release(isSound)
    }
  }

  /** Also removes a collection that cannot be opened because its header is damaged. */
  async drop(): Promise<void> {
    const opened = this.#opened
    if (opened === undefined) return dropCollection(this.#place, 'name', this.#name)
    await opened.writes.idle()
    await dropCollection(this.#place, 'id', opened.collection.id)
    await this.close()
  }

  async close(): Promise<void> {
    const opened = this.#opened
    if (opened === undefined) return
    this.#opened = undefined
    await opened.writes.idle()
    const { collection, writer } = opened
    const sql = `DELETE FROM ${this.#place.statements.writers} WHERE collection = ? AND writer = ?`
    // Without the database, the next to open the collection deletes it.
    await this.#change(sql, [collection.id, writer]).catch(() => {})
  }

  async #change(sql: string, values: readonly unknown[]): Promise<void> {
    const { database, statements } = this.#place
    await database.lend(loan => change(loan, statements.begin, sql, values))
  }

  #there(): Opened {
    if (this.#opened !== undefined) return this.#opened
    throw new NearsameError('STORE_UNAVAILABLE', {
      expected: 'an open store',
      got: 'one that is not open',
      fix: 'call `open` first, and `close` last',
    })
  }
}

/** Runs one writing statement, even if sessions are read-only by default. */
async function change(
  loan: SqlConnection,
  begin: readonly string[],
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  await loan.script(begin)
  await loan.rows(sql, values)
  await loan.script(['COMMIT'])
}

/** The collections of a database. @param place prepared, and closed with the catalogue */
export function sqlCatalogue(place: SqlPlace): Catalogue {
  return {
    kind: place.database.driver.name,
    list: () => listCollections(place),
    find: async name => (await listCollections(place, name))[0],
    store: name => new SqlStore(place, checkCollectionName(name)),
    async ping() {
      await place.database.rows('SELECT 1', [])
    },
    close: () => place.database.driver.end(),
  }
}
