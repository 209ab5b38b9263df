/** Guards over HTTP: addresses, keys, scopes, origins, secrets. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openServer } from '../../src/server/server.ts'
import { memoryCatalogue } from './memory-catalogue.ts'
import { ask, fox, openWorld, problem } from './server-world.ts'

/** The status for a `Host` header, which `fetch` cannot set. */
async function statusFor(
  url: string,
  host: string,
  more: Record<string, string> = {},
): Promise<number | undefined> {
  const sending = request(`${url}/v1/collections`, { headers: { host, ...more } })
  sending.end()
  const response = await new Promise<import('node:http').IncomingMessage>(resolve =>
    sending.once('response', resolve),
  )
  await text(response)
  return response.statusCode
}

test('without keys the server listens on this machine only', async () => {
  const open = (host: string, apiKeys?: string) =>
    openServer({ catalogue: memoryCatalogue(), host, apiKeys })
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
    await assert.rejects(open(host), /OPTION_VALUE: expected API keys, .* set NEARSAME_API_KEYS/)
  }
  // A list of empty variables does not ask for a server open to all.
  for (const host of ['0.0.0.0', '127.0.0.1']) {
    await assert.rejects(open(host, ','), /OPTION_VALUE: expected API keys as a list of one or more/)
    await assert.rejects(open(host, ' , '), /OPTION_VALUE: .* without blanks or control characters/)
  }
  for (const [host, keys] of [['127.0.0.1'], ['0.0.0.0', 'secret']]) {
    const server = await open(host, keys)
    assert.equal(server.address.address, host)
    await server.close()
  }
})

test('a page whose name resolves to this machine is refused', async () => {
  const { url, server } = await openWorld()
  const { port } = server.address
  for (const host of [
    'localhost',
    `localhost:${port}`,
    '127.0.0.1:80',
    '[::1]',
    `[::1]:${port}`,
    'LOCALHOST.',
  ]) {
    assert.equal(await statusFor(url, host), 200, host)
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1']) {
    assert.equal(await statusFor(url, host), 403, host)
  }
})

test('with keys any Host is accepted, because other machines reach the server by its name', async () => {
  const { url } = await openWorld({ apiKeys: 'read:r' })
  assert.equal(await statusFor(url, 'search.example', { 'x-api-key': 'r' }), 200)
})

/** The status line for these lines of a request to `/v1/collections`. */
function statusLine(port: number, version: string, ...headers: readonly string[]): Promise<string> {
  return statusLineOf(port, `GET /v1/collections HTTP/${version}`, ...headers)
}

async function statusLineOf(port: number, ...head: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...head, 'Connection: close', '', ''].join('\r\n'))
  return (await text(socket)).split('\r\n')[0]
}

test('the host of an absolute target counts, whatever Host says', async () => {
  const { server } = await openWorld()
  const { port } = server.address
  const statusOf = (target: string, ...headers: readonly string[]) =>
    statusLineOf(port, `GET ${target} HTTP/1.1`, ...headers)
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    'localhost@evil.example',
    'localhost.evil.example',
    '',
  ]
  for (const host of hosts) {
    for (const scheme of ['http', 'HTTP', 'https', 'ws']) {
      const status = await statusOf(`${scheme}://${host}/v1/collections`, 'Host: localhost')
      assert.match(status, /^HTTP\/1\.1 40[03] /, `${scheme}://${host}`)
      if (host.startsWith('evil') && scheme !== 'ws') assert.equal(status, 'HTTP/1.1 403 Forbidden', host)
    }
  }
  assert.equal(
    await statusOf('http://evil.example?/v1/collections', 'Host: localhost'),
    'HTTP/1.1 403 Forbidden',
  )
  const own = `http://localhost:${port}`
  assert.equal(await statusOf(`${own}/v1/collections`, `Host: localhost:${port}`), 'HTTP/1.1 200 OK')
  assert.equal(await statusOf(`${own}/v1/collections`, 'Host: evil.example'), 'HTTP/1.1 200 OK')
  // A page is of the server that the target names.
  const origins = [`Origin: ${own}`, 'Origin: http://evil.example']
  const statuses = await Promise.all(
    origins.map(origin => statusOf(`${own}/v1/collections`, 'Host: evil.example', origin)),
  )
  assert.deepEqual(statuses, ['HTTP/1.1 200 OK', 'HTTP/1.1 403 Forbidden'])
})

