/**
 * Indexes over shared databases: the contract of an index, and two programs that add to one collection at once.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import { indexContract } from '../conformance/index-contract.ts'
import { reviewContract } from '../conformance/review-contract.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

describe(`indexes in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: { readonly url: string; stop(): Promise<void> }
  let catalogues: Catalogue[] = []
  let collections = 0
  before(async () => {
    server = await startPostgres()
    catalogues = [
      await openPostgresCatalogue({ url: server.url }),
      await openPostgresCatalogue({ url: server.url }),
    ]
  })
  after(async () => {
    for (const catalogue of catalogues) await catalogue.close()
    await server?.stop()
  })

  const fresh = () => catalogues[0].store(`c${++collections}`)
  indexContract({ kind: 'PostgreSQL', fresh, runs: 4 })
  reviewContract({ kind: 'PostgreSQL', fresh })

  test('the same texts added by two programs at once end in one cluster each', async () => {
    const collection = `c${++collections}`
    const [one, two] = await Promise.all(
      catalogues.map(catalogue => openIndex(catalogue.store(collection))),
    )
    const text = (i: number) =>
      `${i} the old bridge over the river was built of stone in the spring of that year ${i}`
    const adding = [one, two].map(async (index, side) => {
      for (let i = 0; i < 40; i++) {
        // Some adds wait for each other, some run together.
        const adds = [0, 1].map(copy => index.add({ id: `${side} ${i} ${copy}`, text: text(i) }))
        if (i % 3 === 0) await Promise.all(adds)
        else void Promise.all(adds)
      }
      await index.add({ id: `${side} end`, text: 'other' })
    })
    await Promise.all(adding)
    const { items } = await two.clusters({ limit: 1000 })
    const sizes = items.map(({ documents }) => documents)
    assert.deepEqual(sizes.toSorted(), [2, ...new Array(40).fill(4)])
    for (let i = 0; i < 40; i++) {
      const matches = await one.check(text(i))
      assert.equal(matches.length, 4)
      assert.equal(new Set(matches.map(({ cluster }) => cluster)).size, 1)
    }
    for await (const problem of one.problems()) assert.fail(JSON.stringify(problem))
    await one.close()
    await two.close()
  })

  test('only one document with an id is added, however many programs try', async () => {
    const collection = `c${++collections}`
    const indexes = await Promise.all(catalogues.map(catalogue => openIndex(catalogue.store(collection))))
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => indexes[i % 2].add({ id: 'same', text: `text ${i}` })),
    )
    assert.equal(results.filter(({ status }) => status === 'added').length, 1)
    assert.equal(results.filter(({ error }) => error?.code === 'DOCUMENT_EXISTS').length, 9)
    for (const index of indexes) await index.close()
  })
})
