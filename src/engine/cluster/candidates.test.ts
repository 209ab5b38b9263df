import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { noCandidates } from './candidates.ts'

test('there are no candidates if no document has a group', () => {
  assert.deepEqual(noCandidates(3), candidatesOf([[], [], []]))
})
