import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUpstreamUrl } from './upstream-url.ts'

test('a URL without query and user, perhaps with a path', () => {
  assert.deepEqual(parseUpstreamUrl('http://localhost:9200'), { origin: 'http://localhost:9200', path: '' })
  assert.deepEqual(parseUpstreamUrl('https://gate/search//'), { origin: 'https://gate', path: '/search' })
  for (const url of ['localhost:9200', 'http://a:b@host', 'http://host/?x', 'ftp://host', ''])
    assert.equal(parseUpstreamUrl(url), undefined, url)
})
