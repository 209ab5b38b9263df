import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchOnce } from './match-once.ts'

test('rows have their counterparts in order', () => {
  assert.deepEqual(
    [...matchOnce([1, 2, 3], [7, 8], () => false)],
    [
      [1, 7],
      [2, 8],
    ],
  )
  assert.deepEqual([...matchOnce([1], [7, 8], () => false)], [[1, 7]])
  assert.deepEqual([...matchOnce([], [7], () => false)], [])
})

test('a row makes room for one whose pairs with the free rows are rejected', () => {
  const isRejected = (left: number, right: number) => left === 2 && right === 8
  assert.deepEqual(
    [...matchOnce([1, 2], [7, 8], isRejected)],
    [
      [1, 8],
      [2, 7],
    ],
  )
})

test('each row has at most one counterpart, and no rejected one', () => {
  const pair = fc.tuple(fc.nat(4), fc.integer({ min: 10, max: 14 }))
  const property = fc.property(fc.nat(5), fc.nat(5), fc.array(pair, { maxLength: 25 }), (a, b, told) => {
    const rejected = new Set(told.map(([left, right]) => `${left}-${right}`))
    const lefts = Array.from({ length: a }, (_, row) => row)
    const rights = Array.from({ length: b }, (_, row) => 10 + row)
    const found = matchOnce(lefts, rights, (left, right) => rejected.has(`${left}-${right}`))
    assert.equal(new Set(found.values()).size, found.size)
    for (const [left, right] of found) assert.ok(!rejected.has(`${left}-${right}`))
    const isLone = a === 1 && b === 1 && rejected.has('0-10')
    if (rejected.size < 2) assert.equal(found.size, isLone ? 0 : Math.min(a, b))
  })
  fc.assert(property, { seed: 11 })
})

test('large groups are matched in linear time', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => row)
  const found = matchOnce(
    rows,
    rows.map(row => row + 200_000),
    left => left % 2 === 0 && left < 2,
  )
  assert.equal(found.size, 199_999)
})
