/**
 * The queries of the word tables. `?` stands for a value; callers have checked the names of tables.
 *
 *     items_hashes          id, doc_id, word_hash      a row for each chosen word of each document
 *     items_hashes_summary  doc_id, full_hash, length  a row for each document
 *     items_hashes_short    doc_id, word_hash          the rows of documents with fewer words than that
 *
 * Source: "Finding fuzzy duplicates of short documents": the first two tables and `intersections`.
 * Ours: the third table, which only saves time, the indexes, and the other queries, which find what `intersections`
 * finds without reading the rows of frequent words.
 */
import type { WordDialect } from './word-dialect.ts'

/** `?, ?, ?` */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}

/** The source's query. Values: the checksums, then the minimum number of intersections. */
export function intersections(table: string, dialect: WordDialect, hashes: number): string {
  return (
    `SELECT doc_id, COUNT(id) AS intersects FROM ${table} WHERE word_hash IN (${placeholders(hashes)}) ` +
    `GROUP BY doc_id HAVING ${dialect.intersects} >= ?`
  )
}

/** Counts the rows of each checksum, up to `most`. Values: checksum and `most`, for each. */
export function countsOf(table: string, hashes: number): string {
  const one = `SELECT word_hash FROM ${table} WHERE word_hash = ? LIMIT ?`
  const counted = (_: unknown, i: number): string =>
    `SELECT MAX(word_hash) AS word_hash, COUNT(*) AS documents FROM (${one}) AS h${i}`
  return Array.from({ length: hashes }, counted).join(' UNION ALL ')
}

/**
 * Documents of at least a given length that have enough of some checksums, with their number of all. Values: the
 * checksums to look up, the minimum number of them, all checksums, the minimum length.
 */
export function matchesBySome(table: string, dialect: WordDialect, asked: number, all: number): string {
  return countedAgain(table, dialect, intersections(table, dialect, asked), all, '>=')
}

/**
 * Documents below a given length that have enough of the checksums. Values: the checksums, the minimum number of them,
 * the checksums, the length.
 */
export function matchesOfShort(table: string, dialect: WordDialect, all: number): string {
  const proposed =
    `SELECT doc_id FROM ${table}_short WHERE word_hash IN (${placeholders(all)}) ` +
    `GROUP BY doc_id HAVING COUNT(*) >= ?`
  return countedAgain(table, dialect, proposed, all, '<')
}

/** The documents of a query, with their shared words and length. `+` forces the lookup by document. */
function countedAgain(
  table: string,
  dialect: WordDialect,
  query: string,
  all: number,
  than: '>=' | '<',
): string {
  const join = dialect.joinInOrder
  return (
    `SELECT h.doc_id AS doc_id, COUNT(h.id) AS intersects, s.length AS length FROM (${query}) c ` +
    `${join} ${table} h ON h.doc_id = c.doc_id ${join} ${table}_summary s ON s.doc_id = h.doc_id ` +
    `WHERE +h.word_hash IN (${placeholders(all)}) AND s.length ${than} ? GROUP BY h.doc_id, s.length`
  )
}

/**
 * Adds the short documents that other programs added to the first two tables. `words` is the number chosen per text.
 */
export function addMissingShort(table: string, words: number): string {
  return (
    `INSERT INTO ${table}_short (doc_id, word_hash) SELECT h.doc_id, h.word_hash FROM ${table}_summary s ` +
    `JOIN ${table} h ON h.doc_id = s.doc_id WHERE s.length < ${words} ` +
    `AND NOT EXISTS (SELECT 1 FROM ${table}_short t WHERE t.doc_id = s.doc_id)`
  )
}

/** Pairs of equal texts. */
export function exactPairs(table: string): string {
  return (
    `SELECT a.doc_id AS a, b.doc_id AS b FROM ${table}_summary a ` +
    `JOIN ${table}_summary b ON b.full_hash = a.full_hash AND b.doc_id > a.doc_id`
  )
}

/** Names of the temporary tables of the self join, in order of creation. */
export const temporaries = [
  'nearsame_required',
  'nearsame_words',
  'nearsame_first',
  'nearsame_twos',
  'nearsame_candidates',
] as const

