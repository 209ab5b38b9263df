import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../breath/steps.ts'
import { grouped, type Lists, pairsBySideInSteps, startsOf, turnedInSteps } from './grouped.ts'

const random = (below: number) => Math.floor(Math.random() * below)

/** The groups as lists. */
function listed({ starts, members }: Lists): number[][] {
  return Array.from(starts.subarray(1), (end, group) => [...members.subarray(starts[group], end)])
}

/** The naive way: `groupsOf` every item, in order. */
function naive(groups: number, order: Iterable<number>, groupsOf: (item: number) => Iterable<number>) {
  const lists: number[][] = Array.from({ length: groups }, () => [])
  for (const item of order) for (const group of groupsOf(item)) lists[group].push(item)
  return lists
}

test('lists items by group, in order', () => {
  for (let round = 0; round < 200; round++) {
    const [count, groups] = [random(60), 1 + random(30)]
    const column = () => Int32Array.from({ length: count }, () => random(groups))
    const [a, b] = [column(), column()]
    const order = Int32Array.from({ length: count }, (_, i) => count - 1 - i)
    assert.deepEqual(
      listed(grouped(a, groups)),
      naive(groups, a.keys(), i => [a[i]]),
    )
    assert.deepEqual(
      listed(grouped(a, groups, order)),
      naive(groups, order, i => [a[i]]),
    )
    assert.deepEqual(
      listed(atOnce(pairsBySideInSteps(a, b, groups))),
      naive(groups, a.keys(), i => [a[i], b[i]]),
    )
  }
})

test('inverts lists, in order', () => {
  for (let round = 0; round < 200; round++) {
    const [count, groups] = [random(40), 1 + random(30)]
    const sets = Array.from({ length: count }, () =>
      Array.from({ length: groups }, (_, group) => group).filter(() => random(5) === 0),
    )
    const given = { starts: startsOf(sets.map(set => set.length)), members: Int32Array.from(sets.flat()) }
    const order = Int32Array.from({ length: count }, (_, i) => count - 1 - i)
    assert.deepEqual(
      listed(atOnce(turnedInSteps(given, groups))),
      naive(groups, sets.keys(), i => sets[i]),
    )
    assert.deepEqual(
      listed(atOnce(turnedInSteps(given, groups, order))),
      naive(groups, order, i => sets[i]),
    )
  }
})

test('groups without items are empty, and there may be no items or groups at all', () => {
  assert.deepEqual(listed(grouped(Int32Array.of(3), 5)), [[], [], [], [0], []])
  assert.deepEqual(listed(grouped(new Int32Array(0), 0)), [])
  assert.deepEqual([...startsOf([2, 0, 3])], [0, 2, 2, 5])
})
