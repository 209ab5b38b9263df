import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenResultOptions, resolveResultOptions } from '../../methods/options/result-options.ts'
import { unreadLine } from './unread-options.ts'

const unread = (given: GivenResultOptions) => unreadLine(resolveResultOptions(given))

test('names a method and its parameters if near duplicates are off', () => {
  assert.equal(
    unread({ near: false, method: 'solr-text-profile' }),
    '  ignored with --near off: --method\n',
  )
  assert.equal(
    unread({ near: false, method: 'repeated-trials', params: { agree: 3 }, cluster: 'complete' }),
    '  ignored with --near off: --method, --param, --cluster\n',
  )
})

test('names no method by default, and none that decides', () => {
  assert.equal(unread({ near: false }), '')
  assert.equal(unread({ near: false, method: 'minhash' }), '')
  assert.equal(unread({ method: 'repeated-trials', params: { agree: 3 } }), '')
})
