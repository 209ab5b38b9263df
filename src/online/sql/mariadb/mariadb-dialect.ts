/**
 * The SQL of MariaDB 10.6 and later, on InnoDB.
 *
 * Many values go into a statement as one JSON array, which JSON_TABLE turns into rows. It comes first in the join, so
 * that every row uses an index. A posting is its own primary key: one index entry, no separate row.
 */
import type { SqlColumn, SqlColumnType, SqlType, SqlValue } from '../../database/client.ts'
import {
  askedColumns,
  counterColumns,
  layoutVersion,
  lockMs,
  postingTypes,
  type SqlDialect,
  type SqlFind,
  type SqlTables,
  silentMs,
  tablesOf,
} from '../dialect.ts'

const lockSeconds = lockMs / 1000

const jsonTypes: Readonly<Record<SqlType, string>> = {
  word: 'INT UNSIGNED',
  number: 'BIGINT',
  bytes: 'TEXT CHARACTER SET ascii',
  text: 'TEXT',
}

const sqlOf = ({ name, type }: SqlColumnType): string =>
  type === 'bytes' ? `UNHEX(given.${name})` : `given.${name}`
const jsonOf = (value: SqlValue): number | string | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value

/** Rows of a JSON array of arrays, or of plain values when there is one column. */
function jsonTable(columns: readonly SqlColumnType[]): string {
  const paths = columns.map(
    ({ name, type }, i) => `${name} ${jsonTypes[type]} PATH '$${columns.length > 1 ? `[${i}]` : ''}'`,
  )
  return `JSON_TABLE(?, '$[*]' COLUMNS (${paths.join(', ')})) AS given`
}

const engine = 'ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET ascii COLLATE ascii_bin'

