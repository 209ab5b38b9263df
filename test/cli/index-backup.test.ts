/** `nearsame index backup`: a copy of a data directory that another process has open. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { Workshop } from './command.ts'
import { parsedLines } from './json-lines.ts'

const shop = new Workshop()

test('copies every collection while the directory is open, as a data directory of its own', async () => {
  shop.write('docs.jsonl', '{"id":1,"text":"one text"}\n{"id":2,"text":"another text"}\n')
  for (const name of ['news', 'Posts.1']) {
    const added = await shop.run('index', 'add', 'data', 'docs.jsonl', '--collection', name)
    assert.equal(added.status, 0, added.err)
  }
  const open = await openDataDirectory('data')
  const { status, out, err } = await shop.run('index backup data copy')
  await open.close()
  assert.deepEqual([status, err], [0, ''])
  const copied = parsedLines(out)
  assert.deepEqual(copied.map(({ collection }) => collection).sort(), ['Posts.1', 'news'])
  assert(copied.every(({ bytes }) => bytes > 4096))
  assert.deepEqual(shop.names('copy'), ['c-+posts+01', 'c-news'])
  for (const name of ['news', 'Posts.1']) {
    const whole = await shop.run('index', 'check-integrity', 'copy', '--collection', name)
    assert.equal(whole.status, 0, whole.out)
    const kept = await shop.run('index', 'get', 'copy', '2', '--collection', name)
    assert.match(kept.out, /another text/)
  }
})

test('writes one tar file while the directory is open, which unpacks to a data directory', async () => {
  const open = await openDataDirectory('data')
  const { status, out, err } = await shop.run('index backup data backup.tar')
  await open.close()
  assert.deepEqual([status, err], [0, ''])
  assert.deepEqual(
    parsedLines(out)
      .map(({ collection }) => collection)
      .sort(),
    ['Posts.1', 'news'],
  )
  assert.equal(statSync('backup.tar').mode & 0o777, 0o600)
  mkdirSync('unpacked')
  execFileSync('tar', ['--extract', '--file', 'backup.tar', '--directory', 'unpacked'])
  for (const name of ['news', 'Posts.1']) {
    const whole = await shop.run('index', 'check-integrity', 'unpacked', '--collection', name)
    assert.equal(whole.status, 0, whole.out)
    assert.match(
      (await shop.run('index', 'get', 'unpacked', '2', '--collection', name)).out,
      /another text/,
    )
  }
  const again = await shop.run('index backup data backup.tar')
  assert.match(again.err, /^nearsame: OUTPUT_EXISTS: expected a new file/)
})

test('refuses a copy over something, of nothing, and of a database, and leaves nothing half-made', async () => {
  assert.match(
    (await shop.run('index backup data copy')).err,
    /^nearsame: OUTPUT_EXISTS: .*copy, which is not empty/,
  )
  for (const name of ['copy.tar.gz', 'copy.tgz', 'copy.zip'])
    assert.match(
      (await shop.run('index backup data', name)).err,
      /^nearsame: OUTPUT_FORMAT: expected a name that ends in \.tar, or that of a directory, got copy\.\w/,
    )
  assert.match((await shop.run('index backup none other')).err, /^nearsame: COLLECTION_NOT_FOUND: /)
  assert.match((await shop.run('index backup data no/where')).err, /^nearsame: OUTPUT_DIRECTORY: /)
  shop.write('file', '')
  assert.match((await shop.run('index backup file other')).err, /got "file", which is not a directory\./)
  if (process.platform === 'linux') {
    // Node's recursive mkdir never ends there.
    assert.match((await shop.run('index backup data /proc/other')).err, /^nearsame: OUTPUT_DIRECTORY: /)
    assert.match((await shop.run('index backup data /proc/b.tar')).err, /^nearsame: STORE_UNAVAILABLE: /)
  }
  const url = await shop.run('index backup postgres://host/db other')
  assert.match(
    url.err,
    /^nearsame: OPTION_VALUE: expected a data directory of this machine, got a URL\. .*pg_dump/,
  )
  shop.write('data/c-news/store.sqlite', 'garbage '.repeat(1000))
  const damaged = await shop.run('index backup data other')
  assert.match(damaged.err, /^nearsame: STORE_CORRUPT: /)
  assert.deepEqual(
    shop.names('other').filter(name => name.startsWith('.')),
    [],
  )
  assert.match((await shop.run('index backup data other.tar')).err, /^nearsame: STORE_CORRUPT: /)
  const left = shop.names('.').filter(name => name.startsWith('.') || name === 'other.tar')
  assert.deepEqual(left, [])
})
