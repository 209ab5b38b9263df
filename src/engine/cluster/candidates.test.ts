import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { noCandidates } from './candidates.ts'

test('nobody is a candidate when no document has a group', () => {
  assert.deepEqual(noCandidates(3), candidatesOf([[], [], []]))
})
