/**
 * Faults around the Redis store: concurrent writers, holders of a lease that die or sleep, a server that is killed or
 * restarted, scripts it has forgotten.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { openRedisCatalogue } from '../../src/online/redis/catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import type { Store } from '../../src/online/store/store.ts'
import { noChanges, randomFrom } from '../conformance/store-world.ts'
import { add, documentOf, remove } from './redis-documents.ts'
import { type RunningRedis, redisSkip, startRedis } from './start-redis.ts'
import { problemsOf } from './store-problems.ts'

const header = { format: 1, agree: 1, options: {} }

describe('Redis faults', { skip: redisSkip() }, () => {
  let server: RunningRedis
  let redis: Redis
  const opened: { readonly store: Store; readonly catalogue: Catalogue }[] = []
  const children: ChildProcess[] = []
  before(async () => {
    server = await startRedis()
    redis = new Redis(server.url)
    redis.on('error', () => {})
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const { store, catalogue } of opened) {
      await store.close()
      await catalogue.close()
    }
    redis?.disconnect()
    await server?.stop()
  })
  /** A store with its own connection. */
  const open = async (name: string, times = { leaseMs: 10_000, waitMs: 30_000 }) => {
    const catalogue = await openRedisCatalogue({ url: server.url, times })
    const store = catalogue.store(name)
    opened.push({ store, catalogue })
    await store.open(header)
    return store
  }
  const holder = async (name: string, leaseMs: number) => {
    const file = new URL('./redis-holder.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [file, server.url, name, String(leaseMs)])
    children.push(child)
    child.stderr.pipe(process.stderr)
    await said(child, /holding/)
    return child
  }

  test('a process whose connection is refused ends by itself, long before a command would time out', async () => {
    const small = await startRedis({ maxclients: '1' })
    const only = new Redis(small.url)
    try {
      await only.ping()
      const catalogue = new URL('../../src/online/redis/catalogue.ts', import.meta.url).href
      const program = `
        const { openRedisCatalogue } = await import('${catalogue}')
        const { message } = await openRedisCatalogue({ url: '${small.url}' }).catch(error => error)
        process.stdout.write(message)`
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
      children.push(child)
      const ended = once(child, 'exit')
      assert.match(await text(child.stdout), /^STORE_UNAVAILABLE: /)
      assert.deepEqual(await ended, [0, null])
    } finally {
      only.disconnect()
      await small.stop()
    }
  })

  test('two connections adding at once take turns, and no number is reused', async () => {
    const stores = await Promise.all([open('turns'), open('turns')])
    const counts = [0, 0]
    const ends = Date.now() + 3000
    const numbers = await Promise.all(
      stores.map(async (store, i) => {
        const given: number[] = []
        while (Date.now() < ends) {
          const first = await add(store, 8, number => [number, 7])
          given.push(...Array.from({ length: 8 }, (_, j) => first + j))
          counts[i]++
        }
        return given
      }),
    )
    const all = numbers.flat().sort((a, b) => a - b)
    assert.deepEqual(
      all,
      all.map((_, i) => i + 1),
    )
    assert.equal((await stores[0].counts()).documents, all.length)
    // Neither waits long for the other.
    assert(Math.min(...counts) * 4 > Math.max(...counts), `${counts}`)
    assert.deepEqual(await problemsOf(stores[1]), [])
  })

  test('of two concurrent adds of the same text, the second finds the first', async () => {
    const stores = await Promise.all([open('same'), open('same')])
    const addUnlessThere = (store: Store, key: number) =>
      store.write(async writer => {
        const [found] = await writer.candidates([Uint32Array.of(key)])
        const { document, cluster } = await writer.counters()
        const added = [{ ...documentOf(document, [key]), cluster: found.length > 0 ? found[0] : cluster }]
        const newClusters = found.length > 0 ? 0 : 1
        await writer.apply({ ...noChanges, added: found.length > 0 ? [] : added, newClusters })
      })
    const keys = Array.from({ length: 40 }, (_, i) => i)
    await Promise.all(stores.map(store => Promise.all(keys.map(key => addUnlessThere(store, key)))))
    assert.equal((await stores[0].counts()).documents, keys.length)
  })

  test('reads go on during a suspended write', async () => {
    const [writing, reading] = [await open('held'), await open('held')]
    await add(writing, 3, () => [7])
    await writing.write(async writer => {
      assert.deepEqual(await reading.list(0, 10), [1, 2, 3])
      assert.deepEqual(Array.from((await reading.candidates([Uint32Array.of(7)]))[0]), [1, 2, 3])
      await writer.apply({ ...noChanges, removed: [2] })
    })
    assert.deepEqual(await reading.list(0, 10), [1, 3])
  })

  test('a killed holder of the lease blocks others only until its lease expires', async () => {
    const store = await open('killed')
    const child = await holder('killed', 600)
    assert.equal(await redis.exists('{nearsame:killed}k'), 1)
    child.kill('SIGKILL')
    const from = performance.now()
    assert.equal(await add(store, 1, () => [1]), 2)
    assert(performance.now() - from < 3000)
    assert.deepEqual(await problemsOf(store), [])
  })

  test('a holder that sleeps past its lease cannot write on the basis of old reads', async () => {
    const store = await open('asleep')
    const child = await holder('asleep', 600)
    child.kill('SIGSTOP')
    assert.equal(await add(store, 1, () => [1]), 2)
    child.kill('SIGCONT')
    child.stdin?.write('go on\n')
    assert.match(await said(child, /wrote/), /wrote 3 in 3/)
    assert.deepEqual(await store.list(0, 10), [1, 2, 3])
    assert.deepEqual(await problemsOf(store), [])
  })

  test('a holder that works for longer than its lease keeps it', async () => {
    const store = await open('slow', { leaseMs: 10_000, waitMs: 1500 })
    const child = await holder('slow', 300)
    await assert.rejects(
      add(store, 1, () => [1]),
      { code: 'STORE_BUSY' },
    )
    child.stdin?.write('go on\n')
    assert.match(await said(child, /wrote/), /wrote 2 in 2/)
    assert.equal(await add(store, 1, () => [1]), 3)
  })

  test('scripts that the server has forgotten are sent again', async () => {
    const store = await open('scripts')
    await add(store, 3, () => [7])
    const query = Array.from({ length: 20 }, () => Uint32Array.of(7))
    await redis.script('FLUSH')
    assert((await store.candidates(query)).every(list => list.length === 3))
    await redis.script('FLUSH')
    assert.equal(await add(store, 1, () => [7]), 4)
    await redis.script('FLUSH')
    assert.deepEqual(await store.numbersOf(['"document 4"']), [4])
  })

  test('a write whose answer is lost is applied once', async () => {
    const store = await open('lost')
    for (let i = 0; i < 20; i++) {
      const write = add(store, 100, number => [number, 7])
      await sleep(Math.random() * 15)
      await redis.call('CLIENT', ['KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
      assert.equal(await write, 100 * i + 1)
    }
    assert.equal((await store.counts()).documents, 2000)
    assert.deepEqual(await problemsOf(store), [])
  })

  test('without a server calls fail soon; they work again when it is back', async () => {
    const store = await open('back')
    await add(store, 3, () => [7])
    await server.kill()
    for (const use of [() => store.list(0, 10), () => add(store, 1, () => [7]), () => store.counts()]) {
      const from = performance.now()
      await assert.rejects(use, { code: 'STORE_UNAVAILABLE' })
      assert(performance.now() - from < 2000)
    }
    await server.start()
    assert.deepEqual(await eventually(() => store.list(0, 10)), [1, 2, 3])
    assert.equal(await add(store, 1, () => [7]), 4)
    assert.deepEqual(Array.from((await store.candidates([Uint32Array.of(7)]))[0]), [1, 2, 3, 4])
  })

  test('a write cut in two by a crash of the server is undone completely, and swallows no later write', async () => {
    const store = await open('cut')
    for (const bytes of [7, 500, 5000]) {
      const { documents } = await store.counts()
      await add(store, 16, number => [number, number % 50])
      await server.kill()
      server.cut(bytes)
      await server.start()
      assert.equal((await eventually(() => store.counts())).documents, documents)
      await add(store, 1, number => [number, number % 50])
      await server.kill()
      await server.start()
      assert.equal((await eventually(() => store.counts())).documents, documents + 1)
      assert.deepEqual(await problemsOf(store), [])
    }
  })

  test('a server killed at any moment loses nothing that it acknowledged', async () => {
    const random = randomFrom(3)
    const store = await open('crash')
    const there = new Set<number>()
    for (let round = 0; round < 12; round++) {
      const ends = { isOver: false }
      const work = load(store, there, ends)
      await sleep(50 + random() * 250)
      await server.kill()
      ends.isOver = true
      await work
      await server.start()
      const listed = await eventually(() => store.list(0, 100_000))
      const isListed = new Set(listed)
      const lost = [...there].filter(number => !isListed.has(number))
      assert.deepEqual(lost, [], `lost in round ${round} of ${there.size}; ${listed.length} are there`)
      // The interrupted write may exist as a whole.
      assert((listed.length - there.size) % 16 === 0)
      for (const number of listed) there.add(number)
      assert.deepEqual(await problemsOf(store), [])
    }
    assert(there.size > 100)
  })
})

/** Adds and removes 16 documents per write until the server is gone, and records what was acknowledged. */
async function load(store: Store, there: Set<number>, ends: { isOver: boolean }): Promise<void> {
  try {
    while (!ends.isOver) {
      const first = await add(store, 16, number => [number, number % 50])
      for (let i = 0; i < 16; i++) there.add(first + i)
      if (first % 48 === 1) {
        const removed = [...there].slice(0, 16)
        // Unknown without an answer: removed or not.
        for (const number of removed) there.delete(number)
        await remove(store, removed)
      }
    }
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'STORE_UNAVAILABLE')
  }
}

/** Retries: a connection comes back a moment after its server. */
async function eventually<T>(use: () => Promise<T>): Promise<T> {
  const end = Date.now() + 5000
  for (;;) {
    try {
      return await use()
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(20)
    }
  }
}

/** The output of a process once it matches `wanted`. */
function said(child: ChildProcess, wanted: RegExp): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', bytes => {
      text += String(bytes)
      if (wanted.test(text)) resolve(text)
    })
    child.once('exit', () => reject(new Error(`it ended: ${text}`)))
  })
}

test('opening a collection on a replica reports the replica', { skip: redisSkip() }, async () => {
  const replica = await startRedis({ replicaof: '127.0.0.1 1', appendonly: 'no' })
  const catalogue = await openRedisCatalogue({ url: replica.url })
  await assert.rejects(catalogue.store('x').open({ format: 1, agree: 1, options: {} }), {
    code: 'STORE_UNAVAILABLE',
    message: /READONLY .* To fix: name its primary/,
  })
  await catalogue.close()
  await replica.stop()
})
