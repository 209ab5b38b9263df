/** The proxy before a Solr that misbehaves, or only records: bytes on the wire, limits, faults. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { get, request } from 'node:http'
import { connect as connect2 } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'
import { config, fakeSolr, good, proxyBefore, send } from './fake-solr.ts'

test('documents are sent signed, as JSON, then duplicates are deleted; the commit comes last', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr)
  const reply = await send(
    `${url}/update?commit=true&_route_=s1&commitWithin=5`,
    '[{"id":"1","text":"x","n":1.50}]',
  )
  assert.equal(reply.status, 200)
  const [add, stored, deletion, ...more] = solr.log
  assert.equal(add.url, '/solr/dedupe/update?_route_=s1&commitWithin=5&wt=json')
  const { doc } = JSON.parse(add.body).add
  assert.match(doc.sig, /^[0-9a-f]{32}$/)
  assert.match(add.body, /"n":1\.50/)
  assert.equal(deletion.url, '/solr/dedupe/update?commitWithin=5&wt=json&commit=true')
  assert.equal(stored.url, '/solr/dedupe/get')
  assert.equal(
    JSON.parse(deletion.body).delete.query,
    `(+_query_:"{!term f='sig'}${doc.sig}" +_version_:[* TO 100})`,
  )
  assert.deepEqual(more, [])
  assert.equal(add.headers['content-type'], 'application/json')
  assert.equal(add.headers.via, '1.1 nearsame')
})

test('duplicates of concurrent small updates are deleted together, those of different users are not', async () => {
  const isDeletion = ({ body }: { body: string }) => body.startsWith('{"delete')
  // The first deletion lasts until all the others have to wait for it.
  const solr = await fakeSolr(async (_request, response, body) => {
    const isFirst = isDeletion({ body }) && solr.log.filter(isDeletion).length === 1
    while (isFirst && solr.log.filter(entry => entry.body.startsWith('{"add')).length < 6) await sleep(5)
    if (isFirst) await sleep(500)
    response.end(good)
  })
  const { url } = await proxyBefore(solr)
  const one = async (i: number, headers = {}) => {
    const reply = await send(`${url}/update`, `[{"id":"${i}","text":"text ${i}"}]`, headers)
    assert.equal(reply.status, 200)
  }
  const first = one(0)
  while (!solr.log.some(isDeletion)) await sleep(1)
  const others = [1, 2, 3, 4].map(i => one(i))
  await Promise.all([first, ...others, one(5, { authorization: 'Basic eA==' })])
  const sizes = (found: typeof solr.log) => found.map(({ body }) => body.match(/_version_/g)?.length ?? 0)
  const deletions = solr.log.filter(isDeletion)
  assert.deepEqual(sizes(deletions.filter(({ headers }) => headers.authorization !== undefined)), [1])
  const anonymous = sizes(deletions.filter(({ headers }) => headers.authorization === undefined))
  assert.equal(
    anonymous.reduce((sum, size) => sum + size, 0),
    5,
  )
  assert(anonymous.length < 5, `deletions of ${anonymous.join()} signatures`)
  // A commit follows the deletions of its own update, alone.
  await Promise.all([one(6), one(7), send(`${url}/update?commit=true`, '[{"id":"8","text":"text 8"}]')])
  assert.deepEqual(sizes(solr.log.filter(({ url }) => url.endsWith('commit=true'))), [1])
})

test('without duplicates to replace, a body is one request with its commands and commit', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr)
  const body = '{"add":{"doc":{"id":"1","text":"x"},"overwrite":false},"delete":{"id":"2"},"commit":{}}'
  await send(`${url}/update?softCommit=true`, body)
  assert.equal(solr.log.length, 1)
  assert.equal(solr.log[0].url, '/solr/dedupe/update?wt=json&softCommit=true')
  assert.deepEqual(JSON.stringify(Object.keys(JSON.parse(solr.log[0].body))), '["add","delete","commit"]')
  await send(`${url}/update?overwrite=false`, '[{"id":"1","text":"x"}]')
  assert.equal(solr.log.length, 2)
})

test("returns Solr's answer byte for byte, with its status", async () => {
  const refused = '{ "odd" : "body" }\n'
  const solr = await fakeSolr(
    (_request, response) => response.writeHead(409, { 'x-own': 'yes' }).end(refused),
    (_request, response) => response.end('{"doc":null}'),
  )
  const { url } = await proxyBefore(solr)
  const response = await fetch(`${url}/update`, {
    method: 'POST',
    body: '[{"id":"1"}]',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(response.status, 409)
  assert.equal(await response.text(), refused)
  assert.equal(response.headers.get('x-own'), 'yes')
  // One attempt to add, two queries for the documents that arrived; nothing is deleted.
  assert.deepEqual(
    solr.log.map(entry => entry.url.replace(/\?.*/, '')),
    ['/solr/dedupe/update', '/solr/dedupe/get', '/solr/dedupe/get'],
  )
})

