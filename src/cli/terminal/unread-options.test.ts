import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenResultOptions, resolveResultOptions } from '../../methods/options/result-options.ts'
import { unreadLine } from './unread-options.ts'

const unread = (given: GivenResultOptions) => unreadLine(resolveResultOptions(given))

test('names a method and its parameters where near duplicates are not asked for', () => {
  assert.equal(
    unread({ near: false, method: 'solr-text-profile' }),
    '  not read where --near is off: --method\n',
  )
  assert.equal(
    unread({ near: false, method: 'repeated-trials', params: { agree: 3 }, cluster: 'complete' }),
    '  not read where --near is off: --method, --param, --cluster\n',
  )
})

test('names no method where nothing was given, and none that decides', () => {
  assert.equal(unread({ near: false }), '')
  assert.equal(unread({ near: false, method: 'minhash' }), '')
  assert.equal(unread({ method: 'repeated-trials', params: { agree: 3 } }), '')
})
