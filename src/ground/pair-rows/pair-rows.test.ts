/** The order of pairs against a comparison sort, where it is made in several steps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairOrder } from './pair-rows.ts'

test('pairs are ordered by left, then right, equal ones as given, also of more than one step takes', () => {
  for (const size of [0, 1, 1000, 32_768, 32_769, 70_000]) {
    const left = Int32Array.from({ length: size }, (_, pair) => (pair * 48_271) % 199)
    const right = Int32Array.from({ length: size }, (_, pair) => (pair * 69_621) % 61)
    const sorted = Int32Array.from(left, (_, pair) => pair)
    sorted.sort((a, b) => left[a] - left[b] || right[a] - right[b] || a - b)
    assert.deepEqual(pairOrder(left, right, 200), sorted)
  }
})