test('drops the headers of a single connection and forwards the others', async () => {
  const solr = await fakeSolr((_request, response) => {
    response.writeHead(200, {
      connection: 'x-private',
      'x-private': '1',
      'x-public': '2',
      'keep-alive': 'timeout=9',
    })
    response.end('{}')
  })
  const { port } = await proxyBefore(solr)
  const headers = {
    connection: 'x-secret, keep-alive',
    'x-secret': 'a',
    'x-open': 'b',
    te: 'trailers',
    authorization: 'Basic eA==',
  }
  const response = await new Promise<import('node:http').IncomingMessage>(resolve => {
    get({ port, path: '/select?q=a', headers }, resolve)
  })
  response.resume()
  assert.equal(response.headers['x-public'], '2')
  assert.equal(response.headers['x-private'], undefined)
  const [{ headers: seen, url: path }] = solr.log
  assert.equal(path, '/solr/dedupe/select?q=a')
  assert.deepEqual([seen['x-open'], seen['x-secret'], seen.te], ['b', undefined, undefined])
  assert.equal(seen.authorization, 'Basic eA==')
  assert.equal(seen.host, new URL(solr.origin).host)
})

test('with compatibility safe an update of other fields keeps its signature', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr, { compatibility: 'safe' })
  await send(`${url}/update`, '[{"id":"1","other":{"set":"x"}}]')
  assert.deepEqual(
    solr.log.map(({ body }) => JSON.parse(body)),
    [{ add: { doc: { id: '1', other: { set: 'x' } } } }],
  )
})

test('with compatibility safe documents without content are neither signed nor replaced', async () => {
  const empty = [{ id: '1' }, { id: '2', text: '' }, { id: '3', text: null }]
  for (const signatureClass of ['MD5Signature', 'Lookup3Signature', 'TextProfileSignature']) {
    const solr = await fakeSolr()
    const ofClass = config.replace('MD5Signature', signatureClass)
    const { url } = await proxyBefore(solr, { compatibility: 'safe', config: ofClass })
    await send(`${url}/update`, JSON.stringify(empty))
    assert.deepEqual(
      solr.log.map(({ body }) => body),
      [`{${empty.map(doc => `"add":${JSON.stringify({ doc })}`).join(',\n')}}`],
    )
  }
})

test('a GET is retried when the connection breaks, an update is not', async () => {
  let failures = 0
  const solr = await fakeSolr((request, response) => {
    if (failures++ < 1) request.socket.destroy()
    else response.end(good)
  })
  const { url } = await proxyBefore(solr)
  assert.equal((await fetch(`${url}/select?q=a`)).status, 200)
  assert.equal(solr.log.length, 2)
  failures = 0
  const reply = await send(`${url}/update`, '[{"id":"1"}]')
  assert.equal(reply.status, 502)
  assert.match(reply.json.error?.msg ?? '', /^nearsame: no answer from Solr at http/)
  assert.equal(solr.log.length, 3)
})

