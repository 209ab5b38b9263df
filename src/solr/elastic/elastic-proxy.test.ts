/**
 * The proxy before a node that records requests and answers as Elasticsearch's documentation shows.
 *
 * Answers: Elasticsearch Guide 8.15, "Bulk API" and "Index API", shortened.
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ProxyServer } from '../proxy/upstream/proxy-server.ts'
import { type ElasticProxyOptions, openElasticProxy } from './elastic-proxy.ts'
import { type GivenBulkSignOptions, resolveBulkSignOptions } from './sign-options.ts'

interface Seen {
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const bulkAnswer =
  '{"took":30,"errors":false,"items":[{"index":{"_index":"test","_id":"1","_version":1,"result":"created","status":201,"_seq_no":0,"_primary_term":1}}]}'
const seen: Seen[] = []
const node = createServer((request, response) => {
  const pieces: Uint8Array[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    const { method, url = '', headers } = request
    seen.push({ target: `${method} ${url}`, headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(url.includes('/_doc') ? 201 : 200, {
      'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
      'x-elastic-product': 'Elasticsearch',
    })
    response.end(method === 'HEAD' ? undefined : bulkAnswer)
  })
})
await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
const forward = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
const opened: ProxyServer[] = []
after(async () => {
  for (const proxy of opened) await proxy.close()
  node.closeAllConnections()
  node.close()
})

async function open(sign: GivenBulkSignOptions, more: Partial<ElasticProxyOptions> = {}): Promise<string> {
  const proxy = await openElasticProxy({ sign: resolveBulkSignOptions(sign), forward, ...more })
  opened.push(proxy)
  return proxy.url
}

const titleAndBody: GivenBulkSignOptions = { fields: ['title', 'body'] }
const url = await open(titleAndBody)
/** SHA-1 of the body "second" and the title "first", by Python's hashlib. */
const print = 'bfINjj7joIvV8d8ynnbzQt9tup4='
const source = '{"title":"first","body":"second"}'
const signedSource = `{"title":"first","body":"second","fingerprint":"${print}"}`

