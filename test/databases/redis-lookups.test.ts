/** Memory that lookups in Redis take in the calling process. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openRedisCatalogue } from '../../src/online/redis/catalogue.ts'
import { add } from './redis-documents.ts'
import { redisSkip, startRedis } from './start-redis.ts'

const keys = Array.from({ length: 25 }, (_, key) => key + 1)

describe('Redis lookups', { skip: redisSkip() }, () => {
  test('many lookups of long lists hold the lists of only a few at a time', async () => {
    const server = await startRedis({ appendfsync: 'no' })
    const catalogue = await openRedisCatalogue({ url: server.url })
    const store = catalogue.store('long')
    await store.open({ format: 1, agree: 1, options: {} })
    const documents = 8000
    for (let count = 0; count < documents; count += 1000) {
      await add(store, 1000, number => keys.filter(key => key % 25 !== number % 25))
    }
    const before = process.memoryUsage().arrayBuffers
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }, 5)
    // 256 lookups of 24 lists of 30 kB: 190 MB.
    const found = await store.candidates(Array.from({ length: 256 }, () => Uint32Array.from(keys.slice(1))))
    most = Math.max(most, process.memoryUsage().arrayBuffers)
    clearInterval(timer)
    await catalogue.close()
    await server.stop()
    assert.deepEqual([found.length, found[255].length], [256, documents])
    assert(most - before < 96e6, `${Math.round((most - before) / 1e6)} MB`)
  })
})
