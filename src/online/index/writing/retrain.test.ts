import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { OnlineRecords } from '../../../methods/records/online.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { Store, StoreReader } from '../../store/store.ts'
import { heavyCalls } from '../matching/heavy-work.ts'
import { openIndex } from '../text-index.ts'

const streets = [
  'Sunset Boulevard',
  'Melrose Avenue',
  'La Cienega Road',
  'Ventura Highway',
  'Park Place',
  'Hill Street',
]
const cooks = [
  'Arnie',
  'Bel',
  'Citrus',
  'Delmonico',
  'Fenix',
  'Granita',
  'Katsu',
  'Lespinasse',
  'Patina',
  'Remi',
]

/** Records; every twentieth comes twice, the second time written differently. */
const records = Array.from({ length: 240 }, (_, i) => {
  const name = `${cooks[i % 10]}${cooks[(7 * i + 3) % 10].toLowerCase()} ${(i * 7919) % 997}`
  const number = (i * 7907) % 9973
  const text = `${name}'s Restaurant, ${number} ${streets[i % 6]}`
  return i % 20 === 0 ? [text, `${name} Rest. ${number} ${streets[i % 6].slice(0, -2)}`] : [text]
}).flat()

test('a collection of records keeps its weights until retrained; then its clusters follow', async () => {
  const store = memoryStore()
  const index = await openIndex(store, { method: 'records' })
  for (const [id, text] of records.entries()) await index.add({ id, text })
  const { cursor } = await index.changes({ limit: 10_000 })
  await index.retrain()
  const { items } = await index.changes({ after: cursor })
  for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
  const pairs = (await index.pairs({ limit: 1000 })).items.map(({ id1, id2 }) => `${id1} ${id2}`)
  const twins = records.flatMap((text, i) => (text.includes(' Rest. ') ? [`${i - 1} ${i}`] : []))
  assert.deepEqual(
    twins.filter(twin => !pairs.includes(twin)),
    [],
  )
  const clusters = (await index.clusters({ limit: 1000 })).items
  const joined = new Set(clusters.flatMap(({ members }) => (members.length > 1 ? members : [])))
  assert.deepEqual(joined, new Set(pairs.flatMap(pair => pair.split(' ').map(Number))))
  assert.deepEqual(
    items.filter(({ kind }) => kind !== 'merged' && kind !== 'split'),
    [],
  )

  // The model is in the store, for the next to open it.
  const again = await openIndex(store)
  const checked = await again.check(records[1], { except: 1 })
  assert.deepEqual(checked, await index.check(records[1], { except: 1 }))
  assert.deepEqual(
    checked.map(({ id }) => id),
    [0],
  )
})

/** The same store, with values read again each time, as databases do. */
function readingAnew<S extends StoreReader>(store: S): S {
  return new Proxy(store, {
    get(_, name) {
      if (name === 'value') return async (value: string) => (await store.value(value))?.slice()
      if (name === 'write') {
        const { write } = store as unknown as Store
        return (work: Parameters<typeof write>[0]) => write.call(store, each => work(readingAnew(each)))
      }
      const part = Reflect.get(store, name)
      return typeof part === 'function' ? part.bind(store) : part
    },
  })
}

test('weights are unpacked once for many writes, and again after another index has retrained', async t => {
  const { mock: use } = t.mock.method(OnlineRecords.prototype, 'use')
  const store = readingAnew(memoryStore())
  const index = await openIndex(store, { method: 'records' })
  for (const [id, text] of records.entries()) await index.add({ id, text })
  const other = await openIndex(store)
  assert.equal(use.callCount(), 0)
  // Once by the one that plans the clusters, once by the index itself.
  await other.retrain()
  assert.equal(use.callCount(), 2)
  for (let id = 1000; id < 1010; id++) await index.add({ id, text: `${records[id % 100]}, upstairs` })
  assert.equal(use.callCount(), 3)
  assert.deepEqual(await index.check(records[0]), await other.check(records[0]))
  await other.retrain()
  await index.remove([1000])
  await other.remove([1001])
  assert.equal(use.callCount(), 6)
  assert.deepEqual(await index.check(records[0]), await other.check(records[0]))
})

