import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collapse } from './collapse.ts'

/** Numbers that differ by at most 1 are duplicates: 1 of 2 and 2 of 3, but not 1 of 3. */
const areNeighbours = (a: number, b: number) => Math.abs(a - b) <= 1

const kept = (ranked: readonly number[], against?: 'all' | 'kept') =>
  collapse(ranked, areNeighbours, against && { against })
    .filter(({ duplicateOf }) => duplicateOf === undefined)
    .map(({ result }) => result)

test('a result is dropped if it duplicates any better-ranked one, including dropped ones', () => {
  assert.deepEqual(kept([1, 2, 3, 9]), [1, 9])
  assert.deepEqual(kept([3, 1, 2]), [3, 1])
})

test('compared only with kept results, the end of a chain stays', () => {
  assert.deepEqual(kept([1, 2, 3, 4, 9], 'kept'), [1, 3, 9])
})

test('the first of equal results stays, and each duplicate names its best-ranked twin', () => {
  const collapsed = collapse(['a', 'b', 'A', 'a'], (x, y) => x.toLowerCase() === y.toLowerCase())
  assert.deepEqual(collapsed, [
    { result: 'a', duplicateOf: undefined },
    { result: 'b', duplicateOf: undefined },
    { result: 'A', duplicateOf: 'a' },
    { result: 'a', duplicateOf: 'a' },
  ])
})

test('an empty list stays empty', () => {
  assert.deepEqual(collapse([], areNeighbours), [])
})
