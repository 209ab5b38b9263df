import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DoubleList, IntList, NumberColumn, resized, WordList, withRoom } from './growing-lists.ts'

test('a longer array has the entries and the type of the array it empties', () => {
  for (const kind of [Uint8Array, Int32Array, Uint32Array, Float64Array]) {
    const given = kind.of(1, 2, 250)
    assert.deepEqual(resized(given, 5), kind.of(1, 2, 250, 0, 0))
    assert.equal(given.length, 0)
    assert.deepEqual(resized(new kind(0), 0), new kind(0))
  }
})

test('lists grow, also from empty', () => {
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

test('an array with room is kept, and a larger one is at least twice as long', () => {
  const given = Uint32Array.of(1, 2, 3)
  assert.equal(withRoom(given, 3), given)
  assert.deepEqual(withRoom(given, 4), Uint32Array.of(1, 2, 3, ...new Array(13).fill(0)))
  assert.equal(withRoom(new Float64Array(100), 101).length, 200)
  assert.equal(withRoom(new Float64Array(100), 1000).length, 1000)
})

test('appends many words at once, and unset entries of columns are 0', () => {
  const words = new WordList()
  for (let from = 0; from < 10_000; from += 100)
    words.append(Uint32Array.from({ length: 100 }, (_, i) => from + i))
  assert.deepEqual(
    words.taken(),
    Uint32Array.from({ length: 10_000 }, (_, i) => i),
  )
  const column = new NumberColumn(Float64Array)
  column.set(5000, 0.5)
  assert.deepEqual([column.get(5000), column.get(0), column.get(9999)], [0.5, 0, 0])
})
