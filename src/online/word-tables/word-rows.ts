/** Word rows: the rows of documents in word tables, inserted and removed in a transaction of the caller. */

import { checkIterable, checkNamed, checkString } from '../../ground/options/arguments.ts'
import { type WordSketch, wordSketch } from '../../methods/longest-words/longest-words.ts'
import type { SharedWordsOptions } from '../../methods/longest-words/params.ts'
import type { SqlColumn, SqlConnection } from '../database/client.ts'
import { checkedId } from './word-table-options.ts'
import { placeholders } from './word-table-queries.ts'

/** A document: its number, a whole number of 32 bits, and its text. */
export interface NumberedText {
  readonly id: number
  readonly text: string
}

interface WordRows {
  readonly ids: number[]
  readonly sketches: WordSketch[]
}

/** Ids per statement. */
const mostIds = 1024

/** @throws NearsameError TEXT_NOT_STRING, OPTION_VALUE */
export function wordRowsOf(documents: Iterable<NumberedText>, options: SharedWordsOptions): WordRows {
  const rows: WordRows = { ids: [], sketches: [] }
  checkIterable('documents', documents, 'documents')
  for (const document of documents) {
    checkNamed('document', document)
    const { id, text } = document
    rows.ids.push(checkedId(id))
    checkString('text', text)
    rows.sketches.push(wordSketch(text, options))
  }
  return rows
}

/** @param words number chosen; documents with fewer are short */
export async function insertRows(
  connection: SqlConnection,
  table: string,
  rows: WordRows,
  words: number,
): Promise<void> {
  const { ids, sketches } = rows
  if (ids.length === 0) return
  const hashes = sketches.map(({ fullHash }) => fullHash)
  const lengths = sketches.map(({ hashes }) => hashes.length)
  await connection.insert(`${table}_summary`, [
    numbers('doc_id', ids),
    { name: 'full_hash', type: 'text', values: hashes },
    numbers('length', lengths),
  ])
  await insertWords(connection, table, rows)
  // A separate table, so that finding them does not read the rows of the others.
  const isShort = (i: number): boolean => lengths[i] < words
  await insertWords(connection, `${table}_short`, {
    ids: ids.filter((_, i) => isShort(i)),
    sketches: sketches.filter((_, i) => isShort(i)),
  })
}

async function insertWords(
  connection: SqlConnection,
  table: string,
  { ids, sketches }: WordRows,
): Promise<void> {
  const docIds = sketches.flatMap(({ hashes }, i) => Array.from(hashes, () => ids[i]))
  if (docIds.length === 0) return
  const hashes = sketches.flatMap(sketch => [...sketch.hashes])
  await connection.insert(table, [numbers('doc_id', docIds), numbers('word_hash', hashes)])
}

/** @returns the number of documents that existed */
export async function removeRows(
  connection: SqlConnection,
  table: string,
  ids: readonly number[],
): Promise<number> {
  let removed = 0
  for (let at = 0; at < ids.length; at += mostIds) {
    const part = padded(ids.slice(at, at + mostIds))
    const where = `WHERE doc_id IN (${placeholders(part.length)})`
    const [[documents]] = await connection.rows(`SELECT COUNT(*) FROM ${table}_summary ${where}`, part)
    removed += Number(documents)
    for (const name of ['', '_short', '_summary']) {
      await connection.rows(`DELETE FROM ${table}${name} ${where}`, part)
    }
  }
  return removed
}

/** Repeats the last one up to a power of two, so that few statements are prepared. */
function padded(ids: readonly number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return Array.from({ length }, (_, i) => ids[Math.min(i, ids.length - 1)])
}

function numbers(name: string, values: readonly number[]): SqlColumn {
  return { name, type: 'number', values }
}
