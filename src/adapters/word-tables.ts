/**
 * Word tables: documents in two tables of a database, by their longest words, to be asked before another is taken.
 *
 *     check(text):  equal MD5? ─yes─▶ that document
 *                      │no
 *                      ▼
 *                   checksums ─▶ documents that share enough ─▶ shared / shorter length * 100 > threshold
 *
 * It is the definition of `search/shared-words.ts`, and finds the same pairs. The source's query reads every row of
 * every checksum of the text, so that its time is that of the most frequent words. `check` gives what it gives from
 * fewer rows: a document that shares r of the text's n words has at least j of any n - r + j of them. So only the
 * rarest are asked for, and `HAVING` asks for j: `word-check.ts`. `intersections` is the source's query itself.
 *
 * Source: "Finding fuzzy duplicates of short documents": tables, query, similarity, and the remark that a larger number
 * in `HAVING` is faster. Ours: the choice of the words, and the self join (`word-table-queries.ts`).
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import {
  requiredShared,
  type SharedWordsOptions,
  sharedWordsOptions,
  sharedWordsSimilarity,
} from '../search/shared-words.ts'
import { type WordSketch, wordSketch } from '../sketch/longest-words.ts'
import { matchingDocuments } from './word-check.ts'
import { inTransaction, type SqlColumns, type WordConnection, type WordDatabase } from './word-database.ts'
import { lent, written } from './word-errors.ts'
import { type StoredPairs, storedPairs } from './word-pairs.ts'
import { addMissingShort, intersections, placeholders } from './word-table-queries.ts'

export interface WordTableOptions extends Partial<SharedWordsOptions> {
  /** Name of the first table; the second one has `_summary` after it. `items_hashes` when left out. */
  readonly table?: string
}

/** A document: its number, a whole number of 32 bits, and its text. */
export interface NumberedText {
  readonly id: number
  readonly text: string
}

export interface WordMatch {
  readonly id: number
  /** In percent; 100 for an equal text. */
  readonly similarity: number
  readonly isExact: boolean
}

export interface CheckOptions {
  /** A document that is not to be found, such as the one that is checked. */
  readonly except?: number
  /** Whether other documents are looked for when there are equal texts; the source does not. False when left out. */
  readonly beyondExact?: boolean
}

/** Documents of one transaction of `load`, and ids of one statement. */
const batchSize = 1000
const tableName = /^[a-z][a-z0-9_]{0,39}$/

export class WordTables {
  readonly options: SharedWordsOptions
  readonly #database: WordDatabase
  readonly #table: string

  /**
   * Makes the tables and indexes that are missing. The database is closed when that fails.
   *
   * @throws NearsameError OPTION_VALUE, STORE_UNAVAILABLE
   */
  static async open(database: WordDatabase, given: WordTableOptions): Promise<WordTables> {
    try {
      const tables = new WordTables(database, given)
      await tables.#use(async connection => {
        for (const statement of database.dialect.schema(tables.#table)) await connection.run(statement, [])
        await connection.run(addMissingShort(tables.#table), [tables.options.words])
      })
      return tables
    } catch (error) {
      await database.close()
      throw error
    }
  }

  private constructor(database: WordDatabase, { table = 'items_hashes', ...given }: WordTableOptions) {
    if (!tableName.test(table)) {
      throw new NearsameError('OPTION_VALUE', {
        expected: '`table` to be at most 40 small letters, digits and `_`, a letter first',
        got: JSON.stringify(table),
        fix: 'change `table`, or leave it out for items_hashes',
      })
    }
    this.options = sharedWordsOptions(given)
    this.#database = database
    this.#table = table
  }

  /** Number of documents. @throws NearsameError STORE_UNAVAILABLE */
  async count(): Promise<number> {
    const [row] = await this.#use(connection =>
      connection.rows(`SELECT COUNT(*) AS documents FROM ${this.#table}_summary`, []),
    )
    return Number(row.documents)
  }

  /**
   * The documents that duplicate a text: most similar first, then by id. Nothing is written.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  async check(text: string, { except, beyondExact = false }: CheckOptions = {}): Promise<WordMatch[]> {
    const sketch = wordSketch(text, this.options)
    const { exact, near } = await this.#use(async connection => {
      const exact = await this.#equalTexts(connection, sketch.fullHash)
      if (exact.some(id => id !== except) && !beyondExact) return { exact, near: [] }
      const place = { connection, dialect: this.#database.dialect, table: this.#table }
      return { exact, near: await matchingDocuments(place, sketch.hashes, this.options) }
    })
    const equal = new Set(exact)
    const matches = near.flatMap(({ id, shared, length }): WordMatch[] => {
      const shorter = Math.min(length, sketch.hashes.length)
      if (equal.has(id) || shared < requiredShared(shorter, this.options)) return []
      return [{ id, similarity: sharedWordsSimilarity(shared, shorter), isExact: false }]
    })
    return [...exact.map(id => ({ id, similarity: 100, isExact: true })), ...matches]
      .filter(({ id }) => id !== except)
      .sort((a, b) => b.similarity - a.similarity || Number(b.isExact) - Number(a.isExact) || a.id - b.id)
  }

  /**
   * The source's query: documents that share at least `minIntersections` words with a text, and how many, by id.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  async intersections(text: string): Promise<{ id: number; intersects: number }[]> {
    const { hashes } = wordSketch(text, this.options)
    if (hashes.length === 0) return []
    const sql = intersections(this.#table, this.#database.dialect, hashes.length)
    const rows = await this.#use(connection =>
      connection.rows(sql, [...hashes, this.options.minIntersections]),
    )
    return rows
      .map(row => ({ id: Number(row.doc_id), intersects: Number(row.intersects) }))
      .sort((a, b) => a.id - b.id)
  }

  /**
   * Adds documents, all or none.
   *
   * @throws NearsameError DOCUMENT_EXISTS when an id is there or comes twice; OPTION_VALUE, STORE_UNAVAILABLE
   */
  async add(documents: Iterable<NumberedText>): Promise<void> {
    const rows = this.#rowsOf(documents)
    await written(this.#database, connection => this.#insert(connection, rows))
  }

  /** Adds documents, or puts them in the place of those with their ids, all or none. @throws as `add` */
  async replace(documents: Iterable<NumberedText>): Promise<void> {
    const rows = this.#rowsOf(documents)
    await written(this.#database, async connection => {
      await this.#remove(connection, rows.ids)
      await this.#insert(connection, rows)
    })
  }

  /**
   * Deletes documents, all or none.
   *
   * @returns how many were there
   * @throws NearsameError OPTION_VALUE, STORE_UNAVAILABLE
   */
  async delete(ids: Iterable<number>): Promise<number> {
    const distinct = [...new Set(ids)].map(checkedId)
    return written(this.#database, connection => this.#remove(connection, distinct))
  }

  /**
   * Adds many documents, a thousand in a transaction, and then lets the database count what it has, so that it plans
   * well. When it fails, the transactions that were done stay.
   *
   * @returns how many
   * @throws as `add`
   */
  async load(documents: Iterable<NumberedText> | AsyncIterable<NumberedText>): Promise<number> {
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
    await this.#use(async connection => {
      for (const statement of this.#database.dialect.analyse(this.#table))
        await connection.run(statement, [])
    })
    return count
  }

  /**
   * All pairs of documents that are equal or above the threshold, by ids, in one state of the tables.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  async findPairs(): Promise<StoredPairs> {
    const { dialect } = this.#database
    return this.#use(connection =>
      inTransaction(connection, dialect.beginSnapshot, () =>
        storedPairs({ connection, dialect, table: this.#table }, this.options),
      ),
    )
  }

  /** Ends the connections that were opened here. */
  close(): Promise<void> {
    return this.#database.close()
  }

  async #equalTexts(connection: WordConnection, fullHash: string): Promise<number[]> {
    const sql = `SELECT doc_id FROM ${this.#table}_summary WHERE full_hash = ?`
    return (await connection.rows(sql, [fullHash])).map(row => Number(row.doc_id))
  }

