import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortedOrder } from './sorted-order.ts'

test('the order of keys is that of a stable sort', () => {
  let state = 7
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ 0x5bd1e995
    return state >>> 0
  }
  for (const most of [1, 3, 1000, 2 ** 32]) {
    const keys = Uint32Array.from({ length: 500 }, () => next() % most)
    const order = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b)
    assert.deepEqual([...sortedOrder(keys)], order)
  }
  assert.equal(sortedOrder(new Uint32Array(0)).length, 0)
})
