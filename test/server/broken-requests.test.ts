/** Incomplete and invalid requests: answered after earlier requests, never in their place. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fox, openWorld, textOf } from './server-world.ts'

const { server, ask } = await openWorld({ limits: { headerBytes: 2_000, headersTimeoutMs: 200 } })
await ask('PUT', '/v1/collections/a')

/** Bytes of a `POST …/documents`. */
function post(type: string, length: string, body: string): string {
  const path = '/v1/collections/a/documents'
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${body}`
}

function whole(documents: unknown): string {
  const body = JSON.stringify(documents)
  return post('application/json', `Content-Length: ${body.length}`, body)
}

const garbage = '\x00\x01garbage\r\n\r\n'

/** The server's answer to these parts, sent one after the other, until it closes the connection. */
async function said(...pieces: readonly (string | 'end')[]): Promise<string> {
  const socket = connect({ port: server.address.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  const answer = text(socket)
  for (const piece of pieces) {
    if (piece === 'end') socket.end()
    else socket.write(piece)
    await sleep(20)
  }
  const all = await answer
  socket.destroy()
  return all
}

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

test('input that is not HTTP is refused after the answers to earlier requests', async () => {
  for (const pieces of [
    [whole({ text: fox }) + garbage],
    [whole({ text: fox }) + whole([{ text: fox }]) + garbage],
    [whole(Array.from({ length: 2_000 }, (_, i) => ({ text: textOf(i) }))), garbage, garbage],
  ]) {
    const before = (await ask('GET', '/v1/collections/a')).body.documents
    const answer = await said(...pieces)
    const good = pieces[0].split('POST').length - 1
    assert.deepEqual(statuses(answer), [...Array.from({ length: good }, () => '200'), '400'])
    assert.match(answer, /"status":"added".*"REQUEST_SYNTAX".*without TLS/s)
    assert((await ask('GET', '/v1/collections/a')).body.documents > before)
  }
})

test('a CONNECT and half a request wait for earlier answers, too', async () => {
  const connecting = await said(`${whole({ text: fox })}CONNECT other:1 HTTP/1.1\r\nHost: other\r\n\r\n`)
  assert.deepEqual(statuses(connecting), ['200', '400'])
  const half = await said(
    `${whole({ text: fox })}${post('application/json', 'Content-Length: 9', '{"')}`,
    'end',
  )
  assert.deepEqual(statuses(half), ['200', '400'])
})

test('a body that ends early or has no chunks is refused in the answer to its request', async () => {
  const start = '{"text": "a'
  const short = await said(post('application/json', 'Content-Length: 100', start), 'end')
  assert.deepEqual(statuses(short), ['400'])
  assert.match(short, /"expected":"a whole body","got":"a part of it, then the end of the connection"/)
  const chunks = await said(
    post('application/json', 'Transfer-Encoding: chunked', `b\r\n${start}\r\nxyz\r\n`),
  )
  assert.deepEqual(statuses(chunks), ['400'])
  assert.match(chunks, /"got":"a part of it, then bytes that are not a chunk"/)
  assert.match(
    await said('GET / HTTP/1.1\r\nHost', 'end'),
    /"expected":"a whole request","got":"a part of it/,
  )
})

test('a stream with a broken body is cut off without writing anything into it', async () => {
  const line = `${JSON.stringify({ text: fox })}\n`
  const chunk = `${line.length.toString(16)}\r\n${line}\r\n`
  const streaming = (length: string, body: string) => post('application/x-ndjson', length, body)
  for (const pieces of [
    [streaming('Transfer-Encoding: chunked', chunk), chunk, 'xyz\r\n'],
    [streaming('Transfer-Encoding: chunked', chunk), 'end'],
    [streaming('Content-Length: 1000', line), 'end'],
  ]) {
    const answer = await said(...pieces)
    assert.deepEqual(statuses(answer), ['200'])
    assert.match(answer, /"status":"added"/)
    assert(!answer.endsWith('0\r\n\r\n'), 'the end of the stream is missing')
  }
  const atOnce = await said(streaming('Transfer-Encoding: chunked', 'xyz\r\n'))
  assert(statuses(atOnce).length <= 1, atOnce)
})

test('answers to invalid requests have the usual headers and id', async () => {
  const named = 'Host: localhost\r\nX-Request-Id: mine\r\n'
  const asked: [string, number, RegExp][] = [
    ['HELLO\r\n\r\n', 400, /^[\w-]{8}-\w+$/],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(3_000)}\r\n\r\n`, 431, /^[\w-]{8}-\w+$/],
    ['GET / HTTP/1.1\r\nHost: localhost\r\n', 408, /^[\w-]{8}-\w+$/],
    [`CONNECT other:1 HTTP/1.1\r\n${named}\r\n`, 400, /^mine$/],
    [`GET / HTTP/1.1\r\n${named}Expect: wonders\r\n\r\n`, 417, /^mine$/],
  ]
  const usual = (await ask('GET', '/nothing')).headers
  for (const [bytes, status, id] of asked) {
    const [head, body] = (await said(bytes)).split('\r\n\r\n')
    assert(head.startsWith(`HTTP/1.1 ${status} `), head)
    const headers = new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map(line => line.split(': ', 2) as [string, string]),
    )
    for (const [name, value] of usual) {
      const isOwn = ['x-request-id', 'content-length', 'date', 'connection', 'keep-alive'].includes(name)
      if (!isOwn) assert.equal(headers.get(name), value, `${status} ${name}`)
    }
    const given = headers.get('x-request-id') ?? ''
    assert.match(given, id)
    const problem = JSON.parse(body)
    assert.deepEqual([problem.instance, problem.status], [given, status])
  }
})

