/**
 * Word check: finds the documents that duplicate a text from few rows of the word tables.
 *
 * A text of n words and a document of at least n share at least r = required(n) of them if they match. Then the
 * document has at least j of any n - r + j words of the text, and the rarest are the cheapest to look up:
 *
 *     words, rarest first    1  2  3 | 4  5  6 | 7 ... 15       n = 15, r = 13: one of the first 3,
 *                            n-r+1   |   + 3   |                 or 4 of the first 6, or 13 of all
 *
 * Looking up more words returns fewer documents, so it adds words while their rows are few. For documents with fewer
 * words than the text this would be most of its words; a lookup in the third table, which has only those, finds them.
 *
 * The frequency of a word is counted up to `mostCounted` rows. The counts decide what is looked up, never what is
 * found.
 */

import type { WordSketch } from '../../methods/longest-words/longest-words.ts'
import type { SharedWordsOptions } from '../../methods/longest-words/params.ts'
import { requiredShared, sharedWordsSimilarity } from '../../methods/longest-words/shared-words.ts'
import type { SqlConnection } from '../database/client.ts'
import type { WordDialect } from './word-dialect.ts'
import { countsOf, matchesBySome, matchesOfShort } from './word-table-queries.ts'

export interface TablePlace {
  readonly connection: SqlConnection
  readonly dialect: WordDialect
  readonly table: string
}

export interface WordMatch {
  readonly id: number
  /** In percent; 100 for an equal text. */
  readonly similarity: number
  readonly isExact: boolean
}

/** A document with its number of shared words and of all words. */
interface FoundDocument {
  readonly id: number
  readonly shared: number
  readonly length: number
}

/** For 15 words, at most 1500 rows of the index are counted. */
const mostCounted = 100
/** Cheap number of rows: fewer give more candidates, more cost time themselves (measured in all three databases). */
const gladlyRead = 200

/** Most similar first, then by id. */
export async function matchesOf(
  place: TablePlace,
  { fullHash, hashes }: WordSketch,
  options: SharedWordsOptions & { readonly except: number | undefined; readonly beyondExact: boolean },
): Promise<WordMatch[]> {
  const { except, beyondExact } = options
  const exact = await equalTexts(place, fullHash)
  const isEnough = !beyondExact && exact.some(id => id !== except)
  const near = isEnough ? [] : await matchingDocuments(place, hashes, options)
  const equal = new Set(exact)
  const matches = near.flatMap(({ id, shared, length }): WordMatch[] => {
    const shorter = Math.min(length, hashes.length)
    if (equal.has(id) || shared < requiredShared(shorter, options)) return []
    return [{ id, similarity: sharedWordsSimilarity(shared, shorter), isExact: false }]
  })
  return [...exact.map(id => ({ id, similarity: 100, isExact: true })), ...matches]
    .filter(({ id }) => id !== except)
    .sort((a, b) => b.similarity - a.similarity || Number(b.isExact) - Number(a.isExact) || a.id - b.id)
}

async function equalTexts({ connection, table }: TablePlace, fullHash: string): Promise<number[]> {
  const rows = await connection.rows(`SELECT doc_id FROM ${table}_summary WHERE full_hash = ?`, [fullHash])
  return rows.map(([id]) => Number(id))
}

/** Documents that share enough words to match, and perhaps a few that do not. */
async function matchingDocuments(
  place: TablePlace,
  hashes: Int32Array,
  options: SharedWordsOptions,
): Promise<FoundDocument[]> {
  const { connection, dialect, table } = place
  const count = hashes.length
  const least = options.minIntersections
  if (count < least) return []
  const queries = [matchesOfShort(table, dialect, count)]
  const values = [...hashes, least, ...hashes, count]
  const required = requiredShared(count, options)
  if (required <= count) {
    const counts = await countWords(place, hashes)
    const ordered = [...hashes].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    const asked = wordsToAsk(ordered, counts, required)
    const some = asked - (count - required)
    queries.push(matchesBySome(table, dialect, asked, count))
    values.push(...ordered.slice(0, asked), some, ...hashes, count)
  }
  const rows = await connection.rows(queries.join(' UNION ALL '), values)
  return rows.map(([id, shared, length]) => ({
    id: Number(id),
    shared: Number(shared),
    length: Number(length),
  }))
}

async function countWords(
  { connection, table }: TablePlace,
  hashes: Int32Array,
): Promise<Map<number, number>> {
  const values = Array.from(hashes, hash => [hash, mostCounted]).flat()
  const rows = await connection.rows(countsOf(table, hashes.length), values)
  return new Map(
    rows.filter(([hash]) => hash !== null).map(([hash, documents]) => [Number(hash), Number(documents)]),
  )
}

/** Number of words to look up, rarest first. REQUIRES: required <= ordered.length. */
function wordsToAsk(
  ordered: readonly number[],
  counts: ReadonlyMap<number, number>,
  required: number,
): number {
  const fewest = ordered.length - required + 1
  let rows = 0
  let asked = 0
  while (asked < ordered.length) {
    rows += counts.get(ordered[asked]) ?? 0
    if (asked >= fewest && rows > gladlyRead) break
    asked++
  }
  return asked
}
