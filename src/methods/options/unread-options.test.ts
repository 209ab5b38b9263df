import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenResultOptions, resolveResultOptions } from './result-options.ts'
import { unreadHint } from './unread-options.ts'

const unread = (given: GivenResultOptions) => unreadHint(resolveResultOptions(given))

test('names a method and its parameters if near duplicates are off', () => {
  assert.equal(unread({ near: false, method: 'solr-text-profile' }), 'ignored with `near` off: `method`')
  assert.equal(
    unread({ near: false, method: 'repeated-trials', params: { agree: 3 }, cluster: 'complete' }),
    'ignored with `near` off: `method`, `params`, `cluster`',
  )
})

test('names no method by default, and none that decides', () => {
  assert.equal(unread({ near: false }), undefined)
  assert.equal(unread({ near: false, method: 'minhash' }), undefined)
  assert.equal(unread({ method: 'repeated-trials', params: { agree: 3 } }), undefined)
})
