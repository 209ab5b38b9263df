import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { candidatesOf } from '../../../../test/worlds/candidates.ts'
import { Window } from '../../cluster/window.ts'
import { Blockers } from './blockers.ts'

/** A sealed window of documents with these groups. */
function windowOf(groups: number[][]): Window {
  const window = new Window(candidatesOf(groups), Math.max(1, groups.length))
  for (let document = 0; document < groups.length; document++) window.add(document)
  window.seal()
  return window
}

const rows = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), { maxLength: 20 })

test('a place settles if it shares no group with an earlier one that is unsettled or settled in the same round', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat(19)), (groups, removals) => {
      const removed = new Set<number>()
      const blockers = new Blockers(windowOf(groups), document => removed.has(document))
      let unsettled = [...groups.keys()]
      for (let round = 1; unsettled.length > 0; round++) {
        const open = unsettled.filter(place => !removed.has(place))
        const settles = open.filter((place, at) =>
          open.slice(0, at).every(other => !groups[other].some(group => groups[place].includes(group))),
        )
        assert.deepEqual(
          open.filter(place => blockers.settle(place, round)),
          settles,
        )
        unsettled = open.filter(place => !settles.includes(place))
        const next = removals.pop()
        if (next !== undefined && unsettled.includes(next)) removed.add(next)
      }
    }),
  )
})

test('a waiting place costs one look a round, however many groups it shares with others', () => {
  const count = 1000
  const reach = 30
  // Each shares groups with the 29 before it, and removes the next when it settles: a chain.
  const groups = Array.from({ length: count }, (_, place) =>
    Array.from({ length: reach }, (_, at) => place + at + 1),
  )
  const removed = new Uint8Array(count)
  let looks = 0
  const blockers = new Blockers(windowOf(groups), document => {
    looks++
    return removed[document] === 1
  })
  let waits = 0
  let unsettled = [...groups.keys()]
  for (let round = 1; unsettled.length > 0; round++) {
    const open = unsettled.filter(place => removed[place] === 0)
    unsettled = open.filter(place => !blockers.settle(place, round))
    waits += unsettled.length
    for (const place of open) if (!unsettled.includes(place)) removed[place + 1] = 1
  }
  assert.ok(looks < waits + count * reach * 4, `${looks} looks, ${waits} waits`)
})