test('checks during retraining are answered by the old model', async () => {
  const calls = heavyCalls()
  const during: unknown[] = []
  const check = () => index.check(records[1], { except: 1 })
  const index = await openIndex(memoryStore(), {
    method: 'records',
    heavy: async (header, call) => {
      assert.equal(call.kind, 'train')
      during.push(await check())
      return calls(header, call)
    },
  })
  for (const [id, text] of records.entries()) await index.add({ id, text })
  const before = await check()
  let turns = 0
  let isDone = false
  const answering = (async () => {
    while (!isDone) {
      await new Promise(resolve => setImmediate(resolve))
      if (isDone) return
      turns++
      during.push(await check())
    }
  })()
  await index.retrain()
  isDone = true
  await answering
  assert(turns > 1)
  const after = await check()
  assert.notDeepEqual(after, before)
  // The last checks may run after the write.
  for (const found of during) assert.deepEqual(found, isDeepStrictEqual(found, after) ? after : before)
  assert.deepEqual(during[0], before)
})

/** The same store, which reports each read of documents within a write. */
function toldOfReadings(store: Store, tell: () => void): Store {
  const told = <S extends StoreReader>(part: S): S =>
    new Proxy(part, {
      get(_, name) {
        if (name === 'documents') tell()
        const value = Reflect.get(part, name)
        return typeof value === 'function' ? value.bind(part) : value
      },
    })
  return new Proxy(store, {
    get(_, name) {
      const write: Store['write'] = work => store.write(writer => work(told(writer)))
      if (name === 'write') return write
      const value = Reflect.get(store, name)
      return typeof value === 'function' ? value.bind(store) : value
    },
  })
}

test('retraining aborted at any moment leaves everything as it was, and can be repeated', async () => {
  let left = Number.POSITIVE_INFINITY
  let stop = new AbortController()
  const store = toldOfReadings(memoryStore(), () => {
    if (--left === 0) stop.abort(new Error('given up'))
  })
  const index = await openIndex(store, { method: 'records' })
  for (const [id, text] of records.entries()) await index.add({ id, text })
  const state = async () => [
    await index.changes({ limit: 10_000 }),
    await index.pairs({ limit: 1000 }),
    await index.check(records[1]),
    await store.value('model'),
  ]
  const before = await state()
  // The first read takes the texts; the others look for matches.
  for (const readings of [1, 2, 3, 5, 10, 20]) {
    stop = new AbortController()
    left = readings
    await assert.rejects(index.retrain({ signal: stop.signal }), { message: 'given up' })
    assert.deepEqual(await state(), before)
  }
  await assert.rejects(index.retrain({ signal: stop.signal }), { message: 'given up' })
  await index.add({ id: 1000, text: 'Somewhere else, 5 Hill Street' })
  await index.retrain({ signal: new AbortController().signal })
  assert.notDeepEqual((await state())[3], before[3])
  for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
  await assert.rejects(index.retrain({ signal: 5 as never }), { code: 'OPTION_VALUE' })
})

test('retraining aborted while another thread learns does not wait for that thread', async () => {
  const stop = new AbortController()
  const learning = Promise.withResolvers<never>()
  const heavy = () => {
    setImmediate(() => stop.abort(new Error('given up')))
    return learning.promise
  }
  const index = await openIndex(memoryStore(), { method: 'records', heavy })
  await index.add({ id: 1, text: 'one record of some words' })
  await assert.rejects(index.retrain({ signal: stop.signal }), { message: 'given up' })
  learning.reject(new Error('no listener is left'))
  await index.add({ id: 2, text: 'another record of other words' })
})

test('retraining does nothing for methods that learn nothing', async () => {
  const index = await openIndex(memoryStore())
  await index.add({ id: 1, text: 'one' })
  await index.retrain()
  assert.equal((await index.changes()).items.length, 1)
})

test('a collection without texts cannot be retrained', async () => {
  const index = await openIndex(memoryStore(), { method: 'records', storeText: false })
  await index.add({ id: 1, text: 'one record of some words' })
  await assert.rejects(index.retrain(), { code: 'TEXT_MISSING' })
  assert.equal((await index.check('one record of some words')).length, 1)
})

for (const method of ['longest-words', 'restaurants-shingles', 'restaurants-minhash'] as const) {
  test(`${method} backs a collection`, async () => {
    const index = await openIndex(memoryStore(), { method })
    const [a, b] = ['green garden bench selling cheap', 'green garden bench, selling cheap']
    await index.add({ id: 1, text: a })
    const { matches } = await index.add({ id: 2, text: b })
    assert.deepEqual(
      matches.map(({ id }) => id),
      [1],
    )
    assert.deepEqual(
      (await index.clusters()).items.map(({ members }) => members),
      [[1, 2]],
    )
    assert.equal((await index.explain(1, 2)).matches, true)
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
  })
}
