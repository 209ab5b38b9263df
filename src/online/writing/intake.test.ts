import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { badResult } from './intake.ts'

test('what is bad is named by its id, of whatever kind, and by none where that is no id', () => {
  const parts = { expected: 'a text', got: '5', fix: 'give a text' }
  const error = new NearsameError('TEXT_NOT_STRING', parts)
  const named = (id: unknown) => badResult({ id, text: 5 }, error).id
  assert.deepEqual(['a', 7, 2n ** 64n, 0, ''].map(named), ['a', 7, 2n ** 64n, 0, ''])
  assert.deepEqual([Number.NaN, {}, undefined, null].map(named), [null, null, null, null])
  assert.equal(badResult(null, error).id, null)
})