  #rowsOf(documents: Iterable<NumberedText>): Rows {
    const rows: Rows = { ids: [], sketches: [] }
    for (const { id, text } of documents) {
      rows.ids.push(checkedId(id))
      rows.sketches.push(wordSketch(text, this.options))
    }
    return rows
  }

  async #insert(connection: WordConnection, rows: Rows): Promise<void> {
    const { ids, sketches } = rows
    if (ids.length === 0) return
    const summary: SqlColumns = {
      table: `${this.#table}_summary`,
      names: ['doc_id', 'full_hash', 'length'],
      types: ['int', 'text', 'int'],
      values: [ids, sketches.map(({ fullHash }) => fullHash), sketches.map(({ hashes }) => hashes.length)],
    }
    await connection.insert(summary)
    await this.#insertWords(connection, this.#table, rows)
    // Their own table, so that they are found without reading the rows of the others.
    const isShort = ({ hashes }: WordSketch): boolean => hashes.length < this.options.words
    await this.#insertWords(connection, `${this.#table}_short`, {
      ids: ids.filter((_, i) => isShort(sketches[i])),
      sketches: sketches.filter(isShort),
    })
  }

  async #insertWords(connection: WordConnection, table: string, { ids, sketches }: Rows): Promise<void> {
    const docIds = sketches.flatMap(({ hashes }, i) => Array.from(hashes, () => ids[i]))
    if (docIds.length === 0) return
    const hashes = sketches.flatMap(sketch => [...sketch.hashes])
    await connection.insert({
      table,
      names: ['doc_id', 'word_hash'],
      types: ['int', 'int'],
      values: [docIds, hashes],
    })
  }

  async #remove(connection: WordConnection, ids: readonly number[]): Promise<number> {
    let removed = 0
    for (let at = 0; at < ids.length; at += batchSize) {
      const part = ids.slice(at, at + batchSize)
      const where = `WHERE doc_id IN (${placeholders(part.length)})`
      const sql = `SELECT COUNT(*) AS documents FROM ${this.#table}_summary ${where}`
      removed += Number((await connection.rows(sql, part))[0].documents)
      for (const name of ['', '_short', '_summary']) {
        await connection.run(`DELETE FROM ${this.#table}${name} ${where}`, part)
      }
    }
    return removed
  }

  #use<T>(use: (connection: WordConnection) => Promise<T>): Promise<T> {
    return lent(this.#database, use)
  }
}

interface Rows {
  readonly ids: number[]
  readonly sketches: WordSketch[]
}

/** @throws NearsameError OPTION_VALUE */
function checkedId(id: number): number {
  if (Number.isInteger(id) && (id | 0) === id) return id
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the id of a document to be a whole number of 32 bits, as the column `doc_id` is',
    got: String(id),
    fix: 'number the documents, and keep their own ids beside the numbers',
  })
}
