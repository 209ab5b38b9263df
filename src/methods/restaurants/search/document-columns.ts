/**
 * Columns by document: the value of its filter field, and the sum in the current query.
 *
 * Sums are not cleared between queries; a column holds the query that each sum belongs to.
 */
import { withRoom } from '../../../ground/lists/growing-lists.ts'

export class DocumentColumns {
  /** The number of documents. */
  count = 0
  value = new Uint32Array(64)
  /** For the documents touched by this query: the sum, and its number of clauses. */
  sum = new Float64Array(64)
  matched = new Uint32Array(64)
  #queryOf = new Uint32Array(64)
  #query = 0
  #touched = new Uint32Array(64)
  #touchedCount = 0

  /** Appends a document. */
  add(value: number): void {
    const place = this.count++
    this.value = withRoom(this.value, this.count)
    this.sum = withRoom(this.sum, this.count)
    this.matched = withRoom(this.matched, this.count)
    this.#queryOf = withRoom(this.#queryOf, this.count)
    this.#touched = withRoom(this.#touched, this.count)
    this.value[place] = value
  }

  /** Starts a query, in which no document is touched yet. */
  begin(): this {
    this.#query++
    this.#touchedCount = 0
    return this
  }

  /** Adds to the sum of a document. */
  touch(document: number, clauses: number, score: number): void {
    if (this.#queryOf[document] !== this.#query) {
      this.#queryOf[document] = this.#query
      this.#touched[this.#touchedCount++] = document
      this.sum[document] = 0
      this.matched[document] = 0
    }
    this.sum[document] += score
    this.matched[document] += clauses
  }

  /** The documents touched by this query, in the order of the first touch; valid until the next query. */
  touched(): Uint32Array {
    return this.#touched.subarray(0, this.#touchedCount)
  }
}
