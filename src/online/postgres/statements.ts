/**
 * The SQL of PostgreSQL 15: the tables of a collection, statements over rows given as arrays, and the statements that
 * begin and end a transaction. `docs/formats/postgres-store.md` describes the tables.
 *
 * Every collection has its own tables, so dropping it takes constant time, and the planner's statistics describe only
 * its keys.
 *
 * Postings are hash-partitioned by key into 8 partitions: random inserts meet smaller indexes, and `compact` blocks one
 * partition at a time. Numbers in postings are signed 32-bit integers, so those from 2^31 on are negative; a row with
 * its index entry takes 60 bytes. Reads of postings use a lateral join, with an OFFSET that keeps the planner from
 * scanning the whole table for many keys.
 */
import type { SqlColumn, SqlColumnType } from '../database/client.ts'
import { arrayType, arrayValue } from '../database/postgres-arrays.ts'

/** The tables of a collection, as written in statements. */
export interface SqlTables {
  readonly documents: string
  readonly postings: string
  readonly links: string
  readonly changes: string
  /** Clusters of at least two documents. */
  readonly sizes: string
  /** The pieces of long bodies after the first. */
  readonly pieces: string
  /** Values by name. */
  readonly kept: string
}

/** How long a write waits for another. */
const lockMs = 30_000
/** A writer silent for this long within a write loses it. */
const silentMs = 60_000

/** The version of the tables; raised with every change. */
export const layoutVersion = 1

/** Columns of `candidates`: the place of a set of keys, and a key. */
export const askedColumns = [
  { name: 'place', type: 'number' },
  { name: 'term', type: 'word' },
] as const satisfies readonly SqlColumnType[]

/** Columns of the table of postings. */
export const postingTypes = [
  { name: 'term', type: 'word' },
  { name: 'document', type: 'word' },
] as const satisfies readonly SqlColumnType[]

/** The columns of a collection's row that a write reads and sets, in the order of `beginWrite`. */
export const counterColumns = [
  'next_document',
  'next_cluster',
  'next_change',
  'documents',
  'clusters',
  'removed',
] as const

const partitions = 8

const partitionsOf = ({ postings }: SqlTables): string[] =>
  Array.from({ length: partitions }, (_, i) => `${postings.slice(0, -1)}_${i}"`)

const relations = (tables: SqlTables): string[] => [
  tables.documents,
  ...partitionsOf(tables),
  tables.links,
  tables.changes,
  tables.sizes,
  tables.pieces,
  tables.kept,
]

function unnested(columns: readonly SqlColumnType[]): string {
  const arrays = columns.map(({ type }) => `?::${arrayType(type)}`)
  return `unnest(${arrays.join(', ')}) AS given (${columns.map(({ name }) => name).join(', ')})`
}

/** Statements that create the tables of a collection. */
export function tableStatements(tables: SqlTables): string[] {
  const { documents, postings, links, changes, sizes, pieces, kept } = tables
  return [
    `CREATE TABLE IF NOT EXISTS ${documents} (number bigint PRIMARY KEY, hash bytea NOT NULL UNIQUE, ` +
      'name bytea NOT NULL, cluster bigint NOT NULL, added bigint NOT NULL, expires bigint, ' +
      'pieces bigint NOT NULL, sketch bytea NOT NULL, body bytea NOT NULL)',
    // No compression: sketches are random, and bodies are compressed already.
    `ALTER TABLE ${documents} ALTER sketch SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL`,
    `CREATE INDEX ON ${documents} (cluster, number)`,
    `CREATE INDEX ON ${documents} (added, number)`,
    `CREATE INDEX ON ${documents} (expires, number) WHERE expires IS NOT NULL`,
    `CREATE TABLE IF NOT EXISTS ${postings} (term int NOT NULL, document int NOT NULL, ` +
      'PRIMARY KEY (term, document)) PARTITION BY HASH (term)',
    ...partitionsOf(tables).map(
      (partition, i) =>
        `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${postings} ` +
        `FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i})`,
    ),
    `CREATE TABLE IF NOT EXISTS ${links} (a bigint NOT NULL, b bigint NOT NULL, PRIMARY KEY (a, b))`,
    `CREATE INDEX ON ${links} (b, a)`,
    `CREATE TABLE IF NOT EXISTS ${changes} (number bigint PRIMARY KEY, kind bigint NOT NULL, ` +
      'cluster bigint NOT NULL, other bigint, at bigint NOT NULL)',
    `CREATE TABLE IF NOT EXISTS ${sizes} (cluster bigint PRIMARY KEY, documents bigint NOT NULL)`,
    ...[pieces, kept].map(
      table =>
        `CREATE TABLE IF NOT EXISTS ${table} (${table === kept ? 'name bytea' : 'document bigint'} NOT NULL, ` +
        'piece bigint NOT NULL, bytes bytea NOT NULL, ' +
        `PRIMARY KEY (${table === kept ? 'name' : 'document'}, piece))`,
    ),
  ]
}

