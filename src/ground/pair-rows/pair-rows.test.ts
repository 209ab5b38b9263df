/** The order of pairs, sorted in several steps, against a comparison sort. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairOrder } from './pair-rows.ts'

test('orders pairs by left, then right, stably, also over several steps', () => {
  for (const size of [0, 1, 1000, 32_768, 32_769, 70_000]) {
    const left = Int32Array.from({ length: size }, (_, pair) => (pair * 48_271) % 199)
    const right = Int32Array.from({ length: size }, (_, pair) => (pair * 69_621) % 61)
    const sorted = Int32Array.from(left, (_, pair) => pair)
    sorted.sort((a, b) => left[a] - left[b] || right[a] - right[b] || a - b)
    assert.deepEqual(pairOrder(left, right, 200), sorted)
  }
})
