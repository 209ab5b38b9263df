import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidates, noCandidates } from './candidates.ts'

/** Candidates from a list of groups for every document. */
export function candidatesOf(groups: number[][]): Candidates {
  const starts = Uint32Array.from({ length: groups.length + 1 }, (_, document) =>
    groups.slice(0, document).reduce((sum, row) => sum + row.length, 0),
  )
  return {
    agree: 1,
    groups: Math.max(0, ...groups.flat()),
    starts,
    numbers: Uint32Array.from(groups.flat()),
  }
}

test('nobody is a candidate when no document has a group', () => {
  assert.deepEqual(noCandidates(3), candidatesOf([[], [], []]))
})
