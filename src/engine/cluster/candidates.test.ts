import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { checkMemberships, noCandidates } from './candidates.ts'

test('there are no candidates if no document has a group', () => {
  assert.deepEqual(noCandidates(3), candidatesOf([[], [], []]))
})

test('more memberships than clusterings can number are refused', () => {
  checkMemberships(2 ** 31 - 2)
  assert.throws(() => checkMemberships(2 ** 31 - 1), {
    message:
      'MEMORY_EXHAUSTED: expected at most 2147483646 groups of all documents in one list, got 2147483647. To fix: ' +
      'give `memory`, with which clusters by `star` divide the list, or divide the input.',
  })
})
