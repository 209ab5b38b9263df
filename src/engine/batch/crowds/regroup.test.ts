import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { candidatesOf } from '../../../../test/worlds/candidates.ts'
import { areCandidates } from '../../cluster/candidates.ts'
import { regrouped } from './regroup.ts'

const rows = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 7 })).map(groups => groups.sort()),
  { maxLength: 12 },
)

test('candidates share enough of the given groups, and enough kept groups or a rare group', () => {
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 1, max: 3 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      fc.array(fc.uniqueArray(fc.nat(11), { minLength: 2 })),
      (groups, agree, numbers, lists) => {
        const dropped = numbers.filter(number => number <= Math.max(0, ...groups.flat()))
        const rareGroups = lists
          .map(group => group.filter(document => document < groups.length).sort((a, b) => a - b))
          .filter(group => group.length > 1)
        const starts = Int32Array.from(
          { length: rareGroups.length + 1 },
          (_, i) => rareGroups.slice(0, i).flat().length,
        )
        const given = { ...candidatesOf(groups), agree }
        const isKept = Uint8Array.from(
          { length: given.groups + 1 },
          (_, group) => +!dropped.includes(group),
        )
        const candidates = regrouped(given, isKept, {
          starts,
          documents: Int32Array.from(rareGroups.flat()),
        })
        for (const a of groups.keys()) {
          const own = [...candidates.numbers.subarray(candidates.starts[a], candidates.starts[a + 1])]
          assert.deepEqual(
            own,
            own.toSorted((x, y) => x - y),
          )
          assert.ok(own.every(group => group <= candidates.groups && !dropped.includes(group)))
          for (const b of groups.keys()) {
            if (a === b) continue
            const shared = groups[a].filter(group => groups[b].includes(group))
            const isInGroup = rareGroups.some(group => group.includes(a) && group.includes(b))
            const kept = shared.filter(group => !dropped.includes(group)).length
            const expected = shared.length >= agree && (kept >= agree || isInGroup)
            assert.equal(areCandidates(candidates, a, b), expected)
          }
        }
      },
    ),
    { numRuns: runs(300) },
  )
})
