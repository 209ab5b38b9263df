import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShingleCache } from './shingle-cache.ts'

/** Number of sets of 1,000 shingles between two flushes of the cache. */
function setsUntilDropped(cache: ShingleCache, documentAt: (i: number) => number): number {
  for (let i = 0; ; i++) {
    const { free } = cache
    cache.trim()
    if (i > 0 && cache.free < free) return i
    cache.add(documentAt(i), 1000)
  }
}

test('a set is found until all are dropped, and begins where the previous one ends', () => {
  const cache = new ShingleCache(640)
  assert.equal(cache.get(7), undefined)
  assert.deepEqual(cache.add(7, 3), { at: 640, count: 3 })
  assert.deepEqual(cache.add(0, 9), { at: 704, count: 9 })
  assert.deepEqual(cache.get(7), { at: 640, count: 3 })
  assert.equal(cache.free, 832)
  cache.trim()
  assert.deepEqual(cache.get(0), { at: 704, count: 9 })
  cache.clear()
  assert.deepEqual([cache.get(7), cache.get(0), cache.free], [undefined, undefined, 640])
})

test('the room doubles while most documents return, and stays the same for new ones', () => {
  const cache = new ShingleCache(0)
  const fresh = setsUntilDropped(cache, i => i)
  assert.equal(
    setsUntilDropped(cache, i => 1000 + i),
    fresh,
  )
  assert.equal(
    setsUntilDropped(cache, i => i % 1000),
    fresh,
  )
  assert.ok(Math.abs(setsUntilDropped(cache, i => i % 1000) - 2 * fresh) <= 2)
  let sets = 0
  for (let round = 0; round < 8; round++) sets = setsUntilDropped(cache, i => i)
  assert.ok(Math.abs(sets - 32 * fresh) <= 64, `${sets} of ${fresh}`)
})
