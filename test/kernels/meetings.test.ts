/** Pairs of documents that share groups: every implementation against a comparison of all pairs, and the definition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { meetingLayout, writeMeetingPlan } from '../../src/texts/kernels/layout/meeting-plan.ts'
import { runs } from '../ground/runs.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { all } from './implementations.ts'

/** All pairs of documents with these groups, in calls for `room` pairs each, and what the plan says beforehand. */
function listed(kernels: Kernels, documents: readonly number[][], agree: number, room: number) {
  const numbers = documents.flat()
  const groups = Math.max(0, ...numbers)
  const shape = { documents: documents.length, groups, memberships: numbers.length }
  const layout = meetingLayout(placeBehind(kernels.base), shape)
  // The plan, the groups, and the room to count in.
  const own = { at: layout.plan, bytes: layout.free - layout.plan, slack: 0 }
  const widest = Math.max(0, ...documents.map(own => own.length))
  const most = Math.min(documents.length, widest * documents.length)
  const out = { at: placeBehind(layout.free), bytes: 8 * (room + most + 1), slack: 0 }
  reserveGuarded(kernels, out.at + out.bytes)
  const words = new Uint32Array(kernels.memory.buffer)
  let start = 0
  for (const [i, own] of documents.entries()) {
    words[layout.starts / 4 + i] = start
    start += own.length
  }
  words[layout.starts / 4 + documents.length] = start
  words.set(numbers, layout.numbers / 4)
  writeMeetingPlan(words, layout, shape, agree)
  const meetings = kernels.planMeetings(layout.plan)
  const limit = words[layout.plan / 4 + 9]
  const pairs: [number, number][] = []
  const calls: number[] = []
  while (words[layout.plan / 4 + 8] < documents.length) {
    const count = guarded(kernels, [own, out], () => kernels.meetings(layout.plan, out.at, room))
    for (let at = out.at / 4; at < out.at / 4 + 2 * count; at += 2) pairs.push([words[at], words[at + 1]])
    calls.push(count)
  }
  return { meetings, limit, pairs, calls }
}

const documents = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }).map(own => own.sort((a, b) => a - b)),
  { maxLength: 25 },
)

test('every pair of documents that shares enough groups is listed once', () => {
  fc.assert(
    fc.property(
      documents,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 9 }),
      (given, agree, room) => {
        const expected: string[] = []
        for (const [d, own] of given.entries())
          for (let e = 0; e < d; e++)
            if (own.filter(group => given[e].includes(group)).length >= agree) expected.push(`${e}-${d}`)
        const sizes = Array.from(
          { length: 9 },
          (_, group) => given.filter(own => own.includes(group)).length,
        )
        const [first, ...others] = all.map(kernels => listed(kernels, given, agree, room))
        assert.deepEqual(first.pairs.map(pair => pair.join('-')).sort(), expected.sort())
        assert.equal(
          first.meetings,
          sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0),
        )
        for (const call of first.calls) assert.ok(call <= room - 1 + first.limit)
        for (const other of others) assert.deepEqual(other, first)
      },
    ),
    { numRuns: runs(300) },
  )
})
