/** Kept connections: a request must not harm the next one on its connection. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { fakeSolr, proxyBefore } from './fake-solr.ts'

interface Dialled {
  readonly socket: Socket
  /** The statuses received so far, and whether the connection is closed. */
  state(): { statuses: string[]; isClosed: boolean }
}

async function dial(port: number): Promise<Dialled> {
  const socket = connect(port, '127.0.0.1')
  after(() => socket.destroy())
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('latin1').on('data', piece => {
    text += piece
  })
  await new Promise(resolve => socket.once('connect', resolve))
  return {
    socket,
    state: () => ({
      statuses: [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      isClosed: socket.closed,
    }),
  }
}

function head(length: number, more = ''): string {
  return `POST /update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !isTrue(); i++) await sleep(10)
}

test('after a refused update its connection stays open, for the rest of the body and longer', async () => {
  const { port } = await proxyBefore(await fakeSolr())
  const wrong = Buffer.from(`[}${' '.repeat(500)}`)
  const packed = gzipSync(wrong, { level: 0 })
  const dialled = await Promise.all([dial(port), dial(port)])
  const bodies = [
    [wrong, ''],
    [packed, 'content-encoding: gzip\r\n'],
  ] as const
  for (const [i, { socket, state }] of dialled.entries()) {
    const [body, encoding] = bodies[i]
    socket.write(head(body.length, encoding))
    socket.write(body.subarray(0, 200))
    await until(() => state().statuses.length === 1)
    socket.write(body.subarray(200))
  }
  // Longer than the proxy waits for the rest of a body.
  await sleep(5_500)
  for (const { socket, state } of dialled) {
    assert.deepEqual(state(), { statuses: ['400'], isClosed: false })
    socket.write('GET /select HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => state().statuses.length === 2)
    assert.deepEqual(state().statuses, ['400', '200'])
  }
})

test('a long body refused at its start leaves its connection usable', async () => {
  const { port } = await proxyBefore(await fakeSolr())
  for (const length of [100_000, 131_000, 140_000, 200_000, 400_000]) {
    const { socket, state } = await dial(port)
    socket.write(`${head(length)}[}${' '.repeat(length - 2)}GET /select HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until(() => state().statuses.length === 2)
    assert.deepEqual(state().statuses, ['400', '200'], `${length} bytes`)
  }
})

test('an answer before the end of the body leaves its connection usable', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 413 : 200).end('{}')
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { port } = await proxyBefore({ origin, log: [], close() {} })
  const { socket, state } = await dial(port)
  const length = 3_000_000
  const body = `${' '.repeat(length)}GET /select HTTP/1.1\r\nhost: x\r\n\r\n`
  socket.write(`${head(length).replace('/update', '/schema')}${body}`)
  await until(() => state().statuses.length === 2)
  assert.deepEqual(state().statuses, ['413', '200'])
})

test('a client that offers HTTP/2 sends its next request with the end of a body that was answered already', async () => {
  const { port } = await proxyBefore(await fakeSolr())
  const { socket, state } = await dial(port)
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAA\r\n'
  const next = `GET /select HTTP/1.1\r\nhost: x\r\n${offer}\r\n`
  socket.write(head(4, offer).replace('/update', '/update?update.chain=none'))
  await sleep(100)
  // As Java's HttpClient: whatever is left of the body, and the next request once there is an answer.
  const isEarly = state().statuses.length === 1
  socket.write(`[{}]${isEarly ? next : ''}`)
  await until(() => state().statuses.length === 1)
  if (!isEarly) socket.write(next)
  await until(() => state().statuses.length === 2)
  assert.deepEqual(state().statuses, ['400', '200'])
})
