/** Word rows: the rows of documents in word tables, inserted and removed in a transaction of the caller. */

import { checkIterable, checkNamed, checkString } from '../../ground/options/arguments.ts'
import { type WordSketch, wordSketch } from '../../methods/longest-words/longest-words.ts'
import type { SharedWordsOptions } from '../../methods/longest-words/params.ts'
import { type SqlConnection, sqlColumns } from '../database/client.ts'
import { checkedId } from './word-table-options.ts'
import { placeholders } from './word-table-queries.ts'

/** A document: its number, a whole number of 32 bits, and its text. */
export interface NumberedText {
  readonly id: number
  readonly text: string
}

/** The rows of a document. */
interface WordRows {
  readonly id: number
  readonly sketch: WordSketch
}

/** Ids per statement. */
const mostIds = 1024

/** @throws NearsameError TEXT_NOT_STRING, OPTION_VALUE */
export function wordRowsOf(documents: Iterable<NumberedText>, options: SharedWordsOptions): WordRows[] {
  checkIterable('documents', documents, 'documents')
  return Array.from(documents, document => {
    checkNamed('document', document)
    const { id, text } = document
    checkedId(id)
    checkString('text', text)
    return { id, sketch: wordSketch(text, options) }
  })
}

/** @param words number chosen; documents with fewer are short */
export async function insertRows(
  connection: SqlConnection,
  table: string,
  rows: readonly WordRows[],
  words: number,
): Promise<void> {
  if (rows.length === 0) return
  const summaries = rows.map(({ id, sketch: { fullHash, hashes } }) => ({
    doc_id: id,
    full_hash: fullHash,
    length: hashes.length,
  }))
  const types = { doc_id: 'number', full_hash: 'text', length: 'number' } as const
  await connection.insert(`${table}_summary`, sqlColumns(summaries, types))
  await insertWords(connection, table, rows)
  // A separate table, so that finding them does not read the rows of the others.
  const short = rows.filter(({ sketch }) => sketch.hashes.length < words)
  await insertWords(connection, `${table}_short`, short)
}

async function insertWords(
  connection: SqlConnection,
  table: string,
  rows: readonly WordRows[],
): Promise<void> {
  const words = rows.flatMap(({ id, sketch }) =>
    Array.from(sketch.hashes, hash => ({ doc_id: id, word_hash: hash })),
  )
  if (words.length === 0) return
  await connection.insert(table, sqlColumns(words, { doc_id: 'number', word_hash: 'number' }))
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
