import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idPart, idText } from './paths.ts'
import { openClient } from './server-client.ts'

test('a path keeps all characters of an id', () => {
  assert.equal(idPart('a/b c?#%é🦊'), 'a%2Fb%20c%3F%23%25%C3%A9%F0%9F%A6%8A')
  assert.equal(idPart(12345678901234567890n), '12345678901234567890')
  assert.equal(idText(''), '')
})

test('an id that an address cannot express is refused before anything is sent', async () => {
  const fetch = () => Promise.reject(new Error('sent'))
  const collection = openClient({ url: 'http://127.0.0.1:1', fetch }).collection('news')
  await assert.rejects(collection.get('\ud800'), { code: 'OPTION_VALUE' })
  await assert.rejects(collection.remove('\ud800'), { code: 'OPTION_VALUE' })
  await assert.rejects(collection.explain('a', '\ud800'), { code: 'OPTION_VALUE' })
  for (const id of ['', '.', '..', '\ud800', 'a\udc00b'])
    assert.throws(() => idPart(id), { code: 'OPTION_VALUE' })
  assert.throws(() => idText('\ud800'), {
    message:
      'OPTION_VALUE: expected an id that can stand in an address, got "\\ud800". ' +
      'To fix: give the document another id; half a surrogate pair has no bytes.',
  })
})
