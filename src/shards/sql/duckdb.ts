/** DuckDB: tables are in its database; files are read and written by `read_parquet` and `COPY`. */
import { type EngineSql, groupNumber, literal } from './dialect.ts'

const bandsAtOnce = 5

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
  // Some bands at a time, and without windows: half the time, and memory for these bands only.
  groups(keys, agree) {
    const ofBand = (key: string, band: number) =>
      `SELECT ${groupNumber(`t.${key}`, band)} AS band, t.document, g.members FROM texts t
JOIN (SELECT ${key}, count(*) AS members FROM texts GROUP BY ${key} HAVING count(*) > 1) g ON g.${key} = t.${key}`
    const queries = keys.map(ofBand)
    const inserts: string[] = []
    for (let band = 0; band < queries.length; band += bandsAtOnce)
      inserts.push(`INSERT INTO grouped\n${queries.slice(band, band + bandsAtOnce).join('\nUNION ALL ')}`)
    return [
      'CREATE OR REPLACE TABLE grouped (band BIGINT, document BIGINT, members BIGINT)',
      ...inserts,
      `CREATE OR REPLACE TABLE bands AS
SELECT b.band, b.document, b.members, c.crowd FROM grouped b JOIN (
  SELECT document, max(members) AS crowd FROM grouped GROUP BY document HAVING count(*) >= ${agree}
) c ON c.document = b.document`,
      'DROP TABLE grouped',
    ]
  },
  unnest: items => `unnest([${items.join(', ')}])`,
  differingBits: (a, b) => `CAST(bit_count(xor(${a}, ${b})) AS INT)`,
  refuse: (condition, table, text) =>
    `SELECT CASE WHEN ${condition} THEN CAST(1 AS BIGINT) ELSE error(${literal(text)}) END FROM ${table}`,
}
