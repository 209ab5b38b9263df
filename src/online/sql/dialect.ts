/**
 * Where the SQL of the databases differs: the tables of a collection, statements over rows that are given as values,
 * and what begins and ends a transaction. `docs/formats/sql-store.md` describes the tables.
 *
 * Every collection has tables of its own, so removing it takes no longer the more it holds, and what is known of the
 * distribution of its keys is of its keys alone.
 */
import type { SqlColumn, SqlColumnType, SqlType } from '../database/client.ts'

/** The tables of a collection, as they stand in statements. */
export interface SqlTables {
  readonly documents: string
  readonly postings: string
  readonly links: string
  readonly changes: string
  /** Clusters of two documents and more. */
  readonly sizes: string
  /** What is behind the first piece of a long body. */
  readonly pieces: string
  /** Values by name. */
  readonly kept: string
}

/** @param own gives the name of a table, as it stands in statements */
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

/** How long a write waits for another one. */
export const lockMs = 30_000
/** A writer that is silent for so long within a write has lost it. */
export const silentMs = 60_000

/** The version of the tables; raised with every change of them. */
export const layoutVersion = 1

/** Rows of a table whose column has one of the given values. */
export interface SqlFind {
  readonly table: string
  readonly select: string
  readonly by: SqlColumnType
}

export interface SqlDialect {
  /** A longer body or value is cut into pieces of so many bytes. */
  readonly pieceBytes: number
  /** The table of all collections, and that of the last write of every writer. */
  readonly collections: string
  readonly writers: string
  tables(collection: number): SqlTables
  /** Statements that make what is missing of the common tables. */
  makeCommon(): readonly string[]
  makeTables(tables: SqlTables): readonly string[]
  dropTables(tables: SqlTables): readonly string[]

  /** With one value, that of `list`. */
  find(search: SqlFind): string
  list(type: SqlType, values: ArrayLike<number | Uint8Array>): unknown
  /** Rows (place, document) of documents that share `agree` keys with those given of the place; columns as there. */
  candidates(tables: SqlTables, agree: number): string
  /** How many of the given postings are there; with the columns of `postingTypes`. */
  present(tables: SqlTables): string
  /** Removes the rows that are equal to a given one in the given columns. */
  remove(table: string, columns: readonly SqlColumnType[]): string
  /** Sets the second column of rows by the first. */
  update(table: string, columns: readonly [SqlColumnType, SqlColumnType]): string
  /** The values of `candidates`, `present`, `remove` and `update`. */
  given(columns: readonly SqlColumn[]): readonly unknown[]

  /** Opens a transaction that may write, whatever the sessions of the server may else. */
  readonly begin: readonly string[]
  /** The same; the last statement locks the row of the collection and gives its counters. */
  beginWrite(collection: number): readonly string[]
  /** Notes the last write of a writer. */
  noteWrite(collection: number, writer: string, write: number): string
  /** Opens a transaction that sees one state throughout. */
  readonly beginSnapshot: readonly string[]
  /** Alone among those that make and drop collections; the last statement gives 1 if it is so. */
  readonly enter: readonly string[]
  readonly leave: readonly string[]

  /** Gives one number: bytes of the tables. */
  storedBytes(tables: SqlTables): string
  /** Statements after which `storedBytes` is up to date. */
  refreshBytes(tables: SqlTables): readonly string[]
  /** Statements that leave only what is there, or only bring the planner's knowledge up to date. */
  compact(tables: SqlTables, isFull: boolean): readonly string[]
}

/** Columns of `candidates`: which set of keys asks, and a key. */
export const askedColumns = [
  { name: 'place', type: 'number' },
  { name: 'term', type: 'word' },
] as const satisfies readonly SqlColumnType[]

/** Columns of the table of postings. */
export const postingTypes = [
  { name: 'term', type: 'word' },
  { name: 'document', type: 'word' },
] as const satisfies readonly SqlColumnType[]

/** The columns of the row of a collection that a write reads and sets, in the order of `beginWrite`. */
export const counterColumns = [
  'next_document',
  'next_cluster',
  'next_change',
  'documents',
  'clusters',
  'removed',
] as const
