/**
 * Spark and Sail: a table is a directory of Parquet files on storage that all executors share, and a view of it. So
 * each table is a checkpoint: what was computed is not computed again.
 *
 * Statements use nothing that only one of the two has.
 */
import { ownValue } from '../../ground/json/field.ts'
import { type EngineSql, groupNumber, literal } from './dialect.ts'

/**
 * Columns of the tables, by the first word of their names; the others hold documents. An engine may write no file for a
 * table without rows, which then shows no columns.
 */
const columns: Readonly<Record<string, string>> = {
  classes: 'document BIGINT, representative BIGINT, twin BIGINT',
  bands: 'band BIGINT, document BIGINT, members BIGINT, crowd BIGINT',
  placed: 'band BIGINT, document BIGINT, is_cut BOOLEAN, place INT',
  met: 'a BIGINT, b BIGINT, shared BIGINT',
  pairs: 'a BIGINT, b BIGINT, a_offset BIGINT, a_length BIGINT, b_offset BIGINT, b_length BIGINT',
  links: 'a BIGINT, b BIGINT',
  crowds: 'band BIGINT, members BIGINT',
  reads: 'document BIGINT, record_offset BIGINT, record_length BIGINT',
  common: 'document BIGINT, shingle INT, texts BIGINT',
  sizes: 'document BIGINT, size BIGINT, alone BIGINT',
  ordered: 'document BIGINT, shingle INT, size BIGINT, place BIGINT, tier BIGINT',
  rare: 'band BIGINT, document BIGINT, members BIGINT',
}

/** @param base the directory of the tables, a path or a URL */
export function spark(base: string): EngineSql {
  const place = (table: string) => `${base}/${table}`
  const view = (table: string, path: string) =>
    `CREATE OR REPLACE TEMP VIEW ${table} AS SELECT * FROM parquet.\`${path}\``
  const typedView = (table: string, path: string) =>
    `CREATE OR REPLACE TEMP VIEW ${table} (${ownValue(columns, table.split('_')[0]) ?? 'document BIGINT'})\n` +
    `USING parquet OPTIONS (path ${literal(path)})`
  const create = (table: string, query: string) => [
    `INSERT OVERWRITE DIRECTORY ${literal(place(table))} USING parquet\n${query}`,
    table === 'texts' ? view(table, place(table)) : typedView(table, place(table)),
  ]
  return {
    name: 'spark',
    create,
    drop: () => [],
    open: (table, path) => [view(table, path)],
    save: (path, query) => [`INSERT OVERWRITE DIRECTORY ${literal(path)} USING parquet\n${query}`],
    groups: (keys, agree) =>
      create(
        'bands',
        `SELECT band, document, members, crowd FROM (
  SELECT band, document, members, max(members) OVER (PARTITION BY document) AS crowd,
    count(*) OVER (PARTITION BY document) AS groups
  FROM (
    SELECT band, document, count(*) OVER (PARTITION BY band) AS members FROM (
      SELECT document, explode(array(${keys.map(groupNumber).join(', ')})) AS band FROM texts
    ) a
  ) b WHERE members > 1
) c WHERE groups >= ${agree}`,
      ),
    unnest: items => `explode(array(${items.join(', ')}))`,
    differingBits: (a, b) => `bit_count(${a} ^ ${b})`,
    refuse: (condition, table, text) =>
      `SELECT CAST(CASE WHEN ${condition} THEN 1 ELSE raise_error(${literal(text)}) END AS BIGINT) FROM ${table}`,
  }
}
