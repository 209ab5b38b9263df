/**
 * Inverted index over short documents: finds the best documents that have any term of a query.
 *
 * The postings of a term are a chain through flat arrays, in the order of the documents, so additions and queries may
 * alternate:
 *
 *     term ─▶ first ─▶ {document, next} ─▶ {…} ─▶ last
 *
 * Cost: 8 bytes a posting, 12 a term plus its text, 20 a document. A query walks the postings of its terms.
 */
import { bestRows, type RankedRows } from './best-rows.ts'
import { DocumentColumns } from './document-columns.ts'
import { Postings } from './postings.ts'
import { type RankingName, rankingOf } from './rankings.ts'

interface RankedQuery {
  /** Maximum number of documents. */
  readonly rows: number
  readonly ranking: RankingName
  /** Only documents with this value; undefined: any. It does not affect the score. */
  readonly filter?: string | undefined
}

const noDocuments = new Uint32Array(0)

export class InvertedIndex {
  readonly #postings = new Postings()
  readonly #columns = new DocumentColumns()
  readonly #values = new Map<string, number>()
  #documentsWithTerms = 0
  #termsInAll = 0

  /**
   * Adds a document, which may have no terms.
   *
   * @param value the value for filters
   * @returns its number, from 0
   */
  addDocument(terms: Iterable<string>, value = ''): number {
    const document = this.#columns.count
    const distinct = this.#postings.add(terms, document)
    this.#termsInAll += distinct
    if (distinct > 0) this.#documentsWithTerms++
    let number = this.#values.get(value)
    if (number === undefined) {
      number = this.#values.size
      this.#values.set(value, number)
    }
    this.#columns.add(number)
    return document
  }

  /** The best documents that have at least one of the terms. */
  query(terms: readonly string[], { rows, ranking, filter }: RankedQuery): RankedRows {
    const wanted = filter === undefined ? undefined : this.#values.get(filter)
    const cannotMatch = filter !== undefined && wanted === undefined
    if (cannotMatch) return bestRows(noDocuments, [], rows)
    const statistics = {
      documents: this.#columns.count,
      documentsWithTerms: this.#documentsWithTerms,
      terms: this.#termsInAll,
    }
    const ranked = rankingOf(ranking, statistics)
    const { numbers, times } = this.#distinct(terms)
    const scores = ranked.scores(
      numbers.map(number => this.#postings.countOf(number)),
      times,
    )
    const columns = this.#columns.begin()
    const { document, next } = this.#postings
    for (let i = 0; i < numbers.length; i++) {
      for (let at = this.#postings.firstOf(numbers[i]); at !== Postings.end; at = next[at]) {
        const found = document[at]
        if (wanted !== undefined && columns.value[found] !== wanted) continue
        columns.touch(found, times[i], scores[i])
      }
    }
    const found = columns.touched()
    for (const at of found)
      columns.sum[at] = ranked.finish(columns.sum[at], columns.matched[at], terms.length)
    return bestRows(found, columns.sum, rows)
  }

  /** The distinct terms with their counts; unknown ones have the number `Postings.unknown`. */
  #distinct(terms: readonly string[]): { numbers: Uint32Array; times: Uint32Array } {
    const timesOf = new Map<string, number>()
    for (const term of terms) timesOf.set(term, (timesOf.get(term) ?? 0) + 1)
    const numbers = Uint32Array.from(timesOf.keys(), term => this.#postings.numberOf(term))
    return { numbers, times: Uint32Array.from(timesOf.values()) }
  }
}
