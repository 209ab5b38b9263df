import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collapse } from './collapse.ts'

/** Numbers that differ by 1 are duplicates: 1 repeats in 2 and 2 in 3, but 1 not in 3. */
const areNeighbours = (a: number, b: number) => Math.abs(a - b) <= 1

const kept = (ranked: readonly number[], against?: 'all' | 'kept') =>
  collapse(ranked, areNeighbours, against && { against })
    .filter(({ duplicateOf }) => duplicateOf === undefined)
    .map(({ result }) => result)

test('a result is dropped when it repeats any better-ranked one, dropped ones too', () => {
  assert.deepEqual(kept([1, 2, 3, 9]), [1, 9])
  assert.deepEqual(kept([3, 1, 2]), [3, 1])
})

test('against those that are kept, the end of a chain stays', () => {
  assert.deepEqual(kept([1, 2, 3, 4, 9], 'kept'), [1, 3, 9])
})

test('of equal results the first in the list stays, and names the best-ranked twin', () => {
  const collapsed = collapse(['a', 'b', 'A', 'a'], (x, y) => x.toLowerCase() === y.toLowerCase())
  assert.deepEqual(collapsed, [
    { result: 'a', duplicateOf: undefined },
    { result: 'b', duplicateOf: undefined },
    { result: 'A', duplicateOf: 'a' },
    { result: 'a', duplicateOf: 'a' },
  ])
})

test('nothing comes of nothing', () => {
  assert.deepEqual(collapse([], areNeighbours), [])
})
