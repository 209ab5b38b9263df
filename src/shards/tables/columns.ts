/**
 * Columns of the tables. Every engine reads them by these names; docs/formats/shards.md explains them.
 *
 * A document is a number, 2^32 * shard + record, so the order of numbers is the order of the input.
 */
import { oddSketchBits } from '../../texts/kernels/layout/plan-layout.ts'
import type { ColumnType, TableColumns } from './write-table.ts'

/** Columns of 64 bits each that hold the bits of an odd sketch. */
export const sketchColumns = oddSketchBits / 64

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
    at: 'STRING',
    exact: 'STRING',
    tokens: 'STRING',
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

/** The removed documents; `representative` is the first document of equal tokens, perhaps itself. */
export const decisionsColumns = {
  document: 'INT64',
  survivor: 'INT64',
  representative: 'INT64',
  kind: 'STRING',
  similarity: 'DOUBLE',
  survivor_id: 'STRING',
  survivor_at: 'STRING',
} as const satisfies TableColumns
