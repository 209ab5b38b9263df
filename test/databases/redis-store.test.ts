/**
 * The Redis store on private servers: the contract of stores, on a single server and on a Redis Cluster; tables that
 * grow and shrink; the problems of damaged collections.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import { openRedisCatalogue } from '../../src/online/redis/catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import { storeContract } from '../conformance/store-contract.ts'
import { noChanges } from '../conformance/store-world.ts'
import { freePort } from './private-server.ts'
import { add, documentOf, remove } from './redis-documents.ts'
import { type RunningRedis, redisSkip, startRedis } from './start-redis.ts'
import { problemsOf } from './store-problems.ts'

const header = { format: 1, agree: 1, options: {} }

describe('Redis store', { skip: redisSkip() }, () => {
  storeContract(
    'Redis',
    async () => {
      const server = await startRedis({ appendfsync: 'everysec' })
      const catalogue = await openRedisCatalogue({ url: server.url })
      const end = async () => {
        await catalogue.close()
        await server.stop()
      }
      return { store: name => catalogue.store(name), end }
    },
    { isShared: true, isKept: true },
  )

  storeContract(
    'Redis Cluster',
    async () => {
      const server = await startRedis({
        appendfsync: 'everysec',
        'cluster-enabled': 'yes',
        'cluster-announce-ip': '127.0.0.1',
        'cluster-port': String(await freePort()),
      })
      const single = new Redis(server.url)
      await single.call('CLUSTER', ['ADDSLOTSRANGE', 0, 16383])
      while (!String(await single.call('CLUSTER', ['INFO'])).includes('cluster_state:ok')) await sleep(50)
      single.disconnect()
      const client = new Cluster([server.url])
      const catalogue = await openRedisCatalogue({ client })
      const end = async () => {
        await catalogue.close()
        client.disconnect()
        await server.stop()
      }
      return { store: name => catalogue.store(name), end }
    },
    { isShared: true, isKept: true },
  )
})

describe('Redis collections', { skip: redisSkip() }, () => {
  let server: RunningRedis
  let catalogue: Catalogue
  let redis: Redis
  before(async () => {
    server = await startRedis()
    catalogue = await openRedisCatalogue({ url: server.url })
    redis = new Redis(server.url)
  })
  after(async () => {
    redis?.disconnect()
    await catalogue?.close()
    await server?.stop()
  })
  const opened = async (name: string) => {
    const store = catalogue.store(name)
    await store.open(header)
    return store
  }

  test('the catalogue lists collections by name, and a dropped collection leaves no key', async () => {
    const before = Date.now()
    for (const name of ['b', 'a', 'B']) await opened(name)
    const listed = await catalogue.list()
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['B', 'a', 'b'],
    )
    assert(listed.every(({ createdAt }) => createdAt >= before && createdAt <= Date.now()))
    for (const entry of listed) assert.deepEqual(await catalogue.find(entry.name), entry)
    assert.equal(await catalogue.find('A'), undefined)
    for (const name of ['b', 'a', 'B']) {
      const store = await opened(name)
      await add(store, 40, number => [7, 8, number])
      await store.drop()
    }
    assert.deepEqual(await catalogue.list(), [])
    assert.equal(await redis.dbsize(), 0)
  })

  test('the next opening finishes an interrupted removal', async () => {
    const store = await opened('broken')
    await add(store, 20, number => [7, number])
    await redis.hset('{nearsame:broken}m', 'dropped', 1)
    await assert.rejects(
      add(store, 1, () => [7]),
      { code: 'COLLECTION_NOT_FOUND' },
    )
    const again = await opened('broken')
    assert.deepEqual(await again.list(0, 10), [])
    assert.equal(await add(again, 1, () => [7]), 1)
    await assert.rejects(
      add(store, 1, () => [7]),
      { code: 'COLLECTION_NOT_FOUND' },
    )
    await again.drop()
    assert.equal(await redis.dbsize(), 0)
  })

  test('calls on a dropped collection fail, even if another one has its name', async () => {
    const endings: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
      ['being-dropped', name => redis.hset(`{nearsame:${name}}m`, 'dropped', 1)],
      ['dropped', async name => (await opened(name)).drop()],
      ['flushed', () => redis.flushall()],
    ]
    for (const [name, end] of endings) {
      const store = await opened(name)
      await add(store, 3, () => [7])
      const questions = [
        () => store.candidates([Uint32Array.of(7)]),
        () => store.documents([1], { body: true }),
        () => store.documents([1], { body: false }),
        () => store.numbersOf(['"document 1"']),
        () => store.list(0, 10),
        () => store.expired({ addedBefore: 1, expiresBy: 1 }, 10),
        () => store.members([1]),
        () => store.clusters(0, 10, 1),
        () => store.links([1]),
        () => store.changes(0, 10),
        () => store.counts(),
        () => store.value('model'),
        () => problemsOf(store),
      ]
      const areRefused = async (when: string) => {
        for (const ask of questions) {
          await assert.rejects(ask, { code: 'COLLECTION_NOT_FOUND' }, `${name}, ${when}: ${ask}`)
        }
      }
      for (const ask of questions) await ask()
      await end(name)
      await areRefused('gone')
      await add(await opened(name), 5, () => [7])
      await areRefused('created again')
    }
    await redis.flushall()
  })

  test('a store is durable exactly if the server always syncs', async () => {
    assert.equal((await opened('durable')).isDurable, true)
    await redis.config('SET', 'appendfsync', 'everysec')
    assert.equal((await opened('durable')).isDurable, false)
    await redis.config('SET', 'appendfsync', 'always')
  })

  test('tables grow with their contents, and compacting shrinks them', async () => {
    const store = await opened('growing')
    const postings = (number: number) => Array.from({ length: 60 }, (_, i) => number * 1_000_003 + i * 77)
    for (let i = 0; i < 4; i++) await add(store, 150, postings)
    const buckets = async () => Number(await redis.hget('{nearsame:growing}m', 'p'))
    assert.equal(await buckets(), (600 * 60) / 48)
    const found = async (number: number) =>
      Array.from((await store.candidates([Uint32Array.from(postings(number))]))[0])
    for (let number = 1; number <= 600; number++) assert.deepEqual(await found(number), [number])
    assert.deepEqual(await problemsOf(store), [])
    await remove(store, await store.list(0, 550))
    const { wastedBytes } = await store.counts()
    assert.equal(await store.compact(), wastedBytes)
    assert.equal(await buckets(), 256)
    assert.deepEqual(await found(550), [])
    for (let number = 551; number <= 600; number++) assert.deepEqual(await found(number), [number])
    assert.deepEqual(await problemsOf(store), [])
  })

  test('lists too long for the server to count are counted by the client', async () => {
    const store = catalogue.store('long')
    await store.open({ ...header, agree: 2 })
    for (let i = 0; i < 7; i++) await add(store, 1000, number => [1, 2 + (number % 2), 3 + (number % 3)])
    const [even, none] = await store.candidates([Uint32Array.of(1, 2, 9), Uint32Array.of(1, 9)])
    assert.deepEqual(
      Array.from(even),
      Array.from({ length: 3500 }, (_, i) => 2 * i + 2),
    )
    assert.equal(none.length, 0)
    await store.drop()
    assert.equal((await redis.keys('{nearsame:long}*')).length, 0)
  })

  test('large bodies are sent separately and leave nothing behind', async () => {
    const store = await opened('large')
    const body = randomBytes(3_000_000)
    const added = [1, 2, 3].map(number => ({ ...documentOf(number, [7]), body }))
    await store.write(writer => writer.apply({ ...noChanges, added, newClusters: 3 }))
    const found = await store.documents([1, 2, 3], { body: true })
    assert(found.every(document => body.equals(document?.body ?? Buffer.of())))
    assert.deepEqual(await redis.keys('{nearsame:large}s*'), [])
  })

  test('a full server refuses to add, loses nothing, and still removes', async () => {
    const store = await opened('full')
    await add(store, 10, number => [number])
    await redis.config('SET', 'maxmemory', '1mb')
    const refused = add(store, 1, () => [7])
    await assert.rejects(refused, { code: 'DISK_FULL' })
    assert.deepEqual((await store.list(0, 100)).length, 10)
    await remove(store, [1, 2])
    await redis.config('SET', 'maxmemory', '0')
    assert.equal(await add(store, 1, () => [7]), 11)
    assert.deepEqual(await problemsOf(store), [])
  })

  test('damage is found, wherever it is', async () => {
    const damages: readonly (readonly [string, (tag: string) => Promise<unknown>, RegExp])[] = [
      ['body', tag => redis.hdel(`${tag}b`, bytesOf(3)), /document 3: has no body/],
      [
        'bytes',
        tag => redis.hset(`${tag}b`, bytesOf(3), '\0\x11'),
        /document 3: .*: a damaged body of 2 bytes/,
      ],
      ['record', tag => redis.hdel(`${tag}d`, bytesOf(3)), /document 3: is listed but missing/],
      ['cut', tag => redis.hset(`${tag}d`, bytesOf(3), 'short'), /document 3: has a record of 5 bytes/],
      ['list', tag => redis.del(`${tag}l0`), /0 listed documents exist, 5 are counted/],
      ['expiry', tag => redis.zadd(`${tag}x`, 5, bytesOf(2)), /document 2: does not expire/],
      ['age', tag => redis.zadd(`${tag}a`, 5e12, '0'), /document 1: is older than its block/],
      ['clusters', tag => redis.del(`${tag}c4`), /table c: counts 5 lists but has 4/],
      ['marks', tag => redis.setbit(`${tag}q0`, 4, 1), /clusters of key 4: is wrongly marked/],
      ['changes', tag => redis.rpush(`${tag}h`, 'x'), /1 changes exist, 0 are counted/],
      [
        'links',
        tag => redis.hset(`${tag}e9`, bytesOf(9).subarray(1), bytesOf(2)),
        /table e: counts 0 lists/,
      ],
      ['unlisted', tag => redis.del(buckets(tag)), /document 5: is not found by its own post/],
      [
        'postings',
        tag => redis.hset(`${tag}p9`, 'abc', bytesOf(77)),
        /names document 77, which is missing/,
      ],
      [
        'names',
        tag => redis.hset(`${tag}n9`, 'abc', bytesOf(2)),
        /names document 2, which does not name it/,
      ],
    ]
    for (const [name, damage, said] of damages) {
      const store = await opened(`damage-${name}`)
      await add(store, 5, number => [number * 31])
      assert.deepEqual(await problemsOf(store), [])
      await damage(`{nearsame:damage-${name}}`)
      assert.match((await problemsOf(store)).join('\n'), said, name)
    }
  })

  test('a key of the wrong type and an invalid header are reported as damage', async () => {
    const store = await opened('kind')
    await redis.set('{nearsame:kind}d', 'x')
    await assert.rejects(store.documents([1], { body: true }), { code: 'STORE_CORRUPT' })
    for (const damaged of ['{', 'null', JSON.stringify({ ...header, agree: 2 })]) {
      await redis.hset('{nearsame:kind}m', 'header', damaged)
      await assert.rejects(opened('kind'), { code: 'STORE_CORRUPT' })
    }
    await redis.hdel('{nearsame:kind}m', 'header')
    await assert.rejects(opened('kind'), { code: 'STORE_CORRUPT' })
    await redis.hset('{nearsame:kind}m', 'layout', 99)
    await assert.rejects(opened('kind'), { code: 'STORE_FORMAT' })
    await catalogue.store('kind').drop()
    assert.deepEqual(await redis.keys('{nearsame:kind}*'), [])
    assert(!(await catalogue.list()).some(({ name }) => name === 'kind'))
  })

  test('documents whose names have equal keys are distinguished', async () => {
    const store = await opened('names')
    // Found by search: the first 32 bits of their SHA-1 are equal.
    const [left, right] = ['"56276"', '"63238"']
    await store.write(writer =>
      writer.apply({
        ...noChanges,
        added: [left, right].map((name, i) => ({ ...documentOf(i + 1, [1]), name })),
        newClusters: 2,
      }),
    )
    assert.deepEqual(await store.numbersOf([right, left, '"x"']), [2, 1, undefined])
    await remove(store, [1])
    assert.deepEqual(await store.numbersOf([right, left]), [2, undefined])
  })

  test('the database with the given number is used; one that the server lacks is refused', async () => {
    const of = (database: string) => openRedisCatalogue({ url: server.url.replace(/0$/, database) })
    const third = await of('3')
    await third.store('elsewhere').open(header)
    assert.deepEqual(
      (await third.list()).map(({ name }) => name),
      ['elsewhere'],
    )
    assert(!(await catalogue.list()).some(({ name }) => name === 'elsewhere'))
    await third.close()
    await assert.rejects(of('99'), { code: 'OPTION_VALUE', message: /got ERR DB index is out of range/ })
    await assert.rejects(of('abc'), { code: 'OPTION_VALUE', message: /the number of a database/ })
  })

  test('a closed catalogue closes its connection; prefixes and missing packages are refused', async () => {
    const other = await openRedisCatalogue({ url: server.url, prefix: 'other' })
    const store = other.store('own')
    await store.open(header)
    assert.equal(await add(store, 1, () => [1]), 1)
    await store.close()
    await other.close()
    await assert.rejects(store.list(0, 1), { code: 'STORE_UNAVAILABLE' })
    assert.equal((await redis.keys('{other:own}*')).length > 3, true)
    await assert.rejects(openRedisCatalogue({ prefix: 'a{b' }), { code: 'OPTION_VALUE' })
    const load = () => Promise.reject(new Error('not installed'))
    await assert.rejects(openRedisCatalogue({ load }), { code: 'PACKAGE_MISSING' })
  })
})

function buckets(tag: string): string[] {
  return Array.from({ length: 256 }, (_, i) => `${tag}p${i}`)
}

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}