/**
 * The self join, step by step. Words are ranked by document frequency; `remaining` counts the words of a document from
 * this one on. The first word that a pair shares leaves at least `required` on both sides, the second at least
 * `required` - 1, so few and rare words are joined:
 *
 *     first       the words of each document that may be the first or second
 *     twos        two of them: documents of equal length that match have such two in common
 *     candidates  these; longer documents with a first and a second word; where one word is enough, with one
 *
 * REQUIRES: `nearsame_required` has `required` by the length of the shorter document.
 */
export function selfJoin(table: string, dialect: WordDialect): readonly string[] {
  const words = `SELECT word_hash, COUNT(*) AS documents FROM ${table} GROUP BY word_hash`
  const numbered =
    `SELECT h.doc_id, h.word_hash, s.length, r.required, w.documents, ` +
    `s.length + 1 - ROW_NUMBER() OVER (PARTITION BY h.doc_id ORDER BY w.documents, h.word_hash) AS remaining ` +
    `FROM ${table} h JOIN nearsame_words w ON w.word_hash = h.word_hash ` +
    `JOIN ${table}_summary s ON s.doc_id = h.doc_id JOIN nearsame_required r ON r.length = s.length`
  const first =
    `SELECT doc_id, word_hash, length, required, remaining FROM (${numbered}) n ` +
    `WHERE documents > 1 AND remaining >= required - 1`
  const twos =
    `SELECT x.doc_id, x.length, x.required, x.word_hash AS one, y.word_hash AS two FROM nearsame_first x ` +
    `${dialect.joinInOrder} nearsame_first y ON y.doc_id = x.doc_id AND y.remaining < x.remaining ` +
    `WHERE x.remaining >= x.required AND x.required > 1`
  return [
    ...dialect.temporary('nearsame_words', 'word_hash', words),
    ...dialect.temporary('nearsame_first', 'doc_id', first),
    ...dialect.temporary('nearsame_twos', 'one, two, length', twos),
    ...dialect.temporary('nearsame_candidates', 'a', candidates(table, dialect.joinInOrder)),
  ]
}

function candidates(table: string, join: string): string {
  const ofEqualLength =
    `SELECT a.doc_id AS a, b.doc_id AS b, a.length AS length, a.required AS required FROM nearsame_twos a ` +
    `JOIN nearsame_twos b ON b.one = a.one AND b.two = a.two AND b.length = a.length AND b.doc_id > a.doc_id`
  const select = 'SELECT f.doc_id AS a, h.doc_id AS b, f.length AS length, f.required AS required'
  const longer =
    `${select} FROM nearsame_first f ${join} ${table} h ON h.word_hash = f.word_hash ` +
    `${join} nearsame_first g ON g.doc_id = f.doc_id AND g.remaining < f.remaining ` +
    `${join} ${table} i ON i.doc_id = h.doc_id AND i.word_hash = g.word_hash ` +
    `${join} ${table}_summary s ON s.doc_id = h.doc_id AND s.length > f.length ` +
    `WHERE f.remaining >= f.required AND f.required > 1 AND f.length < (SELECT MAX(length) FROM ${table}_summary)`
  const byOneWord =
    `${select} FROM nearsame_first f ${join} ${table} h ON h.word_hash = f.word_hash ` +
    `${join} ${table}_summary s ON s.doc_id = h.doc_id ` +
    `AND (s.length > f.length OR (s.length = f.length AND s.doc_id > f.doc_id)) WHERE f.required = 1`
  return `${ofEqualLength} UNION ${longer} UNION ${byOneWord}`
}

/** Pairs of different texts that share enough, from the candidates. */
export function nearPairs(table: string, dialect: WordDialect): string {
  const join = dialect.joinInOrder
  const shared =
    `SELECT c.a, c.b, c.length, COUNT(y.id) AS intersects FROM nearsame_candidates c ` +
    `${join} ${table} x ON x.doc_id = c.a ${join} ${table} y ON y.doc_id = c.b AND y.word_hash = x.word_hash ` +
    `GROUP BY c.a, c.b, c.length, c.required HAVING COUNT(y.id) >= c.required`
  return (
    `SELECT p.a AS a, p.b AS b, p.length AS length, p.intersects AS intersects FROM (${shared}) p ` +
    `JOIN ${table}_summary s ON s.doc_id = p.a JOIN ${table}_summary t ON t.doc_id = p.b ` +
    `WHERE s.full_hash <> t.full_hash`
  )
}
