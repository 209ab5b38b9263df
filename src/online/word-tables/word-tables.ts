/**
 * Word tables: documents in two tables of a database, by their longest words; you can query them before adding another.
 *
 *     check(text):  equal MD5? ─yes─▶ that document
 *                      │no
 *                      ▼
 *                   checksums ─▶ documents that share enough ─▶ 100 * shared / shorter length > threshold
 *
 * It follows the definition in `longest-words/shared-words.ts` and finds the same pairs. The source's query reads every
 * row of every checksum of the text, so the most frequent words dominate its time. `check` gets the same result from
 * fewer rows: a document that shares r of the text's n words has at least j of any n - r + j of them. So it looks up
 * only the rarest, and `HAVING` requires j: `word-check.ts`. `intersections` is the source's query itself.
 *
 * Source: "Finding fuzzy duplicates of short documents": tables, query, similarity, and the remark that a larger number
 * in `HAVING` is faster. Ours: the choice of the words, and the self join (`word-table-queries.ts`).
 */

import { checkIterable, checkString, checkWalkable } from '../../ground/options/arguments.ts'
import { wordSketch } from '../../methods/longest-words/longest-words.ts'
import type { SharedWordsOptions } from '../../methods/longest-words/params.ts'
import type { SqlConnection, SqlDriver, SqlFailure } from '../database/client.ts'
import { SqlDatabase } from '../database/database.ts'
import { matchesOf, type TablePlace, type WordMatch } from './word-check.ts'
import type { WordDialect } from './word-dialect.ts'
import { type StoredPairs, storedPairs } from './word-pairs.ts'
import { insertRows, type NumberedText, removeRows, wordRowsOf } from './word-rows.ts'
import { makeWordTables } from './word-schema.ts'
import {
  checkCheckOptions,
  checkedId,
  type ResolvedWordTableOptions,
  type WordCheckOptions,
} from './word-table-options.ts'
import { intersections } from './word-table-queries.ts'
import { inRetriedTransaction, inTransaction, untilAlone, wordDocumentExists } from './word-transactions.ts'

/** Documents per transaction of `load`. */
const batchSize = 1000
/** For calls that may read or write whole tables. */
const patiently = { isPatient: true }

/** Besides the errors named below, a statement may fail with DISK_FULL, STORE_BUSY or STORE_CORRUPT. */
export class WordTables {
  readonly options: SharedWordsOptions
  readonly #database: SqlDatabase
  readonly #dialect: WordDialect
  readonly #table: string

