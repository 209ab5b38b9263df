/** The statements of the page of `longest-words`, run in a private MariaDB, find what the tables in SQLite find. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { wordSketch } from '../../src/methods/longest-words/longest-words.ts'
import { openSqliteWordTables } from '../../src/online/word-tables/sqlite-word-tables.ts'
import { mariadbSkip, startMariadb } from './start-mariadb.ts'

const page = resolve(import.meta.dirname, '../../docs/methods/longest-words.md')

test('the statements for MySQL work and find what the tables in SQLite find', {
  skip: mariadbSkip(),
}, async () => {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql]) => sql)
  const tables = await openSqliteWordTables()
  const { folder, stop } = await startMariadb()
  const rowsOf = (sql: string) => {
    const args = [
      '--no-defaults',
      `--socket=${join(folder, 'server.sock')}`,
      '--user=root',
      '--batch',
      'nearsame',
    ]
    return execFileSync('/usr/bin/mariadb', args, { input: sql, encoding: 'utf8' }).trimEnd().split('\n')
  }
  try {
    rowsOf(blocks[0])
    assert.deepEqual(rowsOf(blocks[1]), ['doc_id\tintersects\tsimilarity', '1\t3\t100.0000'])
    const texts = ['wooden garden bench brighton', 'wooden garden chair brighton']
    await tables.add(texts.map((text, i) => ({ id: i + 1, text })))
    const asked = 'wooden bench, Brighton'
    assert.deepEqual(await tables.check(asked), [{ id: 1, similarity: 100, isExact: false }])
    const stored = rowsOf('SELECT word_hash FROM items_hashes WHERE doc_id = 1 ORDER BY word_hash').slice(1)
    assert.deepEqual(
      stored.map(Number),
      [...wordSketch(texts[0], tables.options).hashes].sort((a, b) => a - b),
    )
  } finally {
    await tables.close()
    await stop()
  }
})
