/**
 * Spark and Sail: a table is a directory of Parquet files on storage that all executors share, and a view of it. So
 * each table is a checkpoint: what was computed is not computed again.
 *
 * Statements use nothing that only one of the two has.
 */
import { type EngineSql, literal } from './dialect.ts'

/** @param base the directory of the tables, a path or a URL */
export function spark(base: string): EngineSql {
  const place = (table: string) => `${base}/${table}`
  const view = (table: string, path: string) =>
    `CREATE OR REPLACE TEMP VIEW ${table} AS SELECT * FROM parquet.\`${path}\``
  return {
    name: 'spark',
    create: (table, query) => [
      `INSERT OVERWRITE DIRECTORY ${literal(place(table))} USING parquet\n${query}`,
      view(table, place(table)),
    ],
    drop: () => [],
    open: (table, path) => [view(table, path)],
    save: (path, query) => [`INSERT OVERWRITE DIRECTORY ${literal(path)} USING parquet\n${query}`],
    unnest: items => `explode(array(${items.join(', ')}))`,
    differingBits: (a, b) => `bit_count(${a} ^ ${b})`,
    refuse: (condition, table, text) =>
      `SELECT CAST(CASE WHEN ${condition} THEN 1 ELSE raise_error(${literal(text)}) END AS BIGINT) FROM ${table}`,
  }
}
