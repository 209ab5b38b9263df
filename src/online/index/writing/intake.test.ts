import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'
import { badResult } from './intake.ts'

test('a bad document is named by its id, of any type; an invalid id is left out', () => {
  const parts = { expected: 'a text', got: '5', fix: 'give a text' }
  const error = new NearsameError('TEXT_NOT_STRING', parts)
  const named = (id: unknown) => badResult({ id, text: 5 }, error).id
  assert.deepEqual(['a', 7, 2n ** 64n, 0, ''].map(named), ['a', 7, 2n ** 64n, 0, ''])
  assert.deepEqual([Number.NaN, {}, undefined, null].map(named), [null, null, null, null])
  assert.equal(badResult(null, error).id, null)
})

test('a document with its own toJSON is sketched and stored as the result of toJSON', async () => {
  const given = { id: 3, text: 'p q r s t u', toJSON: () => ({ id: 3, text: 'a b c d e f' }) }
  for (const storeText of [true, false]) {
    const index = await openIndex(memoryStore(), { storeText, shingle: 'words:1', threshold: 0.5 })
    await index.add(given)
    const found = await index.check('a b c d e g')
    assert.deepEqual(
      found.map(({ id, similarity }) => [id, similarity]),
      [[3, 5 / 7]],
    )
  }
})
