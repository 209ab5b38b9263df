import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdNumbers, PairSet } from './pair-set.ts'

test('ids have one number each, however many maps they fill', () => {
  const numbers = new IdNumbers(3)
  const ids = Array.from({ length: 20 }, (_, i) => `id ${i}`)
  const given = ids.map(id => numbers.of(id))
  assert.deepEqual(given, [...ids.keys()])
  assert.deepEqual(
    ids.map(id => numbers.of(id)),
    given,
  )
})

test('a pair counts once, in either order, and an id forms no pair with itself', () => {
  const numbers = new IdNumbers(2)
  const [a, b] = [new PairSet(1), new PairSet(1)]
  for (const [left, right] of ['xy', 'yx', 'xx', 'yz', 'zw', 'xy']) a.add(left, right, numbers)
  for (const [left, right] of ['zy', 'vw', 'yx']) b.add(left, right, numbers)
  assert.deepEqual([a.size, b.size, a.intersect(b).size], [3, 3, 2])
})