test('a request with two Host lines is refused, whatever they name and however they are written', async () => {
  for (const { server } of [await openWorld(), await openWorld({ apiKeys: 'read:r' })]) {
    const { port } = server.address
    const statusOf = (version: string, ...hosts: readonly string[]) =>
      statusLine(port, version, 'X-Api-Key: r', ...hosts)
    for (const second of ['Host: evil.example', 'host: localhost', 'HOST:', 'hOsT: localhost']) {
      for (const version of ['1.1', '1.0']) {
        assert.equal(await statusOf(version, 'Host: localhost', second), 'HTTP/1.1 400 Bad Request', second)
        assert.equal(await statusOf(version, second, 'Host: localhost'), 'HTTP/1.1 400 Bad Request', second)
      }
    }
    assert.equal(await statusOf('1.1', 'Host: localhost'), 'HTTP/1.1 200 OK')
    assert.equal(await statusOf('1.1', 'Host: localhost', 'X-Host: host'), 'HTTP/1.1 200 OK')
  }
})

test('pages of other origins are refused, with and without keys', async () => {
  const { url, server } = await openWorld()
  const own = `http://localhost:${server.address.port}`
  const host = `localhost:${server.address.port}`
  assert.equal(await statusFor(url, host, { origin: own }), 200)
  for (const origin of ['http://evil.example', 'null', 'http://localhost:1', 'file://', 'x']) {
    assert.equal(await statusFor(url, host, { origin }), 403, origin)
  }
  assert.equal(await statusFor(url, host, { 'sec-fetch-site': 'cross-site' }), 403)
  assert.equal(await statusFor(url, host, { 'sec-fetch-site': 'same-origin' }), 200)
  const keyed = await openWorld({ apiKeys: 'read:r' })
  const refused = await keyed.ask('GET', '/v1/collections', {
    headers: { origin: 'http://evil.example', 'x-api-key': 'r' },
  })
  problem(refused, 'REQUEST_ORIGIN', 403)
  assert.equal(refused.headers.get('access-control-allow-origin'), null)
})

test('with keys every route but /healthz and the page needs one', async () => {
  const { ask } = await openWorld({ apiKeys: 'read:reader,write:writer' })
  for (const path of ['/healthz', '/']) assert.equal((await ask('GET', path)).status, 200)
  const paths = [
    '/v1/session',
    '/v1/collections/a/reviews',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/v1/collections',
    '/v1/collections/a',
    '/nothing',
    '/%zz',
    '/v1/collections/%zz',
    '/healthz/%ff',
  ]
  for (const path of paths) {
    const answer = await ask('GET', path)
    problem(answer, 'KEY_MISSING', 401)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="nearsame"')
  }
  for (const authorization of [
    'Bearer noone',
    'Bearer',
    'Basic cmVhZGVy',
    'reader',
    'Bearer reader x',
    'Bearer  ',
  ]) {
    problem(await ask('GET', '/readyz', { headers: { authorization } }), 'KEY_MISSING', 401)
  }
  for (const headers of [{ authorization: 'bearer reader' }, { 'x-api-key': 'reader' }]) {
    assert.equal((await ask('GET', '/readyz', { headers: headers as Record<string, string> })).status, 200)
  }
  const read = await ask('GET', '/v1/collections/%zz', { headers: { 'x-api-key': 'reader' } })
  assert.match(problem(read, 'REQUEST_SYNTAX', 400), /%zz/)
})

