/**
 * Word tables in MariaDB.
 *
 * The tables are exactly those of the source; tables filled by the source's program work unchanged and get the indexes.
 */
import { checkPoolOptions, type PoolOptions, pooledDriver } from '../database/client.ts'
import { type MariadbPool, mariadbClient } from '../database/mariadb-client.ts'
import type { WordDialect } from './word-dialect.ts'
import { resolveWordTableOptions, type WordTableOptions } from './word-table-options.ts'
import { WordTables } from './word-tables.ts'

export interface MariadbWordTablesOptions extends WordTableOptions, PoolOptions<MariadbPool> {}

/** How long to wait for another program that creates the tables. */
const turnSeconds = 30

/** Name of the lock for it: DDL ends transactions here, so it is a lock of the connection. */
const turnOf = (table: string): string => `SHA1(CONCAT('nearsame words ', DATABASE(), '.${table}'))`

/** Isolation level of the next transaction; a server may have another default. */
const isolation = (level: string): string => `SET TRANSACTION ISOLATION LEVEL ${level}`

const mariadbDialect: WordDialect = Object.freeze({
  enter: (table: string) => [`SELECT GET_LOCK(${turnOf(table)}, ${turnSeconds})`],
  leave: (table: string) => [`SELECT RELEASE_LOCK(${turnOf(table)})`],
  schema: (table: string) => [
    `CREATE TABLE IF NOT EXISTS ${table} (id int(11) NOT NULL auto_increment, doc_id int(11) NOT NULL, ` +
      'word_hash int(11) NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB',
    `CREATE TABLE IF NOT EXISTS ${table}_summary (doc_id int(11) NOT NULL, full_hash char(32) NOT NULL, ` +
      'length smallint(11) NOT NULL, PRIMARY KEY (doc_id)) ENGINE = InnoDB',
    `CREATE INDEX IF NOT EXISTS ${table}_words ON ${table} (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_docs ON ${table} (doc_id, word_hash)`,
    `CREATE INDEX IF NOT EXISTS ${table}_texts ON ${table}_summary (full_hash)`,
    `CREATE TABLE IF NOT EXISTS ${table}_short (doc_id int(11) NOT NULL, word_hash int(11) NOT NULL) ENGINE = InnoDB`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_words ON ${table}_short (word_hash, doc_id)`,
    `CREATE INDEX IF NOT EXISTS ${table}_short_docs ON ${table}_short (doc_id)`,
  ],
  intersects: 'intersects',
  joinInOrder: 'STRAIGHT_JOIN',
  begin: [isolation('REPEATABLE READ'), 'START TRANSACTION READ WRITE'],
  // Only READ COMMITTED fills a temporary table without locking the rows it reads, but a statement-based binary log
  // does not allow it. There each statement sees its own state, so one statement reads both tables.
  beginSnapshot: [
    `BEGIN NOT ATOMIC IF @@log_bin AND @@binlog_format = 'STATEMENT' THEN ${isolation('REPEATABLE READ')}; ` +
      `ELSE ${isolation('READ COMMITTED')}; END IF; END`,
    'START TRANSACTION READ WRITE',
  ],
  copy: (table: string, copied: string) => [
    `CREATE TEMPORARY TABLE ${copied} (KEY (word_hash, doc_id, id), KEY (doc_id, word_hash, id)) ENGINE = InnoDB ` +
      `AS SELECT h.id, s.doc_id, h.word_hash, s.full_hash, s.length FROM ${table}_summary s ` +
      `LEFT JOIN ${table} h ON h.doc_id = s.doc_id`,
    `CREATE TEMPORARY TABLE ${copied}_summary (PRIMARY KEY (doc_id), KEY (full_hash)) ENGINE = InnoDB ` +
      `AS SELECT DISTINCT doc_id, full_hash, length FROM ${copied}`,
    // Lets writers that waited for the copy go on.
    'COMMIT AND CHAIN',
  ],
  // Creating the index afterwards would end the transaction.
  temporary: (name: string, key: string, query: string) => [
    `CREATE TEMPORARY TABLE ${name} (KEY (${key})) ENGINE = InnoDB AS ${query}`,
  ],
  dropTemporary: 'DROP TEMPORARY TABLE IF EXISTS ',
  analyse: (table: string) => [`ANALYZE TABLE ${table}, ${table}_summary, ${table}_short`],
})

/**
 * Opens the tables; creates them if missing. Must be closed.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, PACKAGE_MISSING, STORE_UNAVAILABLE
 */
export async function openMariadbWordTables(options: MariadbWordTablesOptions): Promise<WordTables> {
  const resolved = resolveWordTableOptions(options, ['url', 'pool', 'load'])
  checkPoolOptions(options)
  return WordTables.open(await pooledDriver(mariadbClient, options), mariadbDialect, resolved)
}