test('a refused connection gives a 502, after retries', async () => {
  const solr = await fakeSolr()
  solr.close()
  const { url } = await proxyBefore(solr)
  const reply = await send(`${url}/update`, '[{"id":"1"}]')
  assert.equal(reply.status, 502)
  assert.match(reply.json.error?.msg ?? '', /ECONNREFUSED/)
})

test('a client without credentials gets the 401 of Solr, whatever the proxy asks first', async () => {
  const solr = await fakeSolr((request, response) => {
    if (request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="solr"' })
    response.end(request.url?.includes('/uniquekey') ? '{"uniqueKey":"id"}' : good)
  })
  const { url } = await proxyBefore(solr, { uniqueKey: undefined as never })
  const refused = await send(`${url}/update`, '[{"id":"1","text":"a"}]')
  assert.equal(refused.status, 401)
  assert.equal(refused.json.error?.code, 401)
  assert.equal(refused.headers.get('www-authenticate'), 'Basic realm="solr"')
  const known = await send(`${url}/update`, '[{"id":"1","text":"a"}]', { authorization: 'Basic eA==' })
  assert.equal(known.status, 200)
})

test('silence gives a 504, before an answer and in an update', async () => {
  const solr = await fakeSolr(() => {})
  const { url } = await proxyBefore(solr, { responseTimeoutMs: 100 })
  assert.equal((await fetch(`${url}/select?q=a`)).status, 504)
  assert.equal((await send(`${url}/update`, '[{"id":"1"}]')).status, 504)
})

test('a truncated answer is cut off, not completed', async () => {
  const solr = await fakeSolr((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setTimeout(() => response.destroy(), 20)
  })
  const { url } = await proxyBefore(solr)
  await assert.rejects(fetch(`${url}/select?q=a`).then(response => response.text()))
  assert.equal((await send(`${url}/update`, '[{"id":"1"}]')).status, 502)
})

test('the client gets no success if a deletion fails', async () => {
  const refused = '{"responseHeader":{"status":500},"error":{"msg":"no","code":500}}'
  const solr = await fakeSolr((_request, response, body) => {
    if (body.includes('"delete"')) response.writeHead(500).end(refused)
    else response.end(good)
  })
  const { url } = await proxyBefore(solr)
  const reply = await send(`${url}/update`, '[{"id":"1","text":"x"}]')
  assert.equal(reply.status, 500)
  assert.equal(reply.json.error?.msg, 'no')
  const both = await proxyBefore(solr, { also: [`${solr.origin}/solr/second`] })
  const other = await send(`${both.url}/update`, '[{"id":"1","text":"x"}]')
  assert.equal(other.status, 502)
  assert.match(
    other.json.error?.msg ?? '',
    /duplicates in \/solr\/second could not be deleted \(status 500\): send them again/,
  )
})

test('a document without an id cannot replace others', async () => {
  const { url } = await proxyBefore(await fakeSolr())
  const reply = await send(`${url}/update`, '[{"text":"x"}]')
  assert.deepEqual(
    [reply.status, reply.json.error?.msg],
    [400, 'Document is missing mandatory uniqueKey field: id'],
  )
})

test('limits: body, document, concurrent requests, silence of the client', async () => {
  const solr = await fakeSolr((_request, response) => setTimeout(() => response.end(good), 400))
  const long = `[{"id":"1","text":"${'x'.repeat(300_000)}"}]`
  const small = await proxyBefore(solr, { maxBodyBytes: 200_000 })
  const tooLong = await send(`${small.url}/update`, long)
  assert.deepEqual(
    [tooLong.status, tooLong.json.error?.msg],
    [413, 'nearsame: the body is larger than maxBodyBytes (200000)'],
  )
  // The limit applies to the unpacked body.
  const packed = await send(`${small.url}/update`, gzipSync(long), { 'content-encoding': 'gzip' })
  assert.equal(packed.status, 413)
  const short = await proxyBefore(solr, { maxDocumentBytes: 100_000 })
  const tooBig = await send(`${short.url}/update`, long)
  assert.match(tooBig.json.error?.msg ?? '', /larger than maxDocumentBytes \(100000\)$/)
  const few = await proxyBefore(solr, { maxRequests: 2 })
  const replies = await Promise.all([1, 2, 3].map(() => fetch(`${few.url}/select`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 503])
  assert.equal(replies.find(({ status }) => status === 503)?.headers.get('retry-after'), '1')
  const impatient = await proxyBefore(solr, { clientTimeoutMs: 100 })
  const status = await new Promise(resolve => {
    const upload = request(`${impatient.url}/update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    upload.on('response', response => resolve(response.statusCode)).on('error', resolve)
    upload.write('[{"id":')
  })
  assert.equal(status, 408)
  assert.equal(solr.log.filter(({ url }) => url.includes('/update')).length, 0)
})

test('updates beyond the maximum wait for their turn', async () => {
  let active = 0
  let most = 0
  const solr = await fakeSolr((_request, response) => {
    most = Math.max(most, ++active)
    setTimeout(() => {
      active--
      response.end(good)
    }, 20)
  })
  const { url } = await proxyBefore(solr, { maxUpdates: 2 })
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) => send(`${url}/update`, `[{"id":"${i}","text":"${i}"}]`)),
  )
  assert(replies.every(({ status }) => status === 200))
  assert.equal(most, 2)
})

test('a client that disconnects in the middle leaves nothing half done', async () => {
  const solr = await fakeSolr()
  const { url, port } = await proxyBefore(solr)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n[{"id":"1"}',
  )
  await sleep(100)
  socket.destroy()
  await sleep(100)
  assert.deepEqual(solr.log, [])
  assert.equal((await send(`${url}/update`, '[{"id":"1"}]')).status, 200)
})

test('a client that does not read makes Solr wait, and gets everything in the end', async () => {
  const piece = Buffer.alloc(2 ** 16, 'x')
  const pieces = 400
  let written = 0
  const solr = await fakeSolr(async (_request, response) => {
    for (; written < pieces; written++) {
      if (!response.write(piece)) await new Promise(resolve => response.once('drain', resolve))
    }
    response.end()
  })
  const { url } = await proxyBefore(solr, { responseTimeoutMs: 500 })
  const bytes = await new Promise<number>(resolve => {
    get(`${url}/select?q=a`, async response => {
      // Longer than Solr's time limit: the client is the slow side.
      await sleep(1200)
      assert(written < pieces, 'the proxy has not taken everything')
      let sum = 0
      for await (const part of response) sum += part.length
      resolve(sum)
    })
  })
  assert.equal(bytes, pieces * piece.length)
})

test('a Solr that does not read documents makes the client wait', async () => {
  const waiting: (() => void)[] = []
  const solr = await fakeSolr((_request, response) => waiting.push(() => response.end(good)))
  const { url } = await proxyBefore(solr, { batchBytes: 2 ** 20 })
  const document = `{"id":"1","other":"${'word '.repeat(4_000)}"},`
  let sentBytes = 0
  const upload = request(`${url}/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  upload.on('error', () => {})
  upload.write('[')
  while (sentBytes < 200e6) {
    sentBytes += document.length
    if (upload.write(document)) continue
    const drained = new Promise<boolean>(resolve => upload.once('drain', () => resolve(true)))
    if (!(await Promise.race([drained, sleep(1000, false)]))) break
  }
  // Two batches, and the buffers of the network.
  assert(sentBytes < 30e6, `${sentBytes} bytes`)
  assert.equal(solr.log.length, 1)
  upload.destroy()
  for (const answer of waiting) answer()
})

test('a body of any length needs the memory of a few batches', async () => {
  const solr = await fakeSolr((_request, response) => {
    solr.log.length = 0
    response.end(good)
  })
  const options = { config, forward: `${solr.origin}/solr/dedupe`, uniqueKey: 'id', batchBytes: 2 ** 20 }
  const program = join(import.meta.dirname, 'proxy-process.ts')
  // A process that kept the whole body would run out of memory.
  const child = spawn(process.execPath, ['--max-old-space-size=40', program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const { value: url } = await lines.next()
  const piece = (from: number) =>
    Array.from(
      { length: 10 },
      (_, i) => `{"id":"${from + i}","text":"${i}","other":"${'word '.repeat(1200)}"},`,
    )
  async function* body() {
    yield Buffer.from('[')
    for (let i = 0; i < 1000; i++) yield Buffer.from(piece(10 * i).join(''))
    yield Buffer.from('{"id":"last"}]')
  }
  const reply = await send(
    `${url}/update`,
    Readable.toWeb(Readable.from(body())) as ReadableStream<Uint8Array>,
  )
  child.stdin.end()
  const { value: megabytes } = await lines.next()
  assert.equal(reply.status, 200)
  // 60 MB have passed through.
  assert(Number(megabytes) < 400, `${megabytes} MB`)
})

test('serves HTTP/2 without encryption on the same port', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr)
  const session = connect2(url)
  const ask = (headers: Record<string, string>, body = '') =>
    new Promise<[number, string]>((resolve, reject) => {
      const stream = session.request(headers)
      let status = 0
      let text = ''
      stream.on('response', found => {
        status = found[':status'] ?? 0
      })
      stream.setEncoding('utf8').on('data', piece => {
        text += piece
      })
      stream.on('end', () => resolve([status, text])).on('error', reject)
      if (body !== '') stream.end(body)
    })
  const json = { 'content-type': 'application/json' }
  const [status, text] = await ask(
    { ':method': 'POST', ':path': '/update', ...json },
    '[{"id":"1","text":"x"}]',
  )
  assert.deepEqual([status, JSON.parse(text).responseHeader.status], [200, 0])
  assert.equal((await ask({ ':path': '/select?q=a' }))[0], 200)
  assert.equal((await ask({ ':method': 'POST', ':path': '/update', ...json }, '[{"id":'))[0], 400)
  session.close()
  assert.equal((await fetch(`${url}/select`)).status, 200)
})

test('close finishes requests in progress, and accepts no new ones', async () => {
  const solr = await fakeSolr((_request, response) => setTimeout(() => response.end(good), 150))
  const forward = `${solr.origin}/solr/dedupe`
  const proxy = await openSolrProxy({ config, forward, uniqueKey: 'id' })
  const update = send(`${proxy.url}/update`, '[{"id":"1","text":"x"}]')
  while (solr.log.length === 0) await sleep(5)
  const began = performance.now()
  await proxy.close()
  assert.equal((await update).status, 200)
  assert(performance.now() - began < 5_000)
  await assert.rejects(fetch(`${proxy.url}/select`))
})

test('checks options, and reports a port in use', async () => {
  const solr = await fakeSolr()
  const forward = `${solr.origin}/solr/dedupe`
  const refuse = (options: object, message: RegExp) =>
    assert.rejects(openSolrProxy({ config, forward, ...options }), { name: 'NearsameError', message })
  await refuse(
    { port: 70_000 },
    /^OPTION_VALUE: expected port to be a whole number in \[0, 65535\], got 70000/,
  )
  await refuse(
    { forward: 'localhost:8983' },
    /^OPTION_VALUE: expected `forward` to be the URL of a collection/,
  )
  await refuse({ also: [forward] }, /^OPTION_VALUE: expected `also` to be other collections than `forward`/)
  await refuse(
    { batchBytes: 0 },
    /^OPTION_VALUE: expected batchBytes to be a whole number of at least 1, got 0/,
  )
  await refuse({ forwards: 'x' }, /^OPTION_UNKNOWN: .*got forwards/)
  await refuse({ chain: 'none' }, /OPTION_VALUE: expected `chain` to be one of/)
  await refuse({ config: '<config>' }, /^SOLR_CONFIG/)
  const { port } = await proxyBefore(solr)
  await refuse({ port }, /^OPTION_VALUE: expected a free address and port to listen on.*EADDRINUSE/s)
})
