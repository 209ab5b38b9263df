import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOfClusters } from './clusters.ts'

const membersBy = (...survivor: number[]) =>
  Array.from(membersOfClusters({ survivor: Int32Array.from(survivor) }), members => [...members])

test('clusters of two and more are ordered by their first member, whichever member survives', () => {
  assert.deepEqual(membersBy(4, 1, 2, 2, 4, 1, 6, 4), [
    [0, 4, 7],
    [1, 5],
    [2, 3],
  ])
})

test('a document without removed duplicates forms no cluster', () => {
  assert.deepEqual(membersBy(), [])
  assert.deepEqual(membersBy(0, 1, 2), [])
})
