import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPlace } from './connect-url.ts'

test('an address becomes a place, with its defaults', () => {
  const place = { user: 'nearsame', session: undefined, token: undefined, ca: undefined }
  assert.deepEqual(connectPlace('sc://host'), { url: 'http://host:15002', ...place })
  assert.deepEqual(connectPlace('sc://host:443/;use_ssl=true;token=a%3Db;user_id=me'), {
    ...place,
    url: 'https://host:443',
    user: 'me',
    token: 'a=b',
  })
  assert.equal(connectPlace('sc://host', { token: 't', ca: 'PEM' }).url, 'https://host:15002')
  assert.equal(connectPlace('sc://127.0.0.1', { token: 't' }).token, 't')
})

test('a token never goes over a network in the clear', () => {
  for (const remote of [
    'sc://host/;token=t',
    'sc://127.example.com/;token=t',
    'sc://host/;use_ssl=false;token=t',
  ])
    assert.throws(() => connectPlace(remote), { code: 'OPTION_VALUE' })
})
