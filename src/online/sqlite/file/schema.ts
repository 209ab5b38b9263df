/**
 * SQLite schema: the tables of a collection, created together, with a version.
 *
 * Documents and clusters are numbered upwards, so nearly all writes append to a table. The database has no index on
 * names and postings: arrays in memory find them (`postings.ts`).
 */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { StoreHeader } from '../../store/store.ts'
import { corrupted } from './errors.ts'

/** Version of the tables and of the snapshot files. */
export const storeFormat = 1

/** The database of a collection in its folder. */
export function databaseFile(folder: string): string {
  return join(folder, 'store.sqlite')
}

/** `NSIM`, by which `file` and we recognise the database. */
const applicationId = 0x4e53494d

/** Large pages waste less space with bodies of a few kilobytes: 275 bytes per document instead of 570 with 4,096. */
const pageBytes = 16_384

const tables = `
CREATE TABLE header (
  id BLOB NOT NULL, created INTEGER NOT NULL,
  format INTEGER NOT NULL, agree INTEGER NOT NULL, options TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE counters (
  document INTEGER NOT NULL, cluster INTEGER NOT NULL, change INTEGER NOT NULL,
  documents INTEGER NOT NULL, clusters INTEGER NOT NULL,
  removed_bytes INTEGER NOT NULL, writes INTEGER NOT NULL);
CREATE TABLE documents (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, cluster INTEGER NOT NULL,
  added INTEGER NOT NULL, expires INTEGER, sketch BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX documents_cluster ON documents (cluster);
CREATE INDEX documents_added ON documents (added);
CREATE INDEX documents_expires ON documents (expires) WHERE expires IS NOT NULL;
CREATE TABLE bodies (
  number INTEGER PRIMARY KEY, encoding INTEGER NOT NULL, size INTEGER NOT NULL,
  sum INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE larger_clusters (cluster INTEGER PRIMARY KEY, documents INTEGER NOT NULL);
CREATE TABLE links (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE INDEX links_b ON links (b);
CREATE TABLE changes (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, cluster INTEGER NOT NULL, other INTEGER,
  at INTEGER NOT NULL);
CREATE TABLE "values" (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE snapshots (
  start INTEGER PRIMARY KEY, file TEXT NOT NULL, size INTEGER NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE gone (number INTEGER PRIMARY KEY);
`

/** The header in a collection's database. */
export interface CollectionHeader {
  /** [16], random; its snapshot files carry it, too. */
  readonly id: Uint8Array
  readonly createdAt: number
  readonly header: StoreHeader
}

/** Creates all tables in a new, empty database. */
export function createTables(database: DatabaseSync, { id, createdAt, header }: CollectionHeader): void {
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
  database.exec(`BEGIN; ${tables}`)
  const row = { id, created: createdAt, ...header, options: JSON.stringify(header.options) }
  const statement = database.prepare('INSERT INTO header VALUES (?, ?, ?, ?, ?, ?)')
  statement.run(id, createdAt, row.format, row.agree, row.options, headerSum(row))
  database.exec('INSERT INTO counters VALUES (1, 1, 1, 0, 0, 0, 0)')
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${storeFormat}; COMMIT`)
}

/** @throws NearsameError STORE_CORRUPT for a foreign file or a damaged header, STORE_FORMAT for another version */
export function readHeader(database: DatabaseSync, file: string): CollectionHeader {
  const of = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  if (of('application_id') !== applicationId) throw corrupted(file, 'a database of another program')
  const version = of('user_version')
  if (version !== storeFormat) {
    throw new NearsameError('STORE_FORMAT', {
      expected: `a collection of format ${storeFormat}`,
      got: `format ${version}`,
      where: file,
      fix:
        version > storeFormat
          ? 'use a later version of nearsame'
          : 'rebuild the collection from its documents',
    })
  }
  const [row, ...others] = database
    .prepare('SELECT id, created, format, agree, options, sum FROM header')
    .all()
  if (row === undefined) throw corrupted(file, 'no header')
  // There is no telling which of them belongs to the documents.
  if (others.length > 0) throw corrupted(file, `${1 + others.length} headers`)
  const { sum, ...kept } = row as unknown as HeaderRow & { readonly sum: number }
  if (!(kept.id instanceof Uint8Array) || headerSum(kept) !== sum) throw corrupted(file, 'a damaged header')
  const { id, created, format, agree, options } = kept
  return { id, createdAt: created, header: { format, agree, options: JSON.parse(options) } }
}

interface HeaderRow {
  readonly id: Uint8Array
  readonly created: number
  readonly format: number
  readonly agree: number
  readonly options: string
}

function headerSum({ id, created, format, agree, options }: HeaderRow): number {
  return crc32(`${created} ${format} ${agree} ${options}`, crc32(id))
}

export function missingFile(file: string): NearsameError {
  return corrupted(file, 'no such file')
}
