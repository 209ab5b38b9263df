/** Writes and queries longer than a database accepts at once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'
import { problemsOf } from './store-problems.ts'

describe(`large writes in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: RunningServer | undefined
  let catalogue: Catalogue | undefined

  before(async () => {
    server = await startPostgres()
    catalogue = await openPostgresCatalogue({ url: server.url })
  })
  after(async () => {
    await catalogue?.close()
    await server?.stop()
  })

  test('hundreds of documents with thousands of postings are added, checked and removed', async () => {
    const store = (catalogue as Catalogue).store('postings')
    const options = { shingle: 'words:1', threshold: 0.05, signatureLength: 4096 } as const
    const index = await openIndex(store, options)
    const documents = Array.from({ length: 300 }, (_, id) => ({
      id,
      text: `one${id} two${id} three${id}`,
    }))
    for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
    assert.deepEqual(await problemsOf(store), [])
    await index.remove(documents.map(({ id }) => id))
    assert.deepEqual([(await index.stats()).documents, await problemsOf(store)], [0, []])
    await index.close()
  })

  test('many long texts in one write', async () => {
    const store = (catalogue as Catalogue).store('bodies')
    const index = await openIndex(store)
    const random = (seed: number) => (Math.imul(seed, 2654435761) >>> 0).toString(36)
    const text = (id: number) => Array.from({ length: 20_000 }, (_, i) => random(id * 1e6 + i)).join(' ')
    const documents = Array.from({ length: 40 }, (_, id) => ({ id, text: text(id) }))
    for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
    assert.deepEqual((await index.get(39))?.document, documents[39])
    await index.close()
  })
})
