/** Word pairs: the pairs among the documents of word tables, by the self join in `word-table-queries.ts`. */

import type { SharedWordsOptions } from '../../methods/longest-words/params.ts'
import { requiredShared, sharedWordsSimilarity } from '../../methods/longest-words/shared-words.ts'
import { sqlColumns } from '../database/client.ts'
import type { TablePlace } from './word-check.ts'
import { exactPairs, nearPairs, selfJoin, temporaries } from './word-table-queries.ts'

/** Pairs by left, then right id; left < right. */
export interface StoredPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  /** In percent; 100 for equal texts, too. */
  readonly similarity: Float64Array
}

const mostWords = 255

/** REQUIRES: a transaction. */
export async function storedPairs(place: TablePlace, options: SharedWordsOptions): Promise<StoredPairs> {
  const { connection, dialect, table } = place
  const drop = temporaries.map(name => `${dialect.dropTemporary}${name}`)
  await connection.script(drop)
  await fillRequired(place, options)
  await connection.script(selfJoin(table, dialect))
  const exact = await connection.rows(exactPairs(table), [])
  const near = await connection.rows(nearPairs(table, dialect), [])
  await connection.script(drop)
  const rows = [...exact, ...near].map(([a, b, length, intersects]) => ({
    left: Math.min(Number(a), Number(b)),
    right: Math.max(Number(a), Number(b)),
    similarity: intersects === undefined ? 100 : sharedWordsSimilarity(Number(intersects), Number(length)),
  }))
  rows.sort((a, b) => a.left - b.left || a.right - b.right)
  return {
    left: Int32Array.from(rows, row => row.left),
    right: Int32Array.from(rows, row => row.right),
    similarity: Float64Array.from(rows, row => row.similarity),
  }
}

async function fillRequired({ connection }: TablePlace, options: SharedWordsOptions): Promise<void> {
  const [table] = temporaries
  await connection.script([
    `CREATE TEMPORARY TABLE ${table} (length smallint PRIMARY KEY, required smallint NOT NULL)`,
  ])
  // The tables may have been filled with more words per document than now.
  const lengths = Array.from({ length: mostWords }, (_, i) => i + 1)
  const rows = lengths.map(length => ({ length, required: requiredShared(length, options) }))
  await connection.insert(table, sqlColumns(rows, { length: 'number', required: 'number' }))
}