test('a client that disconnects or falls silent after CONNECT ends only its own connection', async () => {
  for (const before of ['', whole({ text: fox })]) {
    const socket = connect({ port: server.address.port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write(`${before}CONNECT other:1 HTTP/1.1\r\nHost: other\r\n\r\n`)
    await sleep(20)
    socket.resetAndDestroy()
    await sleep(20)
  }
  assert.equal((await ask('GET', '/v1/collections/a')).status, 200)
})

test('a body with a transfer coding is refused like a compressed one, whatever its bytes are', async () => {
  const body = JSON.stringify({ text: fox })
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  for (const type of ['application/json', 'application/x-ndjson']) {
    const sent = (coding: string) =>
      said(post(type, `Transfer-Encoding: ${coding}\r\nConnection: close`, chunks))
    const packed = await sent('gzip, chunked')
    assert.deepEqual(statuses(packed), ['415'])
    assert.match(packed, /"CONTENT_TYPE".*Transfer-Encoding: gzip, chunked/s)
    for (const coding of ['chunked', 'Chunked']) assert.deepEqual(statuses(await sent(coding)), ['200'])
  }
})

test('a client that offers HTTP/2 gets the answer to a refused request after its body', async () => {
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA'
  const socket = connect(server.address.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', piece => {
    answer += piece
  })
  const next = whole({ text: fox })
  socket.write(post('text/csv', `${offer}\r\nContent-Length: 4`, ''))
  await sleep(50)
  // As Java's HttpClient: whatever is left of the body, and the next request once there is an answer.
  const isEarly = answer !== ''
  socket.write(`abcd${isEarly ? next : ''}`)
  if (!isEarly) {
    while (answer === '') await sleep(5)
    socket.write(next)
  }
  for (let i = 0; i < 200 && statuses(answer).length < 2; i++) await sleep(10)
  socket.destroy()
  assert.deepEqual(statuses(answer), ['415', '200'])
})

test('a client that disconnects within its body, or at the end of the server, is no error in the log', async () => {
  const written: string[] = []
  const world = await openWorld({
    limits: { closeTimeoutMs: 100 },
    logger: { level: 'warn', destination: { write: line => void written.push(line) } },
  })
  await world.ask('PUT', '/v1/collections/a')
  const begun = async () => {
    const socket = connect(world.server.address.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(post('application/json', 'Content-Length: 99', '{"id":'))
    await sleep(50)
    return socket
  }
  const gone = await begun()
  gone.resetAndDestroy()
  await sleep(50)
  const waiting = await begun()
  await world.server.close()
  waiting.destroy()
  assert.deepEqual(written, [])
})
