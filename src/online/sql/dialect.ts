/**
 * SQL dialect: the differences between databases: the tables of a collection, statements over rows given as values, and
 * the statements that begin and end a transaction. `docs/formats/sql-store.md` describes the tables.
 *
 * Every collection has its own tables, so dropping it takes constant time, and the planner's statistics describe only
 * its keys.
 */
import type { SqlColumn, SqlColumnType, SqlType } from '../database/client.ts'

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

/** @param own gives the name of a table, as written in statements */
export function tablesOf(own: (table: keyof SqlTables) => string): SqlTables {
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

/** How long a write waits for another. */
export const lockMs = 30_000
/** A writer silent for this long within a write loses it. */
export const silentMs = 60_000

/** The version of the tables; raised with every change. */
export const layoutVersion = 1

/** Rows of a table whose column has one of the given values. */
export interface SqlFind {
  readonly table: string
  readonly select: string
  readonly by: SqlColumnType
}

export interface SqlDialect {
  /** Longer bodies and values are cut into pieces of this size. */
  readonly pieceBytes: number
  /** The tables of all collections, and of the last write of every writer. */
  readonly collections: string
  readonly writers: string
  tables(collection: number): SqlTables
  /** Statements that create missing common tables. */
  makeCommon(): readonly string[]
  makeTables(tables: SqlTables): readonly string[]
  dropTables(tables: SqlTables): readonly string[]

  /** Takes one value, from `list`. */
  find(search: SqlFind): string
  list(type: SqlType, values: ArrayLike<number | Uint8Array>): unknown
  /** Rows (place, document): documents that share `agree` keys with the given ones of a place; takes `askedColumns`. */
  candidates(tables: SqlTables, agree: number): string
  /** Rows (term, document): for each term, the documents of the lowest numbers, at most `limit`; takes no values. */
  holders(tables: SqlTables, terms: readonly number[], limit: number): string
  /** A term as the table of postings has it. */
  term(posting: number): number
  /** Counts the given postings that exist; takes `postingTypes`. */
  present(tables: SqlTables): string
  /** Removes the rows that equal a given one in the given columns. */
  remove(table: string, columns: readonly SqlColumnType[]): string
  /** Sets the second column of the rows found by the first. */
  update(table: string, columns: readonly [SqlColumnType, SqlColumnType]): string
  /** The values of `candidates`, `present`, `remove` and `update`. */
  given(columns: readonly SqlColumn[]): readonly unknown[]

  /** Opens a transaction that may write, even if sessions are read-only by default. */
  readonly begin: readonly string[]
  /** The same; the last statement locks the row of the collection and returns its counters. */
  beginWrite(collection: number): readonly string[]
  /** Records the last write of a writer. */
  noteWrite(collection: number, writer: string, write: number): string
  /** Opens a transaction that sees one state throughout. */
  readonly beginSnapshot: readonly string[]
  /** Takes the lock for creating and dropping collections; the last statement returns 1 on success. */
  readonly enter: readonly string[]
  readonly leave: readonly string[]

  /** Returns one number: bytes of the tables. */
  storedBytes(tables: SqlTables): string
  /** Statements after which `storedBytes` is up to date. */
  refreshBytes(tables: SqlTables): readonly string[]
  /** Statements that reclaim space (`isFull`), or only refresh the planner's statistics. */
  compact(tables: SqlTables, isFull: boolean): readonly string[]
}

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