test('a key with the scope read cannot write', async () => {
  const { ask } = await openWorld({ apiKeys: 'read:reader,write:writer' })
  const as = (key: string) => ({ authorization: `Bearer ${key}` })
  const body = { text: fox }
  problem(await ask('PUT', '/v1/collections/a', { headers: as('reader') }), 'KEY_SCOPE', 403)
  assert.equal((await ask('PUT', '/v1/collections/a', { headers: as('writer') })).status, 201)
  const writes: [string, string, unknown?][] = [
    ['POST', 'documents', body],
    ['POST', 'expire'],
    ['DELETE', 'documents/1'],
  ]
  for (const [method, path, sent] of writes) {
    const asked = { headers: as('reader'), body: sent }
    problem(await ask(method, `/v1/collections/a/${path}`, asked), 'KEY_SCOPE', 403)
  }
  const reads: [string, string, unknown?][] = [
    ['POST', 'check', body],
    ['POST', 'collapse', { ids: [] }],
    ['GET', 'clusters'],
  ]
  for (const key of ['reader', 'writer']) {
    for (const [method, path, sent] of reads) {
      const asked = { headers: as(key), body: sent }
      assert.equal((await ask(method, `/v1/collections/a/${path}`, asked)).status, 200, path)
    }
  }
})

test('a key may be given as its digest, with a name', async () => {
  const digest = createHash('sha256').update('the key').digest('hex')
  const { ask } = await openWorld({ apiKeys: `ops:write:${digest}` })
  assert.equal((await ask('PUT', '/v1/collections/a', { headers: { 'x-api-key': 'the key' } })).status, 201)
  problem(await ask('GET', '/v1/collections/a', { headers: { 'x-api-key': digest } }), 'KEY_MISSING', 401)
})

test('a wrong key is refused before reading the body', async () => {
  const { ask } = await openWorld({ apiKeys: 'write:w' })
  const answer = await ask('POST', '/v1/collections/a/documents', {
    body: '{broken',
    headers: { 'x-api-key': 'x' },
  })
  problem(answer, 'KEY_MISSING', 401)
})

test('keys, texts and ids are in no log, answer or metric', async () => {
  const written: string[] = []
  const destination = { write: (line: string) => void written.push(line) }
  const [key, secretText, secretId] = ['a-secret-key', 'a secret text of one author', 'a-secret-id']
  const { ask, server } = await openWorld({
    apiKeys: `boss:write:${createHash('sha256').update(key).digest('hex')}`,
    logger: { level: 'trace', destination },
  })
  const headers = { authorization: `Bearer ${key}` }
  await ask('PUT', '/v1/collections/a', { headers })
  const body = { id: secretId, text: secretText }
  await ask('POST', '/v1/collections/a/documents', { headers, body })
  await ask('POST', '/v1/collections/a/documents', {
    headers,
    body: '{"text": "a secret text of one author", x}',
  })
  await ask('GET', `/v1/collections/a/documents/${secretId}?type=x`, { headers })
  const metrics = await ask('GET', '/metrics', { headers })
  await server.close()
  const log = written.join('')
  assert(log.includes('"client":"boss"') && log.includes('"route":"/v1/collections/:name/documents"'), log)
  for (const secret of [key, secretText, secretId]) assert(!(log + metrics.text).includes(secret), secret)
})

test('every answer has the headers that forbid a browser to sniff, frame, cache and run', async () => {
  const { ask } = await openWorld()
  for (const path of ['/', '/healthz', '/v1/collections/none', '/nothing']) {
    const { headers } = await ask('GET', path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.match(policy, /^default-src 'none';.*frame-ancestors 'none'/)
    assert(!/unsafe-(?:inline|eval)|\*/.test(policy.replace("'wasm-unsafe-eval'", '')))
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
})

test('a valid request id comes back, any other is replaced', async () => {
  const { ask, url } = await openWorld()
  const idFor = async (id: string) =>
    (await ask('GET', '/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  assert.equal(await idFor('trace-1/2:3'), 'trace-1/2:3')
  for (const id of ['a b', 'x'.repeat(129), '<script>']) assert.notEqual(await idFor(id), id)
  const { headers } = await ask('GET', '/healthz')
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8}-\w+$/)
  assert.equal((await fetch(`${url}/nothing`)).headers.has('x-request-id'), true)
})

test('no path of a request reaches the file system', async () => {
  const { url } = await openWorld()
  for (const path of [
    '/../../etc/passwd',
    '/v1/collections/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
  ]) {
    const answer = await ask(`${url}${path}`, 'GET')
    assert(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`)
    assert(!answer.text.includes('root:'))
  }
})
