/**
 * Row index: the index of rows that a searching method needs, in memory or elsewhere.
 *
 * The fields are those of the source's Solr schema: `content` (the normal form), `md5_hash` of it, `num_words`,
 * `first_word`, and the two that are searched, `content_ng` (n-grams) and `content_sg` (signature).
 */

/** The field that is searched. */
export type SearchedField = 'content_ng' | 'content_sg'

/** A row as an index takes it. */
export interface RestaurantDocument {
  /** Position of the row, from 0. */
  readonly row: number
  readonly content: string
  readonly md5: string
  readonly numWords: number
  readonly firstWord: string
  /** The terms of a field; an index with both fields reads both. */
  readonly termsOf: (field: SearchedField) => readonly string[]
}

export interface RestaurantQuery {
  readonly field: SearchedField
  /** Not empty. */
  readonly terms: readonly string[]
  /** Only rows of this first word; any when undefined. */
  readonly firstWord?: string | undefined
  readonly rows: number
}

/** Rows by position, best first, at most the requested number. */
export type RestaurantHits = ArrayLike<number>

/** An index for one run: the caller adds rows in the order of their positions, then sends queries. */
export interface RestaurantIndex {
  add(documents: readonly RestaurantDocument[]): void | Promise<void>
  /** Called once, between the last `add` and the first `query`. */
  commit(): void | Promise<void>
  query(query: RestaurantQuery): RestaurantHits | Promise<RestaurantHits>
  /** Maximum number of concurrent queries. */
  readonly parallel: number
}
