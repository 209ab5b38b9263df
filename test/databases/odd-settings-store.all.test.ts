/** Stores on servers with unusual settings for all sessions. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { postgresDriver } from '../../src/online/database/postgres-client.ts'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import { memoryStore } from '../../src/online/store/memory-store.ts'
import type { Store } from '../../src/online/store/store.ts'
import { oneMore, sqlHeader } from './collection-changes.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'
import { problemsOf } from './store-problems.ts'

const text = 'the old stone bridge across the river was closed for repairs on monday morning'
const documents = [
  { id: 'back\\slash \\x41 \\101', text },
  { id: 'é😀\u0001\u0000\ud83d', text: `${text} again` },
  { id: 7, text: 'quite another text of a few words' },
  { id: 'long', text: `${text} ${'word\\ '.repeat(20_000)}` },
]

const postgresSettings = encodeURIComponent('-c bytea_output=escape -c default_transaction_read_only=on')

/** The answers of an index to a fixed series of calls. */
async function answers(store: Store): Promise<unknown[]> {
  const index = await openIndex(store)
  const told: unknown[] = []
  for (const document of documents) told.push(await index.add(document))
  for (const { id } of documents) told.push((await index.get(id))?.document)
  told.push(await index.check(text), await index.remove(['long', 8]), await index.clusters())
  await store.compact()
  await index.close()
  const again = await openIndex(store)
  told.push(await again.check(text), await problemsOf(store))
  await again.close()
  return told
}

describe('PostgreSQL with bytea_output = escape, where transactions are read-only by default', {
  skip: postgresSkip(),
}, () => {
  let server: RunningServer
  before(async () => {
    server = await startPostgres()
  })
  after(async () => {
    await server?.stop()
  })

  test('answers equal those of an index in memory', async () => {
    const catalogue = await openPostgresCatalogue({ url: `${server.url}?options=${postgresSettings}` })
    assert.deepEqual(await answers(catalogue.store('odd')), await answers(memoryStore()))
    await catalogue.close()
  })

  test('a write is invisible before its end', async () => {
    const catalogue = await openPostgresCatalogue({ url: `${server.url}?options=${postgresSettings}` })
    const store = catalogue.store('under-way')
    await store.open(sqlHeader)
    await store.write(async writer => {
      await writer.apply(oneMore(1, 1))
      assert.deepEqual(await store.list(0, 10), [])
    })
    assert.deepEqual(await store.list(0, 10), [1])
    await catalogue.close()
  })
})

test('a read-only account of PostgreSQL opens a collection and queries it', {
  skip: postgresSkip(),
}, async () => {
  const { url, stop } = await startPostgres()
  const catalogue = await openPostgresCatalogue({ url })
  const index = await openIndex(catalogue.store('x'))
  await index.add({ id: 1, text })
  const driver = await postgresDriver({ url })
  const loan = await driver.connect()
  await loan.script([
    'CREATE ROLE reader LOGIN',
    'GRANT USAGE ON SCHEMA nearsame TO reader',
    'GRANT SELECT ON ALL TABLES IN SCHEMA nearsame TO reader',
  ])
  loan.release(true)
  await driver.end()
  const readers = await openPostgresCatalogue({ url: url.replace('nearsame@', 'reader@') })
  const reading = await openIndex(readers.store('x'))
  assert.deepEqual(await reading.check(text), await index.check(text))
  await assert.rejects(reading.add({ id: 2, text }), /permission denied/)
  for (const each of [reading, index, readers, catalogue]) await each.close()
  await stop()
})
