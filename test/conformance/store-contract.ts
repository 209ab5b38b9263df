/** The contract of stores: one suite for all stores, each with its real database. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store, StoreChanges, StoreHeader, StoreReader } from '../../src/online/store/store.ts'
import { ModelStore } from './model-store.ts'
import { noChanges, StoreWorld } from './store-world.ts'

/** A place for collections. */
export interface StorePlace {
  /** A store, not open; another object on the same collection for the same name. */
  store(name: string): Store
  end(): Promise<void>
}

export interface StoreTraits {
  /** Whether two stores can be open on one collection. */
  readonly isShared: boolean
  /** Whether a collection survives closing. */
  readonly isKept: boolean
}

const header = (agree: number): StoreHeader => ({
  format: 1,
  agree,
  options: { method: 'x', threshold: 0.8 },
})

export function storeContract(kind: string, open: () => Promise<StorePlace>, traits: StoreTraits): void {
  let place: StorePlace
  let opened: Store[] = []
  let collections = 0
  before(async () => {
    place = await open()
  })
  after(async () => {
    await place?.end()
  })

  const opening = async (agree = 2, name = `c${++collections}`): Promise<Store> => {
    const store = place.store(name)
    opened.push(store)
    await store.open(header(agree))
    return store
  }
  const check = (title: string, body: () => Promise<void>) =>
    test(`${kind}: ${title}`, async () => {
      try {
        await body()
      } finally {
        for (const store of opened) await store.close()
        opened = []
      }
    })

  check('a collection is created with a header and keeps it', async () => {
    const store = place.store(`c${++collections}`)
    opened.push(store)
    assert.deepEqual(await store.open(header(3)), header(3))
    assert.deepEqual(await store.open({ ...header(1), options: {} }), header(3))
    assert.deepEqual({ ...(await store.counts()), storedBytes: 0, wastedBytes: 0 }, emptyCounts)
  })

  check('random changes leave what the definition says', async () => {
    for (const seed of [1, 2, 3]) {
      const world = new StoreWorld(seed)
      const model = new ModelStore(1 + (seed % 3))
      const name = `c${++collections}`
      let store = await opening(model.agree, name)
      for (let step = 0; step < 25; step++) {
        await applied(store, model, world.changes(model))
        if (step % 8 === 3) await store.compact()
        if (step % 8 === 7 && traits.isKept) {
          await store.close()
          store = await opening(model.agree, name)
        }
        if (step % 4 === 3) await assertSame(store, model, world)
      }
      for await (const problem of store.problems()) assert.fail(JSON.stringify(problem))
    }
  })

  check('a failing write, and one without changes, leave everything as it was', async () => {
    const store = await opening()
    const world = new StoreWorld(5)
    const model = new ModelStore(2)
    for (let i = 0; i < 5; i++) await applied(store, model, world.changes(model))
    const failing = store.write(async writer => {
      await writer.counters()
      throw new Error('of the work')
    })
    await assert.rejects(failing, { message: 'of the work' })
    assert.equal(
      await store.write(async writer => (await writer.counters()).document),
      model.counters().document,
    )
    await assertSame(store, model, world)
  })

  check('a write does not see its own changes; later reads see all of them', async () => {
    const store = await opening(1)
    const world = new StoreWorld(6)
    await store.write(async writer => {
      const added = [world.document(1, 1, '"x"')]
      assert.deepEqual(await writer.numbersOf(['"x"']), [undefined])
      await writer.apply({ ...noChanges, added, newClusters: 1 })
    })
    assert.deepEqual(await store.numbersOf(['"x"', '"y"']), [1, undefined])
  })

  check('writes are exclusive', async () => {
    const store = await opening(1)
    const others = traits.isShared ? [await opening(1, `c${collections}`)] : []
    const stores = [store, ...others]
    const world = new StoreWorld(7)
    const writes = Array.from({ length: 30 }, (_, i) =>
      stores[i % stores.length].write(async writer => {
        const { document, cluster } = await writer.counters()
        const seen = (await writer.counts()).documents
        await writer.apply({ ...noChanges, added: [world.document(document, cluster)], newClusters: 1 })
        return { document, seen }
      }),
    )
    const results = await Promise.all(writes)
    assert.deepEqual(results.map(({ document }) => document).sort(byValue), countTo(30))
    assert(results.every(({ document, seen }) => seen === document - 1))
    for (const each of stores) assert.equal((await each.counts()).documents, 30)
  })

  check('long lists: many documents under one key, in one cluster, in pages', async () => {
    const store = await opening(2)
    const model = new ModelStore(2)
    const world = new StoreWorld(8)
    for (let from = 1; from <= 1024; from += 256) {
      const added = countTo(256).map(i => {
        const document = world.document(from + i - 1, 1)
        const sketch = { ...document.sketch, postings: Uint32Array.of(7, 8, 9, 1000 + from + i) }
        return { ...document, body: document.body.subarray(0, 20), sketch }
      })
      const linked = added.filter(({ number }) => number > 1).map(({ number }) => ({ a: 1, b: number }))
      await applied(store, model, { ...noChanges, added, linked, newClusters: from === 1 ? 1 : 0 })
    }
    assert.deepEqual(Array.from((await store.candidates([Uint32Array.of(8, 9)]))[0]), countTo(1024))
    assert.deepEqual(
      (await store.members([1, 2])).map(list => list.length),
      [1024, 0],
    )
    assert.deepEqual(await store.list(1000, 20), countTo(1024).slice(1000, 1020))
    assert.equal((await store.links([1])).length, 1023)
    await applied(store, model, { ...noChanges, removed: countTo(1024).filter(number => number % 2 === 0) })
    const left = countTo(1024).filter(number => number % 2 === 1)
    assert.deepEqual(Array.from((await store.candidates([Uint32Array.of(8, 9, 5)]))[0]), left)
    assert.deepEqual(await store.compact().then(() => store.members([1])), [left])
    assert.deepEqual(Array.from((await store.candidates([Uint32Array.of(8, 9, 5)]))[0]), left)
  })

  check('a long name, a long body and no body', async () => {
    const store = await opening(1)
    const world = new StoreWorld(9)
    const long = JSON.stringify('名'.repeat(2500))
    const body = Uint8Array.from({ length: 3_000_000 }, () => world.below(256))
    const added = [
      { ...world.document(1, 1, long), body },
      { ...world.document(2, 2, `${long.slice(0, -1)}x"`), body: new Uint8Array(0) },
    ]
    await store.write(writer => writer.apply({ ...noChanges, added, newClusters: 2 }))
    assert.deepEqual(await store.numbersOf([`${long.slice(0, -1)}x"`, long]), [2, 1])
    const found = await store.documents([1, 2], { body: true })
    assert(Buffer.from(found[0]?.body ?? []).equals(body))
    assert.equal(found[1]?.body.length, 0)
  })

  check('a collection that is dropped is gone', async () => {
    const name = `c${++collections}`
    const store = await opening(1, name)
    const world = new StoreWorld(10)
    const added = [world.document(1, 1, '"x"')]
    await store.write(writer => writer.apply({ ...noChanges, added, newClusters: 1 }))
    await store.drop()
    const again = place.store(name)
    opened = [again]
    await again.open(header(2))
    assert.deepEqual(await again.list(0, 10), [])
    assert.deepEqual(await again.numbersOf(['"x"']), [undefined])
    assert.deepEqual(await again.changes(0, 10), [])
  })
}

