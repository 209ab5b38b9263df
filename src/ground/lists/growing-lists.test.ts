import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DoubleList, IntList, resized } from './growing-lists.ts'

test('a longer array has the entries and the type of the one that it empties', () => {
  for (const kind of [Uint8Array, Int32Array, Uint32Array, Float64Array]) {
    const given = kind.of(1, 2, 250)
    assert.deepEqual(resized(given, 5), kind.of(1, 2, 250, 0, 0))
    assert.equal(given.length, 0)
    assert.deepEqual(resized(new kind(0), 0), new kind(0))
  }
})

test('lists grow, from nothing too', () => {
  const ints = new IntList(0)
  const doubles = new DoubleList(0)
  for (let value = 0; value < 1000; value++) {
    ints.push(value)
    doubles.push(value / 2)
  }
  assert.equal(ints.at(999), 999)
  assert.equal(doubles.values[999], 499.5)
  assert.deepEqual([ints.length, doubles.length], [1000, 1000])
})