function tableStatements({
  documents,
  postings,
  links,
  changes,
  sizes,
  pieces,
  kept,
}: SqlTables): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${documents} (number BIGINT PRIMARY KEY, hash BINARY(16) NOT NULL, ` +
      'name MEDIUMBLOB NOT NULL, cluster BIGINT NOT NULL, added BIGINT NOT NULL, expires BIGINT, ' +
      'pieces BIGINT NOT NULL, sketch LONGBLOB NOT NULL, body LONGBLOB NOT NULL, ' +
      `UNIQUE KEY (hash), KEY (cluster), KEY (added), KEY (expires)) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${postings} (term INT UNSIGNED NOT NULL, document INT UNSIGNED NOT NULL, ` +
      `PRIMARY KEY (term, document)) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${links} (a BIGINT NOT NULL, b BIGINT NOT NULL, PRIMARY KEY (a, b), KEY (b)) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${changes} (number BIGINT PRIMARY KEY, kind BIGINT NOT NULL, ` +
      `cluster BIGINT NOT NULL, other BIGINT, at BIGINT NOT NULL) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${sizes} (cluster BIGINT PRIMARY KEY, documents BIGINT NOT NULL) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${pieces} (document BIGINT NOT NULL, piece BIGINT NOT NULL, ` +
      `bytes LONGBLOB NOT NULL, PRIMARY KEY (document, piece)) ${engine}`,
    `CREATE TABLE IF NOT EXISTS ${kept} (name VARBINARY(255) NOT NULL, piece BIGINT NOT NULL, ` +
      `bytes LONGBLOB NOT NULL, PRIMARY KEY (name, piece)) ${engine}`,
  ]
}

export class MariadbDialect implements SqlDialect {
  readonly pieceBytes = 2 ** 19
  readonly collections: string
  readonly writers: string
  readonly begin = ['START TRANSACTION READ WRITE']
  readonly beginSnapshot = [
    'SET idle_transaction_timeout = 0',
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
  ]
  /** DDL ends transactions here, so this is a lock of the connection. */
  readonly enter: readonly string[]
  readonly leave: readonly string[]
  readonly #prefix: string

  /** @param prefix checked to be a plain name */
  constructor(prefix: string) {
    this.#prefix = prefix
    this.collections = `${prefix}collections`
    this.writers = `${prefix}writers`
    const turn = `SHA1(CONCAT(DATABASE(), '.${prefix}'))`
    this.enter = [`SELECT GET_LOCK(${turn}, ${lockSeconds})`]
    this.leave = [`SELECT RELEASE_LOCK(${turn})`]
  }

  tables(collection: number): SqlTables {
    return tablesOf(name => `${this.#prefix}c${collection}_${name}`)
  }

  makeCommon(): readonly string[] {
    return [
      `CREATE TABLE IF NOT EXISTS ${this.collections} (id BIGINT AUTO_INCREMENT PRIMARY KEY, ` +
        'name VARCHAR(64) UNIQUE, ready BOOLEAN NOT NULL DEFAULT false, ' +
        `layout BIGINT NOT NULL DEFAULT ${layoutVersion}, header LONGTEXT NOT NULL, ` +
        'header_sum BIGINT NOT NULL, created BIGINT NOT NULL, ' +
        'next_document BIGINT NOT NULL DEFAULT 1, next_cluster BIGINT NOT NULL DEFAULT 1, ' +
        'next_change BIGINT NOT NULL DEFAULT 1, documents BIGINT NOT NULL DEFAULT 0, ' +
        `clusters BIGINT NOT NULL DEFAULT 0, removed BIGINT NOT NULL DEFAULT 0) ${engine}`,
      `CREATE TABLE IF NOT EXISTS ${this.writers} (collection BIGINT NOT NULL, writer VARCHAR(64) NOT NULL, ` +
        `turn BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (collection, writer)) ${engine}`,
    ]
  }

  makeTables(tables: SqlTables): readonly string[] {
    return tableStatements(tables)
  }

  dropTables(tables: SqlTables): readonly string[] {
    return [`DROP TABLE IF EXISTS ${Object.values(tables).join(', ')} WAIT ${lockSeconds}`]
  }

  find({ table, select, by }: SqlFind): string {
    const wanted = { name: 'wanted', type: by.type }
    return (
      `SELECT ${select} FROM ${jsonTable([wanted])} ` +
      `STRAIGHT_JOIN ${table} AS t ON t.${by.name} = ${sqlOf(wanted)}`
    )
  }

  list(_: SqlType, values: ArrayLike<number | Uint8Array>): unknown {
    return JSON.stringify(Array.from(values, jsonOf))
  }

  candidates({ postings }: SqlTables, agree: number): string {
    return (
      `SELECT given.place, p.document FROM ${jsonTable(askedColumns)} ` +
      `STRAIGHT_JOIN ${postings} AS p ON p.term = given.term ` +
      `GROUP BY given.place, p.document HAVING COUNT(*) >= ${agree}`
    )
  }

  holders({ postings }: SqlTables, terms: readonly number[], limit: number): string {
    const parts = terms.map(
      term =>
        `(SELECT term, document FROM ${postings} WHERE term = ${term} ORDER BY document LIMIT ${limit})`,
    )
    return parts.join(' UNION ALL ')
  }

  term(posting: number): number {
    return posting
  }

  present({ postings }: SqlTables): string {
    return (
      `SELECT COUNT(*) FROM ${jsonTable(postingTypes)} STRAIGHT_JOIN ${postings} AS p ` +
      'ON p.term = given.term AND p.document = given.document'
    )
  }

  remove(table: string, columns: readonly SqlColumnType[]): string {
    const isEqual = columns.map(column => `t.${column.name} = ${sqlOf(column)}`).join(' AND ')
    return `DELETE t FROM ${jsonTable(columns)} STRAIGHT_JOIN ${table} AS t ON ${isEqual}`
  }

  update(table: string, columns: readonly [SqlColumnType, SqlColumnType]): string {
    const [by, set] = columns
    return (
      `UPDATE ${jsonTable(columns)} STRAIGHT_JOIN ${table} AS t ON t.${by.name} = given.${by.name} ` +
      `SET t.${set.name} = given.${set.name}`
    )
  }

  given(columns: readonly SqlColumn[]): readonly unknown[] {
    const rows = Array.from({ length: columns[0].values.length }, (_, row) => {
      const values = columns.map(({ values }) => jsonOf(values[row]))
      return values.length > 1 ? values : values[0]
    })
    return [JSON.stringify(rows)]
  }

  beginWrite(collection: number): readonly string[] {
    return [
      `SET idle_transaction_timeout = ${silentMs / 1000}`,
      ...this.begin,
      `SELECT ${counterColumns.join(', ')} FROM ${this.collections} WHERE id = ${collection} AND ready ` +
        `FOR UPDATE WAIT ${lockSeconds}`,
    ]
  }

  noteWrite(collection: number, writer: string, write: number): string {
    return (
      `INSERT INTO ${this.writers} VALUES (${collection}, '${writer}', ${write}, ${Date.now()}) ` +
      'ON DUPLICATE KEY UPDATE turn = VALUES(turn), at = VALUES(at)'
    )
  }

  /** Includes free space of the files, of which each table has one by default. */
  storedBytes(tables: SqlTables): string {
    const names = Object.values(tables).map(table => `'${table}'`)
    return (
      'SELECT SUM(DATA_LENGTH + INDEX_LENGTH + DATA_FREE) FROM information_schema.TABLES ' +
      `WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${names.join(', ')})`
    )
  }

  refreshBytes(tables: SqlTables): readonly string[] {
    return this.compact(tables, false)
  }

  compact(tables: SqlTables, isFull: boolean): readonly string[] {
    return Object.values(tables).map(table => `${isFull ? 'OPTIMIZE' : 'ANALYZE'} TABLE ${table}`)
  }
}