interface Sent {
  readonly method?: string
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Sends a request; what arrived at the node is undefined if nothing did. */
async function send(to: string, { method = 'POST', type = 'application/json', headers = {}, body }: Sent) {
  seen.length = 0
  const answer = await fetch(to, {
    method,
    headers: { 'content-type': type, ...headers },
    ...(body && { body }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, seen: seen[0] as Seen | undefined }
}

/** The reason of a refusal in Elasticsearch's form. */
function reasonOf({ status, text }: { status: number; text: string }): string {
  const answer = JSON.parse(text)
  assert.deepEqual(answer, {
    error: { root_cause: [{ type: answer.error.type, reason: answer.error.reason }], ...answer.error },
    status,
  })
  return `${status} ${answer.error.reason}`
}

test('bulk bodies arrive with fingerprints, the answer is that of the node', async () => {
  const body = `{ "index":{"_index":"test","_id":"1"}}\r\n${source}\n{"delete":{"_id":"2"}}\n{"update":{"_id":"3"}}\n{"doc":{"n":1}}\n`
  for (const type of [
    'application/x-ndjson',
    'application/json; charset=UTF-8',
    'application/vnd.elasticsearch+x-ndjson;compatible-with=8',
    'application/vnd.elasticsearch+json; compatible-with=9',
  ]) {
    const answer = await send(`${url}/test/_bulk?pipeline=p&refresh`, {
      type,
      body,
      headers: { authorization: 'ApiKey abc', 'x-opaque-id': 'mine' },
    })
    assert.equal(answer.seen?.target, 'POST /test/_bulk?pipeline=p&refresh')
    assert.equal(answer.seen.body, body.replace(source, signedSource))
    const { authorization, 'content-type': sentType, 'x-opaque-id': opaque } = answer.seen.headers
    assert.deepEqual([authorization, sentType, opaque], ['ApiKey abc', type, 'mine'])
    assert.deepEqual([answer.status, answer.text], [200, bulkAnswer])
    assert.equal(answer.headers.get('x-elastic-product'), 'Elasticsearch')
    assert.equal(answer.headers.get('x-nearsame-signed'), '1')
    assert.equal(answer.headers.get('x-nearsame-unsigned'), null)
  }
})

test('packed bodies are unpacked', async () => {
  const body = new Uint8Array(gzipSync(`{"index":{}}\n${source}\n`))
  const answer = await send(`${url}/_bulk`, { body, headers: { 'content-encoding': 'gzip' } })
  assert.equal(answer.seen?.body, `{"index":{}}\n${signedSource}\n`)
  assert.equal(answer.seen.headers['content-encoding'], undefined)
  const broken = await send(`${url}/_bulk`, { body: 'no gzip', headers: { 'content-encoding': 'gzip' } })
  assert.match(reasonOf(broken), /^400 nearsame: .*Cannot unpack the body/)
  for (const [encoding, packed] of [
    ['gzip', Buffer.concat([body, Buffer.alloc(1), body])],
    ['deflate', Buffer.concat([deflateSync(`{"index":{}}\n${source}\n`), body])],
  ] as const) {
    const more = await send(`${url}/_bulk`, {
      body: new Uint8Array(packed),
      headers: { 'content-encoding': encoding },
    })
    assert.match(reasonOf(more), /^400 nearsame: .*Cannot unpack the body: \d+ bytes behind its end/)
    assert.equal(more.seen, undefined)
  }
  const other = await send(`${url}/_bulk`, { body: 'x', headers: { 'content-encoding': 'br' } })
  assert.match(reasonOf(other), /^415 /)
})

test('a body with a document that cannot be signed does not reach the node', async () => {
  const refused = async (body: string, reason: RegExp, path = '/_bulk', type?: string) => {
    const answer = await send(url + path, { body, ...(type !== undefined && { type }) })
    assert.match(reasonOf(answer), reason)
    assert.equal(answer.seen, undefined)
  }
  // The items of such answers do not show which action failed, so the body fails as a whole.
  const partly = `{"index":{}}\n${source}\n{"index":{}}\n{"title":"first"}\n`
  const unsigned = /^400 nearsame: BULK_UNSIGNED: .* missing field \[body\] .* at line 4\./
  await refused(partly, unsigned, '/_bulk?filter_path=errors')
  await refused(partly, unsigned, '/_bulk?format=yaml')
  await refused('{"index":{}}\n', /^400 nearsame: BULK_FORMAT: .* at line 1\./)
  await refused('{"title":"first"}', /^400 nearsame: BULK_UNSIGNED/, '/a/_doc/1')
  await refused('{"script":"x"}', /^400 nearsame: BULK_UNSIGNED/, '/a/_update/1')
  await refused('[]', /^400 nearsame: BULK_FORMAT/, '/a/_doc')
  await refused(
    source,
    /^400 nearsame: PUT|^400 nearsame: POST \/a\/t\/1 is refused: documents are sent to/,
    '/a/t/1',
  )
  await refused(
    source,
    /^406 nearsame: Content-Type header \[application\/cbor\] is not/,
    '/a/_doc',
    'application/cbor',
  )
  await refused(source, /^406 .*charset=latin1\]/, '/a/_doc', 'application/json; charset=latin1')
  const invalid = await send(`${url}/a/_doc`, {
    body: new Uint8Array(Buffer.from('{"a":"\xfc"}', 'latin1')),
  })
  assert.match(reasonOf(invalid), /^400 nearsame: UTF8_INVALID/)
  const sniffing = await send(`${url}/_nodes/_all/http`, { method: 'GET' })
  assert.match(
    reasonOf(sniffing),
    /^400 nearsame: GET \/_nodes\/_all\/http is refused: a client that sniffs/,
  )
})

test('actions that cannot be signed fail at their place, the others are sent on', async () => {
  const reports: string[] = []
  const telling = await open(titleAndBody, { onUnsigned: report => reports.push(report) })
  const body = `{"create":{"_index":"b","_id":"x"}}\n{"title":"t"}\n\n{"index":{"_id":"1"}}\n${source}\n{"update":{"_id":7}}\n{"script":"s"}\n`
  const answer = await send(`${telling}/test/_bulk`, { body, headers: { 'accept-encoding': 'gzip' } })
  assert.equal(answer.seen?.body, `\n{"index":{"_id":"1"}}\n${signedSource}\n`)
  assert.equal(answer.seen.headers['accept-encoding'], undefined)
  assert.equal(answer.status, 200)
  const { errors, took, items } = JSON.parse(answer.text)
  assert.deepEqual([errors, took, items.length], [true, 30, 3])
  const [first, second, third] = items
  assert.match(
    first.create.error.reason,
    /^nearsame: BULK_UNSIGNED: .*missing field \[body\].* at line 2\./,
  )
  const { error, ...named } = first.create
  assert.deepEqual(named, { _index: 'b', _id: 'x', status: 400 })
  assert.equal(error.type, 'illegal_argument_exception')
  assert.deepEqual(second, JSON.parse(bulkAnswer).items[0])
  assert.deepEqual([third.update._index, third.update._id, third.update.status], ['test', '7', 400])
  assert.match(third.update.error.reason, /script.* at line 7\./)
  assert.equal(answer.headers.get('x-nearsame-refused'), '2')
  assert.equal(answer.headers.get('x-nearsame-signed'), '1')
  assert.match(reports.join(), /^POST \/test\/_bulk: 2 refused: BULK_UNSIGNED: .* at line 2\./)

  const none = await send(`${url}/_bulk`, { body: '{"index":{}}\n{"title":"t"}\n' })
  assert.equal(none.seen, undefined)
  assert.deepEqual(Object.keys(JSON.parse(none.text)), ['took', 'errors', 'items'])
  assert.equal(JSON.parse(none.text).items[0].index.status, 400)
})

test('single documents and updates are signed', async () => {
  const written = '{\n  "title": "first",\n  "body": "second"\n}\n'
  for (const [method, path] of [
    ['PUT', '/a/_doc/1?refresh=true'],
    ['POST', '/a/_doc'],
    ['PUT', '/a/_create/b%2Fc'],
  ]) {
    const answer = await send(url + path, { method, body: written })
    assert.equal(answer.seen?.target, `${method} ${path}`)
    assert.deepEqual(JSON.parse(answer.seen.body), { title: 'first', body: 'second', fingerprint: print })
  }
  const updated = await send(`${url}/a/_update/1`, { body: `{"doc":${source},"doc_as_upsert":true}` })
  assert.equal(updated.seen?.body, `{"doc":${signedSource},"doc_as_upsert":true}`)
})

test('errors are in the words of who runs the proxy', async () => {
  const worded = ({ code, parts }: NearsameError) =>
    new NearsameError(code, { ...parts, fix: 'use --ignore-missing' })
  const answer = await send(`${await open(titleAndBody, { worded })}/a/_doc`, { body: '{}' })
  assert.match(reasonOf(answer), /^400 nearsame: BULK_UNSIGNED: .* To fix: use --ignore-missing\.$/)
})

test('documents without a fingerprint pass, in headers and reports', async () => {
  const reports: string[] = []
  const ignoring = await open(
    { ...titleAndBody, ignoreMissing: true },
    { onUnsigned: report => reports.push(report) },
  )
  const body = `{"index":{}}\n{"n":1}\n{"index":{}}\n${source}\n{"create":{}}\n{"n":2}\n`
  const answer = await send(`${ignoring}/a/_bulk`, { body })
  assert.equal(answer.seen?.body, body.replace(source, signedSource))
  assert.equal(answer.headers.get('x-nearsame-signed'), '1')
  assert.equal(answer.headers.get('x-nearsame-unsigned'), '2; line 2, 6')
  assert.deepEqual(reports, ['POST /a/_bulk: 2 unsigned, all missing: title, body: line 2, 6'])
})

test('the fingerprint as id, also of single documents', async () => {
  const naming = await open({ ...titleAndBody, documentId: 'fingerprint' })
  const bulk = await send(`${naming}/a/_bulk`, { body: `{"index":{}}\n${source}\n` })
  assert.equal(bulk.seen?.body, `{"index":{"_id":"${print}"}}\n${signedSource}\n`)
  const one = await send(`${naming}/a/_doc?refresh=true`, { body: source })
  assert.equal(one.seen?.target, `PUT /a/_doc/${encodeURIComponent(print)}?refresh=true`)
  const twice = await send(`${naming}/a/_doc?routing=a?b`, { body: source })
  assert.equal(twice.seen?.target, `PUT /a/_doc/${encodeURIComponent(print)}?routing=a?b`)
  const own = await send(`${naming}/a/_doc/1`, { method: 'PUT', body: source })
  assert.match(reasonOf(own), /^400 nearsame: the fingerprint becomes the id/)
})

test('everything else passes unchanged', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['HEAD', '/a'],
    ['GET', '/_cat/indices?v'],
    ['DELETE', '/a/_doc/1'],
  ]) {
    const answer = await send(url + path, { method })
    assert.equal(answer.seen?.target, `${method} ${path}`)
    assert.equal(answer.headers.get('x-elastic-product'), 'Elasticsearch')
  }
  const search = await send(`${url}/a/_search`, { body: '{"query":{"match_all":{}}}' })
  assert.equal(search.seen?.body, '{"query":{"match_all":{}}}')
  assert.equal(search.headers.get('x-nearsame-signed'), null)
  const empty = await send(`${url}/a/_doc`, {})
  assert.equal(empty.seen?.target, 'POST /a/_doc')
})