/** Statements over the tables of a schema. */
export class Statements {
  /** Longer bodies and values are cut into pieces of this size. */
  readonly pieceBytes = 2 ** 26
  /** The tables of all collections, and of the last write of every writer. */
  readonly collections: string
  readonly writers: string
  /** Opens a transaction that may write, even if sessions are read-only by default. */
  readonly begin = ['BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE']
  /** Opens a transaction that sees one state throughout. */
  readonly beginSnapshot = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY']
  /** Opens a transaction that holds the lock for creating and dropping collections. */
  readonly enter: readonly string[]
  readonly #schema: string

  /** @param schema checked to be a plain name */
  constructor(schema: string) {
    this.#schema = schema
    this.collections = this.#table('collections')
    this.writers = this.#table('writers')
    this.enter = [
      ...this.begin,
      `SET LOCAL lock_timeout = ${lockMs}`,
      `SELECT pg_advisory_xact_lock(hashtextextended('nearsame ${schema}', 0))`,
    ]
  }

  #table(name: string): string {
    return `"${this.#schema}"."${name}"`
  }

  tables(collection: number): SqlTables {
    const own = (name: keyof SqlTables) => this.#table(`c${collection}_${name}`)
    return {
      documents: own('documents'),
      postings: own('postings'),
      links: own('links'),
      changes: own('changes'),
      sizes: own('sizes'),
      pieces: own('pieces'),
      kept: own('kept'),
    }
  }

  /** Statements that create missing common tables. */
  makeCommon(): readonly string[] {
    const schema = this.#schema
    return [
      // An account without the right to create schemas may use an existing one.
      `DO $$ BEGIN IF to_regnamespace('"${schema}"') IS NULL THEN CREATE SCHEMA "${schema}"; END IF; END $$`,
      `CREATE TABLE IF NOT EXISTS ${this.collections} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ` +
        'name text COLLATE "C" UNIQUE, ready boolean NOT NULL DEFAULT false, ' +
        `layout bigint NOT NULL DEFAULT ${layoutVersion}, header text NOT NULL, ` +
        'header_sum bigint NOT NULL, created bigint NOT NULL, ' +
        'next_document bigint NOT NULL DEFAULT 1, next_cluster bigint NOT NULL DEFAULT 1, ' +
        'next_change bigint NOT NULL DEFAULT 1, documents bigint NOT NULL DEFAULT 0, ' +
        'clusters bigint NOT NULL DEFAULT 0, removed bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50)',
      `CREATE TABLE IF NOT EXISTS ${this.writers} (collection bigint NOT NULL, writer text NOT NULL, ` +
        'turn bigint NOT NULL, at bigint NOT NULL, PRIMARY KEY (collection, writer)) WITH (fillfactor = 50)',
    ]
  }

  /** Rows of a table whose column has one of the values; takes these as an array. */
  find(table: string, select: string, { name, type }: SqlColumnType): string {
    return `SELECT ${select} FROM ${table} WHERE ${name} = ANY(?::${arrayType(type)})`
  }

  /** Rows (place, document): documents that share `agree` keys with the given ones of a place; takes `askedColumns`. */
  candidates({ postings }: SqlTables, agree: number): string {
    return (
      `SELECT given.place, found.document FROM ${unnested(askedColumns)} ` +
      `CROSS JOIN LATERAL (SELECT document FROM ${postings} AS p WHERE p.term = given.term OFFSET 0) AS found ` +
      `GROUP BY 1, 2 HAVING count(*) >= ${agree}`
    )
  }

  /** Rows (term, document): for each term, the documents of the lowest numbers, at most `limit`; takes no values. */
  holders({ postings }: SqlTables, terms: readonly number[], limit: number): string {
    const given = terms.map(this.term).join(', ')
    return (
      `SELECT given.term, found.document FROM unnest(ARRAY[${given}]::int[]) AS given (term) ` +
      `CROSS JOIN LATERAL (SELECT document FROM ${postings} AS p WHERE p.term = given.term ` +
      `ORDER BY document LIMIT ${limit}) AS found`
    )
  }

  /** A term as the table of postings has it. */
  term(posting: number): number {
    return posting | 0
  }

  /** Counts the given postings that exist; takes `postingTypes`. */
  present({ postings }: SqlTables): string {
    return (
      `SELECT count(*) FROM ${unnested(postingTypes)} CROSS JOIN LATERAL (SELECT FROM ${postings} AS p ` +
      'WHERE p.term = given.term AND p.document = given.document OFFSET 0) AS found'
    )
  }

  /** Removes the rows that equal a given one in the given columns. */
  remove(table: string, columns: readonly SqlColumnType[]): string {
    const isEqual = columns.map(({ name }) => `t.${name} = given.${name}`).join(' AND ')
    return `DELETE FROM ${table} AS t USING ${unnested(columns)} WHERE ${isEqual}`
  }

  /** Sets the second column of the rows found by the first. */
  update(table: string, columns: readonly SqlColumnType[]): string {
    const [by, set] = columns
    return (
      `UPDATE ${table} AS t SET ${set.name} = given.${set.name} FROM ${unnested(columns)} ` +
      `WHERE t.${by.name} = given.${by.name}`
    )
  }

  /** The values of `candidates`, `present`, `remove` and `update`. */
  given(columns: readonly SqlColumn[]): readonly unknown[] {
    return columns.map(({ type, values }) => arrayValue(type, values))
  }

  /** As `begin`; the last statement locks the row of the collection and returns its counters. */
  beginWrite(collection: number): readonly string[] {
    return [
      ...this.begin,
      `SET LOCAL lock_timeout = ${lockMs}`,
      `SET LOCAL idle_in_transaction_session_timeout = ${silentMs}`,
      // Keeps the planner from scanning a table that has grown since its last ANALYZE.
      'SET LOCAL enable_hashjoin = off',
      'SET LOCAL enable_mergejoin = off',
      'SET LOCAL enable_seqscan = off',
      `SELECT ${counterColumns.join(', ')} FROM ${this.collections} WHERE id = ${collection} AND ready FOR UPDATE`,
    ]
  }

  /** Records the last write of a writer. */
  noteWrite(collection: number, writer: string, write: number): string {
    return (
      `INSERT INTO ${this.writers} VALUES (${collection}, '${writer}', ${write}, ${Date.now()}) ` +
      'ON CONFLICT (collection, writer) DO UPDATE SET turn = excluded.turn, at = excluded.at'
    )
  }

  /** Returns one number: bytes of the tables. */
  storedBytes(tables: SqlTables): string {
    const sizes = relations(tables).map(relation => `pg_total_relation_size('${relation}')`)
    return `SELECT ${sizes.join(' + ')}`
  }

  /** Statements that reclaim space (`isFull`), or only refresh the planner's statistics. */
  compact(tables: SqlTables, isFull: boolean): readonly string[] {
    return relations(tables).map(relation => `VACUUM (${isFull ? 'FULL, ' : ''}ANALYZE) ${relation}`)
  }
}
