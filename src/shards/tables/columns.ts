/**
 * Columns of the tables. Every engine reads them by these names; docs/formats/shards.md explains them.
 *
 * The order of the numbers of documents is the order of the input.
 */
import { oddSketchBits } from '../../texts/kernels/layout/plan-layout.ts'

export type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'STRING'

/** Names and types of columns, in order. */
export type TableColumns = Readonly<Record<string, ColumnType>>

/** Values of some rows, one array a column; INT64 as whole numbers or as their bits. */
export type TableRows = Readonly<
  Record<string, Int32Array | Float64Array | BigInt64Array | readonly string[]>
>

/** A document in all tables: this times its shard, and its record in the shard, from 1. */
export const recordsOfShard = 2 ** 32

/** Columns of 64 bits each that hold the bits of an odd sketch. */
export const sketchColumns = oddSketchBits / 64

/** The same for a hash of 128 bits. */
export const hashHalves = 2

/** `prefix0`, `prefix1`, ... */
export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`)
}

const typed = (names: readonly string[], type: ColumnType): TableColumns =>
  Object.fromEntries(names.map(name => [name, type]))

/** What signing keeps of a document. `record_offset` and `record_length` are its place in the unpacked input. */
export function keysColumns(bands: number): TableColumns {
  return {
    document: 'INT64',
    id: 'STRING',
    file: 'STRING',
    ...typed([...numbered('exact', hashHalves), ...numbered('tokens', hashHalves)], 'INT64'),
    token_count: 'INT32',
    shingles: 'INT32',
    record_offset: 'INT64',
    record_length: 'INT64',
    ...typed(numbered('key', bands), 'INT32'),
    ...typed(numbered('sketch', sketchColumns), 'INT64'),
  }
}

/** Pairs to measure, a < b, and the places of their records. */
export const pairsColumns = {
  a: 'INT64',
  b: 'INT64',
  a_offset: 'INT64',
  a_length: 'INT64',
  b_offset: 'INT64',
  b_length: 'INT64',
} as const satisfies TableColumns

/** Texts whose shingles are read. */
export const textsColumns = {
  document: 'INT64',
  record_offset: 'INT64',
  record_length: 'INT64',
} as const satisfies TableColumns

/** The distinct shingles of each text, of which 32 bits are enough to find those that texts share. */
export const shinglesColumns = { document: 'INT64', shingle: 'INT32' } as const satisfies TableColumns

export const measuresColumns = {
  a: 'INT64',
  b: 'INT64',
  similarity: 'DOUBLE',
} as const satisfies TableColumns