  /**
   * Creates missing tables and indexes. Ends the driver on failure.
   *
   * @throws NearsameError STORE_BUSY, STORE_UNAVAILABLE
   */
  static async open(
    driver: SqlDriver,
    dialect: WordDialect,
    options: ResolvedWordTableOptions,
  ): Promise<WordTables> {
    try {
      const tables = new WordTables(driver, dialect, options)
      await makeWordTables(tables.#database, dialect, tables.#table, tables.options.words)
      return tables
    } catch (error) {
      await driver.end()
      throw error
    }
  }

  private constructor(driver: SqlDriver, dialect: WordDialect, { table, words }: ResolvedWordTableOptions) {
    this.options = words
    this.#database = new SqlDatabase(driver)
    this.#dialect = dialect
    this.#table = table
  }

  /** Number of documents. @throws NearsameError STORE_UNAVAILABLE */
  async count(): Promise<number> {
    const sql = `SELECT COUNT(*) FROM ${this.#table}_summary`
    const [[documents]] = await this.#database.rows(sql, [])
    return Number(documents)
  }

  /**
   * The documents that duplicate a text, most similar first, then by id; writes nothing.
   *
   * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE, STORE_UNAVAILABLE
   */
  async check(text: string, options: WordCheckOptions = {}): Promise<WordMatch[]> {
    checkString('text', text)
    const { except, beyondExact = false } = checkCheckOptions(options)
    const sketch = wordSketch(text, this.options)
    return this.#database.read(connection =>
      matchesOf(this.#place(connection), sketch, { except, beyondExact, ...this.options }),
    )
  }

  /**
   * The source's query: documents that share at least `minIntersections` words with a text, with their number, by id.
   *
   * @throws NearsameError TEXT_NOT_STRING, STORE_UNAVAILABLE
   */
  async intersections(text: string): Promise<{ id: number; intersects: number }[]> {
    checkString('text', text)
    const { hashes } = wordSketch(text, this.options)
    if (hashes.length === 0) return []
    const sql = intersections(this.#table, this.#dialect, hashes.length)
    const rows = await this.#database.rows(sql, [...hashes, this.options.minIntersections])
    return rows
      .map(([id, intersects]) => ({ id: Number(id), intersects: Number(intersects) }))
      .sort((a, b) => a.id - b.id)
  }

  /**
   * Adds documents, all or none.
   *
   * @throws NearsameError DOCUMENT_EXISTS if an id exists or comes twice; TEXT_NOT_STRING, OPTION_VALUE,
   * STORE_UNAVAILABLE
   */
  async add(documents: Iterable<NumberedText>): Promise<void> {
    const rows = wordRowsOf(documents, this.options)
    await this.#written(connection => insertRows(connection, this.#table, rows, this.options.words))
  }

  /** Adds documents, replacing those with the same ids, all or none. @throws as `add` */
  async replace(documents: Iterable<NumberedText>): Promise<void> {
    const rows = wordRowsOf(documents, this.options)
    const ids = rows.map(({ id }) => id)
    if (new Set(ids).size < ids.length) throw wordDocumentExists()
    // Another writer may add an id after its removal here; the retry removes it.
    await this.#written(
      async connection => {
        await removeRows(connection, this.#table, ids)
        await insertRows(connection, this.#table, rows, this.options.words)
      },
      ['conflict', 'duplicate'],
    )
  }

  /**
   * Deletes documents, all or none.
   *
   * @returns the number that existed
   * @throws NearsameError OPTION_VALUE, STORE_UNAVAILABLE
   */
  async delete(ids: Iterable<number>): Promise<number> {
    checkIterable('ids', ids, 'ids')
    const distinct = [...new Set(ids)].map(checkedId)
    return this.#written(connection => removeRows(connection, this.#table, distinct))
  }

  /**
   * Adds many documents, a thousand per transaction, then refreshes the planner's statistics. On failure, the finished
   * transactions stay.
   *
   * @returns their number @throws as `add`
   */
  async load(documents: Iterable<NumberedText> | AsyncIterable<NumberedText>): Promise<number> {
    checkWalkable('documents', documents, 'documents')
    let count = 0
    let batch: NumberedText[] = []
    for await (const document of documents) {
      batch.push(document)
      count++
      if (batch.length < batchSize) continue
      await this.add(batch)
      batch = []
    }
    await this.add(batch)
    await this.#database.lend(async connection => {
      for (const statement of this.#dialect.analyse(this.#table)) await connection.script([statement])
    }, patiently)
    return count
  }

  /**
   * All pairs of documents that are equal or above the threshold, by ids, in one state of the tables. It does not block
   * writers.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  async findPairs(): Promise<StoredPairs> {
    return untilAlone(
      this.#database,
      ['conflict'],
      connection =>
        inTransaction(connection, this.#dialect.beginSnapshot, () =>
          storedPairs(this.#place(connection), this.options),
        ),
      patiently,
    )
  }

  /** Closes the connections opened here. */
  close(): Promise<void> {
    return this.#database.driver.end()
  }

  #place(connection: SqlConnection): TablePlace {
    return { connection, dialect: this.#dialect, table: this.#table }
  }

  #written<T>(
    use: (connection: SqlConnection) => Promise<T>,
    collisions: readonly SqlFailure[] = ['conflict'],
  ): Promise<T> {
    return inRetriedTransaction(this.#database, this.#dialect.begin, collisions, use)
  }
}
