/** DuckDB: tables are in its database; files are read and written by `read_parquet` and `COPY`. */
import { type EngineSql, literal } from './dialect.ts'

export const duckdb: EngineSql = {
  name: 'duckdb',
  create: (table, query) => [`CREATE OR REPLACE TABLE ${table} AS\n${query}`],
  drop: table => [`DROP TABLE IF EXISTS ${table}`],
  open: (table, directory) => [
    `CREATE OR REPLACE VIEW ${table} AS SELECT * FROM read_parquet(${literal(`${directory}/*.parquet`)})`,
  ],
  save(path, query, facts) {
    const metadata = facts === undefined ? '' : `, KV_METADATA {nearsame: ${literal(facts)}}`
    return [`COPY (\n${query}\n) TO ${literal(path)} (FORMAT parquet${metadata})`]
  },
  unnest: items => `unnest([${items.join(', ')}])`,
  differingBits: (a, b) => `CAST(bit_count(xor(${a}, ${b})) AS INT)`,
  refuse: (condition, table, text) =>
    `SELECT CASE WHEN ${condition} THEN CAST(1 AS BIGINT) ELSE error(${literal(text)}) END FROM ${table}`,
}