test('bodies over the limit are refused before and while they arrive', async () => {
  const small = await open(titleAndBody, { limits: { maxBodyBytes: 100 } })
  const long = await send(`${small}/_bulk`, { body: 'x'.repeat(101) })
  assert.match(reasonOf(long), /^413 nearsame: the body is larger than maxBodyBytes \(100\)/)
  const packed = await send(`${small}/_bulk`, {
    body: new Uint8Array(gzipSync('x'.repeat(10_000))),
    headers: { 'content-encoding': 'gzip' },
  })
  assert.match(reasonOf(packed), /^413 /)
})

test('a client that disconnects within its body leaves nothing at the node', async () => {
  seen.length = 0
  const { port } = new URL(url)
  const headers = { 'content-type': 'application/json', 'content-length': '1000' }
  const request = requestHttp({ port, method: 'POST', path: '/_bulk', headers })
  request.on('error', () => {})
  request.write(`{"index":{}}\n${source}\n`)
  await new Promise(resolve => setTimeout(resolve, 50))
  request.destroy()
  assert.equal((await send(`${url}/`, { method: 'GET' })).seen?.target, 'GET /')
  assert.equal(seen.length, 1)
})

test('a node that cannot be reached is a 502; wrong addresses are refused', async () => {
  const nowhere = await open(titleAndBody, { forward: 'http://127.0.0.1:9' })
  const answer = await send(`${nowhere}/_bulk`, { body: `{"index":{}}\n${source}\n` })
  assert.match(
    reasonOf(answer),
    /^502 nearsame: no answer from the search engine at http:\/\/127\.0\.0\.1:9: /,
  )
  await assert.rejects(async () => open(titleAndBody, { forward: 'localhost' }), {
    message:
      'OPTION_VALUE: expected `forward` to be the URL of a node, such as http://localhost:9200, without a user, got "localhost". To fix: change `forward`; the proxy passes on the authorization of its clients.',
  })
})
