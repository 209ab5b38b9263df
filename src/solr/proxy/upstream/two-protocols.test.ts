/** Connections: how the protocol is detected, and what happens to those that reveal none. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connect2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TwoProtocols } from './two-protocols.ts'

async function listen(
  halfOpenConnections = 100,
  maxConnections = 1000,
): Promise<{ server: TwoProtocols; port: number }> {
  const server = new TwoProtocols(
    (request, response) => {
      if (request.url === '/refused') response.statusCode = 401
      response.end(`${request.method} ${request.url}`)
    },
    { halfOpenConnections, maxConnections },
  )
  after(() => server.close(0))
  return { server, port: await server.listen('127.0.0.1', 0) }
}

function dial(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket))
    socket.once('error', reject)
    after(() => socket.destroy())
  })
}

/** Whether the other side closes within this time. */
async function isClosed(socket: Socket, withinMs: number): Promise<boolean> {
  const closed = new Promise<boolean>(resolve => socket.resume().once('close', () => resolve(true)))
  return Promise.race([closed, sleep(withinMs, false, { ref: false })])
}

test('answers a request whose first bytes come one by one in its protocol', async () => {
  const { port } = await listen()
  for (const method of ['POST', 'PROPFIND', 'GET']) {
    const socket = await dial(port)
    socket.setNoDelay(true)
    let text = ''
    socket.setEncoding('latin1').on('data', piece => {
      text += piece
    })
    for (const character of `${method} /x`) {
      socket.write(character)
      await sleep(5)
    }
    socket.write(' HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    assert(await isClosed(socket, 5_000))
    assert.match(text, new RegExp(`^HTTP/1\\.1 200 OK.*${method} /x`, 's'))
  }
})

test('closes a connection that ends before revealing its protocol', async () => {
  const { port } = await listen()
  for (const start of ['', 'P', 'PRI * HTTP/2']) {
    const socket = await dial(port)
    socket.end(start)
    assert(await isClosed(socket, 5_000), start)
  }
})

test('closing does not wait for connections without a request', async () => {
  const { server, port } = await listen()
  const silent = await dial(port)
  const answered = await dial(port)
  answered.write('GET /x HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise(resolve => answered.once('data', resolve))
  const began = performance.now()
  await server.close(60_000)
  assert(performance.now() - began < 30_000)
  assert(await isClosed(silent, 5_000))
})

test('connections of one address without a first request have a quota, in both protocols', async () => {
  const { port } = await listen(3)
  const silent: Socket[] = []
  for (let i = 0; i < 6; i++) silent.push(await dial(port))
  silent[1].write('GET /x HTTP/1.1\r\n')
  silent[2].write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  assert.deepEqual(await Promise.all(silent.slice(3).map(socket => isClosed(socket, 1000))), [
    true,
    true,
    true,
  ])
  // Requests in time are answered, and make no room for others.
  assert.equal((await fetch(`http://127.0.0.1:${port}/y`)).status, 200)
  const session = connect2(`http://127.0.0.1:${port}`)
  const stream = session.request({ ':path': '/z' })
  await once(stream.resume(), 'end')
  await sleep(150)
  assert(!session.closed && !session.destroyed)
  assert.deepEqual(
    silent.slice(0, 3).map(socket => socket.closed),
    [false, false, false],
  )
  // A completed request makes room.
  silent[1].write('host: a\r\n\r\n')
  await once(silent[1], 'data')
  assert.equal(await isClosed(await dial(port), 300), false)
  session.destroy()
})

test('a tenth of the connections is for addresses that completed a request, in both protocols', async t => {
  if (process.platform !== 'linux') return t.skip('needs several addresses of this machine')
  const { port } = await listen(100, 20)
  const asked = async (address: string, path = '/x') => {
    const socket = await dial(port, address)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const pieces: Buffer[] = []
    for await (const piece of socket) pieces.push(piece)
    return Buffer.concat(pieces).toString('latin1').slice(9, 12)
  }
  assert.equal(await asked('127.0.0.9'), '200')
  assert.equal(await asked('127.0.0.7', '/refused'), '401')
  const session = connect2(`http://127.0.0.1:${port}`, {
    createConnection: () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.8' }),
  })
  await once(session.request({ ':path': '/y' }).resume(), 'end')
  session.destroy()
  const silent: Socket[] = []
  for (let i = 0; i < 40; i++) silent.push(await dial(port, `127.0.1.${1 + i}`))
  const open = () => silent.filter(socket => !socket.resume().closed).length
  for (let i = 0; i < 500 && open() > 18; i++) await sleep(10)
  assert.equal(open(), 18)
  assert.equal(await asked('127.0.0.9'), '200')
  assert.equal(await asked('127.0.0.8'), '200')
  for (const address of ['127.0.0.6', '127.0.0.7']) {
    assert.equal(await asked(address).catch(() => ''), '')
  }
})
