/** The index of the restaurant search in memory. */
import type { RestaurantIndex, SearchedField } from '../contract/row-index.ts'
import { InvertedIndex } from './search/inverted-index.ts'
import type { RankingName } from './search/rankings.ts'

/** The index in memory, with Solr's scores: string fields have no norms. */
export function memoryIndex(field: SearchedField, ranking: RankingName): RestaurantIndex {
  const index = new InvertedIndex()
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
