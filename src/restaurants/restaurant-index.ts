/**
 * Index of the restaurant search: what it asks of an index, and the one in memory.
 *
 * The fields are those of the source's Solr schema: `content` (the normal form), `md5_hash` of it, `num_words`,
 * `first_word`, and the two that are searched, `content_ng` (n-grams) and `content_sg` (signature).
 */
import { InvertedIndex, stringFieldOptions } from '../search/inverted-index.ts'
import type { RankingName } from '../search/rankings.ts'

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
  /** The terms of a field; those of both where the index keeps both. */
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

/** Rows by position, best first, at most as many as asked for. */
export type RestaurantHits = ArrayLike<number>

/** An index for one run: rows are added in the order of their positions, then queries are asked. */
export interface RestaurantIndex {
  add(documents: readonly RestaurantDocument[]): void | Promise<void>
  /** Called once, between the last `add` and the first `query`. */
  commit(): void | Promise<void>
  query(query: RestaurantQuery): RestaurantHits | Promise<RestaurantHits>
  /** How many queries may be under way at a time. */
  readonly parallel: number
}

export interface MemoryIndexOptions {
  readonly field: SearchedField
  readonly ranking: RankingName
  readonly maxClauses: number
}

/** The index in memory, with the scores of Solr's: string fields have no norms. */
export function memoryIndex({ field, ranking, maxClauses }: MemoryIndexOptions): RestaurantIndex {
  const index = new InvertedIndex({ ...stringFieldOptions, maxClauses })
  const rows: number[] = []
  return {
    parallel: 1,
    add: documents => {
      for (const { row, firstWord, termsOf } of documents) {
        index.addDocument(termsOf(field), firstWord)
        rows.push(row)
      }
    },
    commit: () => {},
    query: ({ terms, firstWord, rows: count }) => {
      const found = index.query(terms, { rows: count, ranking, filter: firstWord })
      return Array.from(found.documents, document => rows[document])
    },
  }
}
