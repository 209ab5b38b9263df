/** Collections over HTTP: made once, shown, listed, deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fox, openWorld, problem } from './server-world.ts'

const { ask } = await openWorld({ now: () => Date.UTC(2030, 0, 1) })

test('a collection is made with 201, the same again is 200, other options are 409 with both', async () => {
  const options = { method: 'minhash', params: {}, text: ['title', 'body'], threshold: 0.7 }
  const made = await ask('PUT', '/v1/collections/news', { body: options })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), '/v1/collections/news')
  assert.deepEqual([made.body.name, made.body.documents, made.body.clusters], ['news', 0, 0])
  assert.equal(made.body.createdAt, '2030-01-01T00:00:00.000Z')
  assert.deepEqual([made.body.options.text, made.body.options.threshold], [['title', 'body'], 0.7])
  assert.equal((await ask('PUT', '/v1/collections/news', { body: options })).status, 200)
  const other = await ask('PUT', '/v1/collections/news', { body: { ...options, threshold: 0.9 } })
  assert.match(problem(other, 'OPTIONS_MISMATCH', 409), /threshold 0\.7, got threshold 0\.9/)
})

test('without a body a collection has the defaults', async () => {
  const { status, body } = await ask('PUT', '/v1/collections/plain')
  assert.equal(status, 201)
  assert.deepEqual(
    [body.options.method, body.options.threshold, body.options.text],
    ['minhash', 0.8, ['text']],
  )
})

test('two that make the same collection at once both have it, once', async () => {
  const asked = [1, 2, 3].map(() => ask('PUT', '/v1/collections/at-once', { body: { threshold: 0.6 } }))
  assert.deepEqual((await Promise.all(asked)).map(({ status }) => status).sort(), [200, 200, 201])
})

test('unknown options are refused with the nearest name, wrong values with their domain', async () => {
  const put = (body: unknown) => ask('PUT', '/v1/collections/none', { body })
  assert.match(problem(await put({ treshold: 1 }), 'OPTION_UNKNOWN', 400), /write "threshold"/)
  assert.match(
    problem(await put({ threshold: 2 }), 'OPTION_VALUE', 400),
    /"threshold" to be a number in \(0, 1\]/,
  )
  assert.match(problem(await put({ threshold: null }), 'OPTION_VALUE', 400), /"threshold" to be a value/)
  assert.match(problem(await put([]), 'OPTION_VALUE', 400), /an object with the options/)
  problem(await put({ method: 'solr-md5', params: { quantRate: 1 } }), 'OPTION_UNKNOWN', 400)
  problem(await put({ threshold: 0.01 }), 'BANDS_UNREACHABLE', 400)
  problem(await ask('GET', '/v1/collections/none'), 'COLLECTION_NOT_FOUND', 404)
})

test('a name that could be a path is refused', async () => {
  for (const name of ['..%2Fx', '.hidden', 'a%00b', 'a'.repeat(65), '%2e%2e', 'a b']) {
    const { status } = await ask('PUT', `/v1/collections/${name}`)
    assert([400, 404, 405].includes(status), `${name}: ${status}`)
  }
})

test('collections are listed by name, page by page', async () => {
  for (const name of ['list-a', 'list-b', 'list-c']) await ask('PUT', `/v1/collections/${name}`)
  const first = await ask('GET', '/v1/collections?after=list-a&limit=1')
  assert.deepEqual([first.body.items.length, first.body.items[0].name], [1, 'list-b'])
  assert.equal(first.body.next, 'list-b')
  const all = await ask('GET', '/v1/collections')
  const names: string[] = all.body.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, [...names].sort())
  assert.equal(all.body.next, null)
})

test('a deleted collection is gone with its documents', async () => {
  await ask('PUT', '/v1/collections/gone')
  await ask('POST', '/v1/collections/gone/documents', { body: { id: 1, text: fox } })
  assert.equal((await ask('GET', '/v1/collections/gone')).body.documents, 1)
  assert.equal((await ask('DELETE', '/v1/collections/gone')).status, 204)
  problem(await ask('GET', '/v1/collections/gone'), 'COLLECTION_NOT_FOUND', 404)
  problem(await ask('DELETE', '/v1/collections/gone'), 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('PUT', '/v1/collections/gone', { body: { threshold: 0.5 } })).status, 201)
  assert.equal((await ask('GET', '/v1/collections/gone')).body.documents, 0)
})

test('the entity tag is that of the options', async () => {
  const put = (name: string, headers: Record<string, string>) =>
    ask('PUT', `/v1/collections/${name}`, { headers })
  const etag = (await put('tagged', {})).headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{22}"$/)
  await ask('POST', '/v1/collections/tagged/documents', { body: { text: fox } })
  assert.equal((await ask('GET', '/v1/collections/tagged')).headers.get('etag'), etag)
  assert.equal((await put('tagged-too', {})).headers.get('etag'), etag)
  const other = await ask('PUT', '/v1/collections/tagged-else', { body: { threshold: 0.5 } })
  assert.notEqual(other.headers.get('etag'), etag)
  const again = await ask('GET', '/v1/collections/tagged', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
})

test('If-Match and If-None-Match are kept', async () => {
  const path = '/v1/collections/matched'
  const put = (headers: Record<string, string>) => ask('PUT', path, { headers })
  problem(await put({ 'if-match': '*' }), 'PRECONDITION_FAILED', 412)
  const { status, headers } = await put({ 'if-none-match': '*' })
  assert.equal(status, 201)
  problem(await put({ 'if-none-match': '*' }), 'PRECONDITION_FAILED', 412)
  const etag = headers.get('etag') ?? ''
  assert.equal((await put({ 'if-match': `"x", ${etag}` })).status, 200)
  problem(await ask('DELETE', path, { headers: { 'if-match': '"x"' } }), 'PRECONDITION_FAILED', 412)
  assert.equal((await ask('DELETE', path, { headers: { 'if-match': etag } })).status, 204)
})
