/**
 * Peer: MinHash, bands and components in DuckDB, all in SQL, two threads, 2 GB of memory, beyond that on disk.
 *
 *     node bench/peers/duckdb-minhash.ts INPUT.jsonl KEPT.txt [bands 16] [rows 8]
 *
 * Word 5-grams of lower-cased text; a row of a band is the least of the grams' hashes with its seed. Documents that share
 * a band are joined, the first of each component is kept; nothing is verified. Writes the kept ids, one per line.
 */
import { writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const [input, output, bands = '16', rows = '8'] = process.argv.slice(2)
if (input === undefined || output === undefined)
  throw new Error('usage: duckdb-minhash.ts INPUT.jsonl KEPT.txt')
const settings = { threads: '2', memory_limit: '2GB', temp_directory: `${output}.tmp` }
const instance = await DuckDBInstance.create(':memory:', settings)
const connection = await instance.connect()

const band = (at: number) => {
  const least = Array.from(
    { length: Number(rows) },
    (_, row) => `min(hash(gram, ${at * Number(rows) + row}))`,
  )
  return `hash(${least.join(', ')})`
}
const keys = Array.from({ length: Number(bands) }, (_, at) => band(at)).join(', ')
const file = `'${input.replaceAll("'", "''")}'`
await connection.run(`CREATE TABLE documents AS SELECT row_number() OVER () AS document, id, text
FROM read_json(${file}, format = 'newline_delimited', columns = {id: 'VARCHAR', text: 'VARCHAR'})`)
await connection.run(`CREATE TABLE keys AS SELECT document, [${keys}] AS keys FROM (
  SELECT document, unnest(list_transform(range(1, greatest(len(words) - 3, 2)),
    lambda place: hash(list_slice(words, place, place + 4)))) AS gram
  FROM (SELECT document, string_split_regex(lower(trim(text)), '\\s+') AS words FROM documents)
) GROUP BY document`)
await connection.run(`CREATE TABLE links AS SELECT DISTINCT document, first FROM (
  SELECT document, min(document) OVER (PARTITION BY band, key) AS first
  FROM (SELECT document, unnest(keys) AS key, unnest(range(${bands})) AS band FROM keys)
) WHERE document > first`)
await connection.run('CREATE TABLE roots AS SELECT document, document AS root FROM documents')
for (;;) {
  await connection.run(`CREATE OR REPLACE TABLE lower AS SELECT a.document, least(a.root, min(m.root)) AS root
  FROM roots a LEFT JOIN (
    SELECT document AS from_, first AS to_ FROM links UNION ALL SELECT first, document FROM links
  ) l ON l.from_ = a.document LEFT JOIN roots m ON m.document = l.to_ GROUP BY a.document, a.root`)
  const changed = await connection.runAndReadAll(
    'SELECT count(*)::INT FROM roots a JOIN lower b USING (document) WHERE b.root < a.root',
  )
  await connection.run('CREATE OR REPLACE TABLE roots AS SELECT * FROM lower')
  if (changed.getRows()[0][0] === 0) break
}
const kept = await connection.runAndReadAll(
  'SELECT id FROM documents JOIN roots USING (document) WHERE root = document ORDER BY document',
)
writeFileSync(
  output,
  kept
    .getRows()
    .map(([id]) => `${id}\n`)
    .join(''),
)
console.log(`kept ${kept.currentRowCount}`)
