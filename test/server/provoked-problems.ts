/** For each code of the description: a request to a real server that gets it. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { NearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openServer } from '../../src/server/server.ts'
import { type Answer, ask as askAt, fox, openRunWorld, openWorld, type World } from './server-world.ts'

const news = '/v1/collections/news'

async function filled(options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
  const world = await openWorld({ logger: false, ...options })
  await world.ask('PUT', news)
  return world
}

const plain = await filled()
const keyed = await openWorld({ apiKeys: 'read:r,write:w' })

const ran = await openRunWorld({ logger: false })

const { ask } = plain

function sent(name: string, body: string | Buffer): Promise<Answer> {
  return ran.ask('POST', `/v1/uploads?name=${name}`, { body, type: 'application/octet-stream' })
}

async function started(name: string, body: string): Promise<{ readonly id: string }> {
  const upload = (await sent(name, body)).body
  return (await ran.ask('POST', '/v1/runs', { body: { uploads: [upload.id] } })).body
}

async function faulty(fault: NearsameError): Promise<Answer> {
  const world = await openWorld({ logger: false })
  world.catalogue.fault = fault
  return world.ask('GET', '/v1/collections')
}

/** A body that stops before its end. */
async function slow(): Promise<Answer> {
  const { server } = await filled({ limits: { bodyTimeoutMs: 50 } })
  const socket = connect(server.address.port, '127.0.0.1')
  socket.write(
    `POST ${news}/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  )
  const [bytes] = await once(socket, 'data')
  socket.destroy()
  const [head, body] = String(bytes).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), headers: new Headers(), text: body, body: JSON.parse(body) }
}

async function internal(): Promise<Answer> {
  const world = await filled({
    openIndex: async (store, options) => {
      const index = await openIndex(store, options)
      index.check = () => Promise.reject(new TypeError('of the code'))
      return index
    },
  })
  return world.ask('POST', `${news}/check`, { body: { text: fox } })
}

async function twice(): Promise<Answer> {
  const headers = { 'idempotency-key': 'import-7' }
  await ask('POST', `${news}/documents`, { headers, body: { id: 1, text: fox } })
  return ask('POST', `${news}/documents`, { headers, body: { id: 2, text: fox } })
}

async function tooMany(): Promise<Answer> {
  const world = await openWorld({ limits: { requestsPerMinute: 60 } })
  for (let i = 0; i < 60; i++) await world.ask('GET', '/v1/collections')
  return world.ask('GET', '/v1/collections')
}

async function opening(): Promise<Answer> {
  const { catalogue } = await filled()
  const gate = Promise.withResolvers<void>()
  const server = await openServer({
    catalogue,
    logger: false,
    openIndex: async (store, options) => {
      await gate.promise
      return openIndex(store, options)
    },
  })
  const answer = await askAt(`${server.url}/readyz`, 'GET')
  gate.resolve()
  await server.close()
  return answer
}

export const provoked: Readonly<Record<string, () => Promise<Answer>>> = {
  REQUEST_SYNTAX: () => ask('POST', `${news}/check`),
  OPTION_UNKNOWN: () => ask('GET', `${news}/clusters?mindocuments=2`),
  OPTION_VALUE: () => ask('GET', `${news}/clusters?limit=0`),
  BANDS_UNREACHABLE: () =>
    ask('PUT', '/v1/collections/strict', { body: { recall: 0.999, signatureLength: 1 } }),
  TEXT_MISSING: () => ask('POST', `${news}/documents`, { body: { id: 1, title: fox } }),
  JSON_SYNTAX: () => ask('POST', `${news}/check`, { body: '{"text": "x",}' }),
  KEY_MISSING: () => keyed.ask('GET', '/v1/collections'),
  KEY_SCOPE: () => keyed.ask('PUT', news, { headers: { 'x-api-key': 'r' } }),
  REQUEST_ORIGIN: () => ask('GET', '/v1/collections', { headers: { origin: 'https://example.org' } }),
  COLLECTION_NOT_FOUND: () => ask('GET', '/v1/collections/newz'),
  DOCUMENT_NOT_FOUND: () => ask('GET', `${news}/documents/7`),
  IMPORT_NOT_FOUND: () => ask('GET', `${news}/imports/import-7`),
  UPLOAD_NOT_FOUND: () => ran.ask('GET', '/v1/uploads/7/preview'),
  RUN_NOT_FOUND: () => ran.ask('GET', '/v1/runs/7'),
  RUN_OUTPUT: async () => {
    const { id } = await started('books.csv', 'id,text\n1,a b c\n')
    return ran.ask('GET', `/v1/runs/${id}/outputs/decisions`)
  },
  INPUT_FORMAT_UNKNOWN: async () => {
    const { body } = await sent('photo.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    return ran.ask('GET', `/v1/uploads/${body.id}/preview`)
  },
  DECISIONS_CONFLICT: async () => {
    await ask('PUT', '/v1/collections/judged')
    await ask('POST', '/v1/collections/judged/documents', {
      body: [1, 2, 3].map(id => ({ id, text: fox })),
    })
    const pairs = [
      [1, 2, 'same'],
      [2, 3, 'same'],
      [1, 3, 'different'],
    ]
    const reviews = pairs.map(([id1, id2, decision]) => ({ id1, id2, decision }))
    return ask('PUT', '/v1/collections/judged/reviews', { body: { reviews } })
  },
  REQUEST_TIMEOUT: slow,
  OPTIONS_MISMATCH: () => ask('PUT', news, { body: { threshold: 0.7 } }),
  PRECONDITION_FAILED: () => ask('PUT', '/v1/collections/other', { headers: { 'if-match': '*' } }),
  REQUEST_TOO_LARGE: () => ask('POST', `${news}/check`, { body: { text: 'x'.repeat(2 ** 23) } }),
  RECORD_TOO_LONG: () => ask('POST', `${news}/check`, { body: { text: 'x'.repeat(2 ** 20 + 1) } }),
  CONTENT_TYPE: () => ask('POST', `${news}/check`, { body: '<text/>', type: 'text/xml' }),
  IDEMPOTENCY_KEY: twice,
  RATE_LIMIT: tooMany,
  BUG: internal,
  NOT_READY: opening,
  STORE_UNAVAILABLE: () =>
    faulty(
      new NearsameError('STORE_UNAVAILABLE', {
        expected: 'PostgreSQL to answer and run every statement',
        got: 'connect ECONNREFUSED 127.0.0.1:5432',
        fix: 'check that it runs, that address and account are right, and that the account may create and change tables',
      }),
    ),
  DISK_FULL: () =>
    faulty(
      new NearsameError('DISK_FULL', {
        expected: 'room on the disk',
        got: 'database or disk is full',
        fix: 'free some space and try again; everything acknowledged before is kept',
      }),
    ),
}