const emptyCounts = { documents: 0, clusters: 0, storedBytes: 0, wastedBytes: 0 }
const byValue = (a: number, b: number) => a - b
const countTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

async function applied(store: Store, model: ModelStore, changes: StoreChanges): Promise<void> {
  await store.write(async writer => {
    assert.deepEqual(await writer.counters(), model.counters())
    await writer.apply(changes)
  })
  model.apply(changes)
}

/** Compares every read of a store with the model. */
async function assertSame(store: StoreReader, model: ModelStore, world: StoreWorld): Promise<void> {
  const numbers = model.numbers()
  const asked = [...numbers, 0, 1, 2 ** 31]
  const found = await store.documents(asked, { body: true })
  assert.deepEqual(
    found.map(plain),
    asked.map(number => plain(model.documents.get(number))),
  )
  const states = await store.documents(numbers.slice(0, 3), { body: false })
  assert(states.every(document => document?.body.length === 0))
  const names = [...numbers.map(number => model.documents.get(number)?.name ?? ''), '"none"']
  assert.deepEqual(await store.numbersOf(names), [...numbers, undefined])
  assert.deepEqual(await store.list(2, 5), numbers.filter(number => number > 2).slice(0, 5))
  const clusters = model.clusters()
  const sizes = [...clusters].map(([cluster, members]) => ({ cluster, documents: members.length }))
  assert.deepEqual(await store.clusters(0, 1000, 1), sizes)
  assert.deepEqual(
    await store.clusters(1, 3, 2),
    sizes.filter(({ cluster, documents }) => cluster > 1 && documents > 1).slice(0, 3),
  )
  assert.deepEqual(await store.members([...clusters.keys(), 9999]), [...clusters.values(), []])
  assert.deepEqual(await store.links(numbers), model.linksOf(numbers))
  assert.deepEqual(await store.links(numbers.slice(-2)), model.linksOf(numbers.slice(-2)))
  assert.deepEqual(await store.changes(0, 1000), model.changes)
  assert.deepEqual(await store.changes(3, 2), model.changes.slice(3, 5))
  assert.deepEqual(
    [await store.changes(0, 0), await store.list(0, 0), await store.clusters(0, 0, 1)],
    [[], [], []],
  )
  const { documents, clusters: counted } = await store.counts()
  assert.deepEqual({ documents, counted }, { documents: numbers.length, counted: clusters.size })
  for (const name of ['model', 'gone']) {
    assert.deepEqual((await store.value(name)) ?? 'none', model.values.get(name) ?? 'none')
  }
  const queries = Array.from({ length: 20 }, (_, i) => world.document(i, 1).sketch.postings)
  const candidates = await store.candidates(queries)
  queries.forEach((postings, i) => {
    const wanted = model.candidates(postings)
    const got = Array.from(candidates[i])
    assert.deepEqual(
      got.filter(number => wanted.includes(number)),
      wanted,
    )
    assert.deepEqual(got, [...got].sort(byValue))
    assert(
      got.every(number => model.documents.has(number)),
      'a removed candidate',
    )
  })
  const keys = new Set(queries.flatMap(postings => [...postings]))
  const asking = Uint32Array.from([...keys, 4_000_000_000])
  const holders = await store.holders(asking, 1000)
  const few = await store.holders(asking, 2)
  const counts = await store.holderCounts(asking)
  for (const [i, key] of asking.entries()) {
    const wanted = model.holders(key)
    const got = Array.from(holders[i])
    const extra = got.filter(number => !wanted.includes(number))
    assert.deepEqual(
      got.filter(number => wanted.includes(number)),
      wanted,
    )
    assert(
      extra.every(number => model.documents.has(number)),
      'a removed holder',
    )
    assert.deepEqual(Array.from(few[i]), got.slice(0, 2))
    assert.equal(counts[i], got.length)
  }
  for (const times of [
    { addedBefore: 1_700_000_000_500, expiresBy: null },
    { addedBefore: null, expiresBy: 1_700_000_000_400 },
  ]) {
    const wanted = numbers.filter(number => {
      const { addedAt = 0, expiresAt = null } = model.documents.get(number) ?? {}
      const isOld = times.addedBefore !== null && addedAt < times.addedBefore
      return isOld || (times.expiresBy !== null && expiresAt !== null && expiresAt <= times.expiresBy)
    })
    assert.deepEqual(await store.expired(times, 1000), wanted)
    assert.deepEqual(await store.expired(times, 2), wanted.slice(0, 2))
  }
}

/** A document with its arrays as lists, whatever type of array the store returns. */
function plain(document: Awaited<ReturnType<StoreReader['documents']>>[number]) {
  if (document === undefined) return undefined
  const { sketch, body, ...state } = document
  const { hashes, postings } = sketch
  return {
    ...state,
    hashes: [...hashes],
    postings: [...postings],
    body: Buffer.from(body).toString('base64'),
  }
}
