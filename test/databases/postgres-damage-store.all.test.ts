/** Problems that a check finds in damaged tables, refusals at opening, and values at the limits of a database. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SqlLoan } from '../../src/online/database/client.ts'
import { postgresDriver } from '../../src/online/database/postgres-client.ts'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import type { Store } from '../../src/online/store/store.ts'
import { noChanges, StoreWorld } from '../conformance/store-world.ts'
import { oneMore, sqlHeader } from './collection-changes.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'
import { problemsOf } from './store-problems.ts'

const megabyte = 2 ** 20

describe(`tables in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: RunningServer
  let catalogue: Catalogue
  let store: Store
  let loan: SqlLoan
  let end = async () => {}
  const table = (name: string) => `nearsame.c1_${name}`
  before(async () => {
    server = await startPostgres()
    catalogue = await openPostgresCatalogue({ url: server.url })
    const driver = await postgresDriver({ url: server.url })
    loan = await driver.connect()
    end = () => driver.end()
    store = catalogue.store('damaged')
    await store.open(sqlHeader)
    for (let number = 1; number <= 4; number++) {
      const changes = oneMore(number, number < 3 ? 1 : number - 1, `"${number}"`)
      const isFirst = number !== 2
      const linked = isFirst ? [] : [{ a: 1, b: 2 }]
      await store.write(writer => writer.apply({ ...changes, linked, newClusters: Number(isFirst) }))
    }
  })
  after(async () => {
    loan?.release(true)
    await end()
    await store?.close()
    await catalogue?.close()
    await server?.stop()
  })

  const damages = [
    ['DELETE FROM $postings WHERE document = 3', /^document 3: .*postings/],
    ['INSERT INTO $postings VALUES (99, 1234)', /^postings: 1 belong to no document/],
    ['INSERT INTO $sizes VALUES (9, 5)', /^cluster 9: is listed with 5 documents but has 0/],
    ['DELETE FROM $sizes', /^sizes: 0 clusters are listed, 1 have/],
    ['DELETE FROM $links', /^cluster 1: .*links/],
    ['INSERT INTO $links VALUES (3, 77)', /^links: 1 lead to missing documents/],
    ["INSERT INTO $pieces VALUES (88, 1, 'x')", /^pieces: 1 belong to missing documents/],
    ['UPDATE $documents SET cluster = 40 WHERE number = 4', /^counter of the next cluster: is 4, but 40/],
    ['UPDATE $documents SET body = name WHERE number > 2', /^document 4: .*: a damaged body of 3 bytes$/],
    ['UPDATE $documents SET sketch = name WHERE number < 3', /^document 2: .*: a damaged sketch of 3 by/],
    ['UPDATE $documents SET name = hash WHERE number = 3', /^document 3: .*: an id with another hash$/],
    ['DELETE FROM $documents WHERE number = 4', /^counts: 4 documents are counted, 3 exist/],
  ] as const
  for (const [statement, expected] of damages) {
    test(`a check finds: ${statement}`, async () => {
      assert.deepEqual(await problemsOf(store), [])
      const parts = ['documents', 'postings', 'links', 'sizes', 'pieces']
      // Copies of the tables repair each damage.
      for (const part of parts) {
        await loan.script([`CREATE TABLE ${table(part)}_copy AS SELECT * FROM ${table(part)}`])
      }
      await loan.script([statement.replace(/\$(\w+)/, (_, part) => table(part))])
      const found = await problemsOf(store)
      for (const part of parts) {
        const [own, copy] = [table(part), `${table(part)}_copy`]
        await loan.script([`DELETE FROM ${own}`])
        await loan.script([`INSERT INTO ${own} SELECT * FROM ${copy}`])
        await loan.script([`DROP TABLE ${copy}`])
      }
      assert(
        found.some(problem => expected.test(problem)),
        JSON.stringify(found),
      )
    })
  }

  test('a document with damaged parts is STORE_CORRUPT, and can be removed', async () => {
    const again = catalogue.store('damaged-body')
    await again.open(sqlHeader)
    await again.write(writer => writer.apply(oneMore(1, 1)))
    const [[id]] = await loan.rows('SELECT id FROM nearsame.collections WHERE name = ?', ['damaged-body'])
    const documents = table('documents').replace('c1_', `c${String(id)}_`)
    for (const [part, body] of [
      ['body', true],
      ['sketch', false],
    ] as const) {
      await loan.rows(`UPDATE ${documents} SET ${part} = ?`, [Buffer.of(1, 255, 255, 255)])
      await assert.rejects(again.documents([1], { body }), { code: 'STORE_CORRUPT' })
    }
    await again.write(writer => writer.apply({ ...noChanges, removed: [1] }))
    assert.deepEqual(await problemsOf(again), [])
    await again.drop()
  })

  test('tables of another version are STORE_FORMAT, a damaged header STORE_CORRUPT', async () => {
    const again = catalogue.store('versions')
    await again.open(sqlHeader)
    await again.close()
    const set = (change: string) =>
      loan.rows(`UPDATE nearsame.collections SET ${change} WHERE name = ?`, ['versions'])
    await set('layout = 2')
    await assert.rejects(again.open(sqlHeader), { code: 'STORE_FORMAT' })
    await set('layout = 1')
    for (const header of ['{"format":1', 'null', JSON.stringify({ ...sqlHeader, agree: 2 })]) {
      await set(`header = '${header}'`)
      await assert.rejects(again.open(sqlHeader), { code: 'STORE_CORRUPT' })
    }
    await catalogue.store('versions').drop()
    assert(!(await catalogue.list()).some(({ name }) => name === 'versions'))
  })

  test('a collection that another server dropped is COLLECTION_NOT_FOUND', async () => {
    const stores = [catalogue.store('shared'), catalogue.store('shared')]
    for (const each of stores) await each.open(sqlHeader)
    await stores[0].drop()
    await assert.rejects(stores[1].list(0, 1), { code: 'COLLECTION_NOT_FOUND' })
    await assert.rejects(stores[1].counts(), { code: 'COLLECTION_NOT_FOUND' })
    await assert.rejects(
      stores[1].write(async () => {}),
      { code: 'COLLECTION_NOT_FOUND' },
    )
    await stores[1].close()
  })

  test('names that differ in case are two collections; an interrupted drop is finished', async () => {
    const [upper, lower] = [catalogue.store('Case'), catalogue.store('case')]
    await upper.open({ ...sqlHeader, options: { of: 'Ä 東京 \u0000' } })
    await lower.open(sqlHeader)
    assert.deepEqual((await upper.open(sqlHeader)).options, { of: 'Ä 東京 \u0000' })
    await upper.close()
    await lower.close()
    await loan.rows('UPDATE nearsame.collections SET name = NULL, ready = false WHERE name = ?', ['Case'])
    const listed = await catalogue.list()
    assert.deepEqual(
      await catalogue.find('case'),
      listed.find(({ name }) => name === 'case'),
    )
    assert.equal(await catalogue.find('Case'), undefined)
    assert(listed.some(({ name }) => name === 'case') && !listed.some(({ name }) => name === 'Case'))
    const third = catalogue.store('third')
    await third.open(sqlHeader)
    const [[left]] = await loan.rows('SELECT COUNT(*) FROM nearsame.collections WHERE name IS NULL', [])
    assert.equal(Number(left), 0)
    await third.close()
  })

  test('more values than parameters of a statement, and more bytes than its limit', async () => {
    const large = catalogue.store('large')
    await large.open(sqlHeader)
    const world = new StoreWorld(3)
    const body = Uint8Array.from({ length: 20 * megabyte }, () => world.below(256))
    const value = body.subarray(0, 18 * megabyte)
    const changes = oneMore(1, 1, '"large"')
    const postings = Uint32Array.from({ length: 70_000 }, (_, i) => 2 ** 31 + i)
    const added = [{ ...changes.added[0], body, sketch: { ...changes.added[0].sketch, postings } }]
    await large.write(writer => writer.apply({ ...changes, added, values: { value } }))
    const numbers = Array.from({ length: 70_000 }, (_, i) => i + 1)
    const [found, ...rest] = await large.documents(numbers, { body: true })
    assert(Buffer.from(found?.body ?? []).equals(body))
    assert.equal(found?.sketch.postings.length, 70_000)
    assert(rest.every(document => document === undefined))
    assert(Buffer.from((await large.value('value')) ?? []).equals(value))
    const names = numbers.map(number => `"${number}"`)
    assert.deepEqual((await large.numbersOf([...names, '"large"'])).at(-1), 1)
    const sets = Array.from({ length: 3000 }, () => postings.subarray(0, 25))
    assert((await large.candidates(sets)).every(([number]) => number === 1))
    assert.deepEqual(await problemsOf(large), [])
    const removed = { ...noChanges, removed: [1] }
    await large.write(writer => writer.apply(removed))
    assert.deepEqual([...(await large.candidates([postings]))[0]], [])
    assert.deepEqual(await problemsOf(large), [])
    assert((await large.compact()) > 19 * megabyte)
    assert.equal((await large.counts()).wastedBytes, 0)
    await large.drop()
  })
})
