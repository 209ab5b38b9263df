import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Meetings } from './meetings.ts'

const groups = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 7 })), { maxLength: 6 })

/** The members of at least `agree` groups, by the definition. */
function often(of: readonly number[][], agree: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter(other => of.filter(group => group.includes(other)).length >= agree)
}

test('a document met often enough is found once, by runs and by chains, for one document after the other', () => {
  fc.assert(
    fc.property(
      fc.array(groups),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (documents, agree, isChained) => {
        const meetings = new Meetings(8, 6)
        for (const of of documents) {
          meetings.begin(agree)
          for (const group of of) {
            // A chain from its last place to its first; place 0 ends it.
            const members = Int32Array.of(99, ...group)
            const before = members.map((_, place) => place - 1)
            if (isChained) meetings.meetChain(members, before, group.length, 0)
            else meetings.meet(members, 1, members.length)
          }
          assert.deepEqual([...meetings.met.subarray(0, meetings.found).sort()], often(of, agree))
        }
      },
    ),
  )
})

test('counts of documents long ago do not affect the current one', () => {
  const meetings = new Meetings(1, 2)
  const others = Int32Array.of(0)
  for (let document = 0; document < 100_000; document++) {
    meetings.begin(2)
    meetings.meet(others, 0, 1)
    assert.equal(meetings.found, 0)
    meetings.meet(others, 0, 1)
    assert.equal(meetings.found, 1)
  }
})

test('two that share more groups than others have are met once, and the next document starts from zero', () => {
  const most = 200_000
  const meetings = new Meetings(2, most)
  const others = Int32Array.of(1)
  for (let document = 0; document < 100; document++) {
    meetings.begin(most)
    for (let group = 0; group < most; group += 40_000)
      meetings.meet(new Int32Array(40_000).fill(1), 0, 40_000)
    assert.deepEqual([...meetings.met.subarray(0, meetings.found)], [1])
    meetings.begin(2)
    meetings.meet(others, 0, 1)
    assert.equal(meetings.found, 0)
  }
})
