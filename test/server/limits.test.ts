/** Limits: each has a default, an option of its name, and an error that names it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverLimits } from '../../src/server/rules/server-limits.ts'
import { openServer } from '../../src/server/server.ts'
import { memoryCatalogue } from './memory-catalogue.ts'
import { fox, openWorld, problem } from './server-world.ts'

/** The server's answer to these bytes, until it closes the connection. */
async function said(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  return text(socket)
}

test('an oversized body is a 413 that names the limit', async () => {
  const { ask } = await openWorld({ limits: { bodyBytes: 1_000 } })
  await ask('PUT', '/v1/collections/a')
  const long = await ask('POST', '/v1/collections/a/documents', { body: { text: 'x'.repeat(1_000) } })
  assert.match(problem(long, 'REQUEST_TOO_LARGE', 413), /1000 bytes .*`bodyBytes`/)
  const huge = await ask('POST', '/v1/collections/a/documents', { body: { text: 'x'.repeat(5_000_000) } })
  problem(huge, 'REQUEST_TOO_LARGE', 413)
  assert.equal(
    (await ask('POST', '/v1/collections/a/documents', { body: { text: 'x'.repeat(900) } })).status,
    200,
  )
})

test('a body that says it is oversized is refused before any of it arrives', async () => {
  const { server } = await openWorld({ limits: { bodyBytes: 1_000, bodyTimeoutMs: 60_000 } })
  const head = 'PUT /v1/collections/a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const socket = connect(server.address.port, '127.0.0.1')
  socket.write(`${head}Content-Length: 1001\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  assert.match(String(answer), /^HTTP\/1\.1 413 .*"REQUEST_TOO_LARGE"/s)
})

test('texts, arrays and nesting have limits', async () => {
  const { ask } = await openWorld({ limits: { textLength: 50, arrayLength: 2, nesting: 5 } })
  await ask('PUT', '/v1/collections/a', { body: { text: ['title', 'deep.text'] } })
  const post = (path: string, body: unknown) => ask('POST', `/v1/collections/a/${path}`, { body })
  const long = 'x'.repeat(51)
  for (const path of ['documents', 'check']) {
    assert.match(problem(await post(path, { title: long }), 'RECORD_TOO_LONG', 413), /`textLength`/)
    problem(await post(path, { deep: { text: long } }), 'RECORD_TOO_LONG', 413)
    assert.match(problem(await post(path, [{}, {}, {}]), 'REQUEST_TOO_LARGE', 413), /`arrayLength`/)
    assert.match(problem(await post(path, { title: 'x', a: [[[[[]]]]] }), 'OPTION_VALUE', 400), /`nesting`/)
  }
  problem(await post('check', { text: long }), 'RECORD_TOO_LONG', 413)
  assert.equal((await post('documents', { title: 'x', other: long })).status, 200)
  problem(await post('collapse', { ids: [1, 2, 3] }), 'REQUEST_TOO_LARGE', 413)
  problem(await post('collapse', { documents: [{}, {}, {}] }), 'REQUEST_TOO_LARGE', 413)
  problem(await post('collapse', { documents: [{ title: long }] }), 'RECORD_TOO_LONG', 413)
})

test('JSON nested beyond any stack is refused like any other too deep JSON', async () => {
  const { ask } = await openWorld()
  await ask('PUT', '/v1/collections/a')
  const body = `{"text":"x","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  problem(await ask('POST', '/v1/collections/a/documents', { body }), 'OPTION_VALUE', 400)
})

test('each address has a rate limit, and Retry-After says when to retry', async () => {
  const { ask } = await openWorld({ limits: { requestsPerMinute: 3 } })
  for (let i = 0; i < 3; i++) assert.equal((await ask('GET', '/v1/collections')).status, 200)
  const refused = await ask('GET', '/v1/collections')
  assert.match(problem(refused, 'RATE_LIMIT', 429), /`requestsPerMinute`/)
  for (let i = 0; i < 5; i++)
    assert.equal((await ask('GET', '/healthz')).status, 200, 'the process is alive')
  const seconds = Number(refused.headers.get('retry-after'))
  assert(seconds >= 1 && seconds <= 60, String(seconds))
})

test('each key has its own rate limit, and guesses count, too', async () => {
  const { ask } = await openWorld({ apiKeys: 'read:one,read:two', limits: { requestsPerMinute: 2 } })
  const statusFor = async (key: string) =>
    (await ask('GET', '/v1/collections', { headers: { 'x-api-key': key } })).status
  assert.deepEqual(
    [await statusFor('one'), await statusFor('one'), await statusFor('one')],
    [200, 200, 429],
  )
  assert.equal(await statusFor('two'), 200)
  assert.deepEqual([await statusFor('a'), await statusFor('b'), await statusFor('c')], [401, 401, 429])
})

test('guessing keys is no faster at unknown or unreadable addresses', async () => {
  for (const path of ['/nothing', '/%zz']) {
    const { ask } = await openWorld({ apiKeys: 'read:one', limits: { requestsPerMinute: 2 } })
    const statuses: number[] = []
    for (const key of ['a', 'b', 'c', 'd'])
      statuses.push((await ask('GET', path, { headers: { 'x-api-key': key } })).status)
    assert.deepEqual(statuses, [401, 401, 429, 429], path)
  }
})

test('oversized headers are a 431, input that is not HTTP a 400, both as problems', async () => {
  const { server } = await openWorld({ limits: { headerBytes: 2_000 } })
  const long = await said(
    server.address.port,
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(3_000)}\r\n\r\n`,
  )
  assert.match(long, /^HTTP\/1\.1 431 .*application\/problem\+json.*"REQUEST_TOO_LARGE".*`headerBytes`/s)
  const wrong = await said(server.address.port, 'HELLO\r\n\r\n')
  assert.match(wrong, /^HTTP\/1\.1 400 .*"REQUEST_SYNTAX"/s)
})

test('a missing body is a 408', async () => {
  const { server } = await openWorld({ limits: { bodyTimeoutMs: 100 } })
  const head = `PUT /v1/collections/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`
  const answer = await said(server.address.port, `${head}Content-Length: 10\r\n\r\n{`)
  assert.match(answer, /^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT".*`bodyTimeoutMs`/s)
})

test('a body that continues after its answer ends the connection unless it ends in time', async () => {
  const { server } = await openWorld({ apiKeys: 'read:one', limits: { bodyTimeoutMs: 400 } })
  const head = 'POST /v1/collections/a/documents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n'
  for (const type of ['application/json', 'application/x-ndjson']) {
    const socket = connect(server.address.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}Content-Type: ${type}\r\n\r\n`)
    const drip = setInterval(() => socket.write('x'), 20)
    const late = setTimeout(() => socket.destroy(new Error('still open')), 10_000)
    // The answer may be lost with the connection.
    const answer = await text(socket).catch((error: Error) => error.message)
    clearInterval(drip)
    clearTimeout(late)
    assert.match(answer, /^HTTP\/1\.1 401 |ECONNRESET|EPIPE/)
  }
  const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const both = await said(server.address.port, `${head}\r\n${'x'.repeat(1_000)}${next}`)
  assert.match(both, /^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /s)
})

test('connections without headers and silent connections are closed', async () => {
  const { server, ask } = await openWorld({ limits: { silenceTimeoutMs: 300, headersTimeoutMs: 100 } })
  await ask('PUT', '/v1/collections/a')
  const late = await said(server.address.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n')
  assert.match(late, /^HTTP\/1\.1 408 .*`headersTimeoutMs`/s)
  const ndjson =
    'POST /v1/collections/a/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n'
  await said(server.address.port, `${ndjson}Content-Length: 100\r\n\r\n{`)
})

test('an unfinished line of a stream is cut off and frees its place; slow whole lines are not', async () => {
  const { server, ask } = await openWorld({ limits: { bodyTimeoutMs: 400, imports: 1 } })
  await ask('PUT', '/v1/collections/a')
  const type = 'application/x-ndjson'
  const head = `POST /v1/collections/a/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
  const sent = async (piece: (i: number) => string) => {
    const socket = connect(server.address.port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.write(`${head}Content-Length: 100000\r\n\r\n`)
    let i = 0
    const drip = setInterval(() => socket.write(piece(i++)), 50)
    const isClosed = await Promise.race([closed.then(() => true), sleep(1_500, false)])
    clearInterval(drip)
    socket.destroy()
    await closed
    return isClosed
  }
  // Each line comes in two pieces, followed by a pause.
  const lines = (i: number) => ['{"text":', `"${fox} ${i}"}\n`, '', ''][i % 4]
  assert.equal(await sent(i => (i < 4 ? lines(i) : '{')), true)
  assert.equal((await ask('GET', '/v1/collections/a')).body.documents, 1)
  assert.equal(await sent(i => (i < 4 ? lines(i) : ' ')), true)
  assert.equal(await sent(lines), false)
  assert((await ask('GET', '/v1/collections/a')).body.documents > 3)
  const body = JSON.stringify({ id: 'last', text: fox })
  assert.equal((await ask('POST', '/v1/collections/a/documents', { body, type })).status, 200)
})

test('a client that stops reading is cut off, and acknowledged documents stay', async () => {
  const { server, ask } = await openWorld({ limits: { silenceTimeoutMs: 500, unreadBytes: 10_000 } })
  await ask('PUT', '/v1/collections/a')
  const socket = connect(server.address.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  const head =
    'POST /v1/collections/a/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n'
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  socket.pause()
  const line = `${JSON.stringify({ text: fox })}\n`.repeat(200)
  let isOpen = true
  void closed.then(() => {
    isOpen = false
  })
  // Each document matches all earlier ones, so answers grow faster than the body.
  while (isOpen) {
    const isSent = socket.write(`${line.length.toString(16)}\r\n${line}\r\n`)
    if (!isSent) await Promise.race([closed, new Promise(resolve => socket.once('drain', resolve))])
  }
  assert((await ask('GET', '/v1/collections/a')).body.documents > 0)
})

test('connections beyond the limit are closed', async () => {
  const { server } = await openWorld({ limits: { connections: 1 } })
  const first = connect(server.address.port, '127.0.0.1')
  await new Promise(resolve => first.once('connect', resolve))
  assert.equal(await said(server.address.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'), '')
  first.destroy()
})

/** Linux has all of 127.0.0.0/8. */
const addresses = process.platform === 'linux' ? ['127.0.0.1', '127.0.0.2'] : ['127.0.0.1']

test('connections of one address without headers have a quota, others are served', async () => {
  const { server } = await openWorld({ limits: { halfOpenConnections: 3, connections: 10 } })
  const { port } = server.address
  const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'
  const open = new Set<Socket>()
  const connected = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  // Some send nothing, some a part of their headers.
  const silent: Socket[] = []
  for (let i = 0; i < 8; i++) {
    silent.push(await connected('127.0.0.1'))
    if (i % 2 === 1) silent[i].write(head)
  }
  const closed = Promise.all(silent.slice(3).map(socket => once(socket.resume(), 'close')))
  // A client in time is answered, from this address and from another one.
  for (const address of addresses) {
    const socket = await connected(address)
    socket.write(`${head}Connection: close\r\n\r\n`)
    assert.match(await text(socket), /^HTTP\/1\.1 200 /)
  }
  await closed
  assert.deepEqual(
    silent.map(socket => open.has(socket)),
    [true, true, true, false, false, false, false, false],
  )
  // A connection that has sent a request makes room for another one, and stays open.
  silent[1].write('\r\n')
  await once(silent[1], 'data')
  const fourth = await connected('127.0.0.1')
  await sleep(300)
  assert.equal(open.size, 4)
  assert(open.has(fourth) && open.has(silent[1]))
  for (const socket of open) socket.destroy()
})

test('known clients are served when unknown ones of many addresses occupy the rest', async t => {
  if (process.platform !== 'linux') return t.skip('needs several addresses of this machine')
  const { server } = await openWorld({ apiKeys: 'read:one', limits: { connections: 20 } })
  const { port } = server.address
  const open = new Set<Socket>()
  const connected = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    return socket
  }
  const asked = async (address: string, key: string) => {
    const socket = connected(address)
    const head = `GET /v1/collections HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: close\r\n`
    socket.write(`${head}\r\n`)
    return (await text(socket).catch(() => '')).slice(9, 12)
  }
  assert.equal(await asked('127.0.0.9', 'one'), '200')
  assert.equal(await asked('127.0.0.8', 'wrong'), '401')
  for (let i = 0; i < 40; i++) connected(`127.0.1.${1 + i}`).resume()
  for (let i = 0; i < 100 && open.size > 18; i++) await sleep(10)
  assert.equal(open.size, 18)
  assert.equal(await asked('127.0.0.9', 'one'), '200')
  assert.equal(await asked('127.0.0.8', 'wrong'), '', 'a wrong key makes no client known')
  assert.equal(await asked('127.0.0.7', 'one'), '', 'nor does a key that was never sent')
  for (const socket of open) socket.destroy()
})

test('limits have defaults, and wrong ones are refused', async () => {
  for (const [name, option] of Object.entries(serverLimits))
    assert(option.fallback() >= 0 && option.doc !== '', name)
  const open = (limits: object) => openServer({ catalogue: memoryCatalogue(), limits })
  await assert.rejects(
    open({ bodyBytes: 0 }),
    /OPTION_VALUE: expected bodyBytes to be a size from 1 to 4GiB/,
  )
  await assert.rejects(open({ bodyByte: 1 }), /OPTION_UNKNOWN: .* write bodyBytes/)
})
