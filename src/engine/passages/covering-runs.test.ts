import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { CoveringRuns } from './covering-runs.ts'

const windowsOf = (length: number) => length - 2

/** Documents by definition: those of runs with a window whose first place is in [from, to). */
function covering(given: readonly (readonly [first: number, copied: number])[], from: number, to: number) {
  return given.flatMap(([first, copied], document) =>
    first < to && first + windowsOf(copied) > from ? [document] : [],
  )
}

function collected(
  given: readonly (readonly [first: number, copied: number])[],
  from: number,
  to: number,
  most = given.length,
): number[] {
  const unread = new Uint32Array(given.length)
  const rows = {
    count: given.length,
    first: Uint32Array.from(given, ([first]) => first),
    copied: Uint32Array.from(given, ([, copied]) => copied),
    at: unread,
    length: unread,
    period: unread,
  }
  const documents = new Set<number>()
  new CoveringRuns(rows, windowsOf, row => row).collect(from, to, most, documents)
  return [...documents].sort((a, b) => a - b)
}

test('runs that only touch a span do not cover it', () => {
  const given = [
    [10, 7], // windows 10 to 14
    [20, 5],
  ] as const
  assert.deepEqual(collected(given, 15, 20), [])
  assert.deepEqual(collected(given, 14, 21), [0, 1])
  assert.deepEqual(collected(given, 0, 10), [])
  assert.deepEqual(collected(given, 23, 30), [])
})

test('the documents are those of the definition, and at most as many as wanted', () => {
  const run = fc.tuple(fc.nat(60), fc.integer({ min: 3, max: 30 }))
  fc.assert(
    fc.property(
      fc.array(run, { maxLength: 20 }),
      fc.nat(80),
      fc.nat(20),
      fc.nat(5),
      (given, from, size, most) => {
        const wanted = covering(given, from, from + size)
        // An empty span has no window.
        if (size === 0) return
        assert.deepEqual(collected(given, from, from + size), wanted)
        const few = collected(given, from, from + size, most)
        assert.equal(few.length, Math.min(most, wanted.length))
        assert(few.every(document => wanted.includes(document)))
      },
    ),
    { numRuns: runs(300) },
  )
})
