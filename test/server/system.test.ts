/** The server itself over HTTP: health, readiness, metrics, description, page, unknown routes, closing. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text as textOfStream } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { NearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openServer } from '../../src/server/server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import { builtPackage } from '../runtimes/build.ts'
import { memoryCatalogue } from './memory-catalogue.ts'
import { ask, fox, openRunWorld, openWorld, problem, textOf } from './server-world.ts'

const away = new NearsameError('STORE_UNAVAILABLE', { expected: 'a store', got: 'none', fix: 'start it' })

test('readiness is false until every collection is open, and has true figures after', async () => {
  const catalogue = memoryCatalogue()
  const before = await openServer({ catalogue })
  for (const name of ['a', 'b']) {
    await ask(`${before.url}/v1/collections/${name}`, 'PUT')
    await ask(`${before.url}/v1/collections/${name}/documents`, 'POST', {
      body: [{ text: fox }, { text: textOf(1) }],
    })
  }
  await before.close()
  const gate = Promise.withResolvers<void>()
  const written: string[] = []
  const server = await openServer({
    catalogue,
    logger: { level: 'warn', destination: { write: line => void written.push(line) } },
    openIndex: async (store, options) => {
      await gate.promise
      return openIndex(store, options)
    },
  })
  try {
    assert.equal((await ask(`${server.url}/healthz`, 'GET')).status, 200)
    problem(await ask(`${server.url}/readyz`, 'GET'), 'NOT_READY', 503)
    assert.deepEqual(written, [], 'no error is logged')
    const waiting = ask(`${server.url}/v1/collections/a`, 'GET')
    gate.resolve()
    assert.equal((await waiting).body.documents, 2)
    await server.ready
    const ready = await ask(`${server.url}/readyz`, 'GET')
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', collections: 2, documents: 4 }])
  } finally {
    await server.close()
  }
})

test('an unavailable store is a 503, and readiness returns with the store', async () => {
  const { ask, catalogue } = await openWorld()
  catalogue.fault = away
  const answer = await ask('GET', '/readyz')
  problem(answer, 'STORE_UNAVAILABLE', 503)
  assert.equal(answer.headers.get('retry-after'), '1')
  problem(await ask('GET', '/v1/collections'), 'STORE_UNAVAILABLE', 503)
  problem(await ask('PUT', '/v1/collections/a'), 'STORE_UNAVAILABLE', 503)
  assert.equal((await ask('GET', '/healthz')).status, 200)
  catalogue.fault = undefined
  assert.equal((await ask('GET', '/readyz')).status, 200)
})

test('a server whose store is unavailable at the start becomes ready when the store returns', async () => {
  const catalogue = memoryCatalogue()
  catalogue.fault = away
  const server = await openServer({ catalogue })
  try {
    await assert.rejects(server.ready, /STORE_UNAVAILABLE/)
    problem(await ask(`${server.url}/readyz`, 'GET'), 'STORE_UNAVAILABLE', 503)
    catalogue.fault = undefined
    for (let i = 0; (await ask(`${server.url}/readyz`, 'GET')).status !== 200; i++) assert(i < 100)
  } finally {
    await server.close()
  }
})

test('metrics cover requests, stages, candidates, commits and collections', async () => {
  const { ask } = await openWorld()
  await ask('PUT', '/v1/collections/a')
  await ask('POST', '/v1/collections/a/documents', { body: [{ text: fox }, { text: textOf(1) }] })
  await ask('POST', '/v1/collections/a/check', { body: { text: fox } })
  await ask('GET', '/nothing')
  problem(await ask('GET', '/v1/collections/%zz'), 'REQUEST_SYNTAX', 400)
  const { text, headers } = await ask('GET', '/metrics')
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const valueIn = (line: string) =>
    Number(
      text
        .split('\n')
        .find(found => found.startsWith(`${line} `))
        ?.split(' ')[1],
    )
  assert.equal(valueIn('nearsame_documents{collection="a"}'), 2)
  assert.equal(valueIn('nearsame_clusters{collection="a"}'), 2)
  const route = 'method="POST",route="/v1/collections/:name/check",status="200"'
  assert.equal(valueIn(`nearsame_http_request_seconds_count{${route}}`), 1)
  assert.equal(valueIn('nearsame_http_request_seconds_count{method="GET",route="unknown",status="404"}'), 1)
  assert.equal(valueIn('nearsame_http_request_seconds_count{method="GET",route="unknown",status="400"}'), 1)
  for (const stage of ['sketch', 'lookup', 'verify', 'commit']) {
    assert(valueIn(`nearsame_stage_seconds_count{stage="${stage}"}`) >= 1, stage)
  }
  assert.equal(valueIn('nearsame_candidates_count'), 3)
  assert.equal(valueIn('nearsame_candidates_sum'), 1)
  assert.equal(valueIn('nearsame_documents_written_total'), 2)
  assert.equal(valueIn('nearsame_commit_documents_sum'), 2)
  assert(valueIn('nearsame_event_loop_lag_seconds{quantile="0.99"}') >= 0)
})

test('the lag of timers is their delay, not their duration', async () => {
  const { ask } = await openWorld()
  // A busy machine is late now and then, but not always.
  for (let i = 0; ; i++) {
    await sleep(100)
    const { text } = await ask('GET', '/metrics')
    const lag = Number(/_lag_seconds\{quantile="0\.5"\} (\S+)/.exec(text)?.[1])
    if (lag >= 0 && lag < 0.008) break
    assert(i < 100, `${lag} s`)
  }
})

const base = '/v1/collections/{name}'

test('the description has the answers for a full disk and for a collection deleted while it is created', async () => {
  const { ask, catalogue } = await openWorld()
  const { paths } = (await ask('GET', '/openapi.json')).body
  assert('404' in paths[base].put.responses)
  catalogue.fault = new NearsameError('DISK_FULL', { expected: 'room', got: 'none', fix: 'make some' })
  for (const path of ['/readyz', '/v1/collections', base, `${base}/pairs`, `${base}/documents/{id}`]) {
    problem(await ask('GET', path.replace(/[{}]/g, '')), 'DISK_FULL', 507)
    assert('507' in paths[path].get.responses, path)
  }
})

/** The guide's table of routes, without Solr's, which only servers with a chain have. */
function routesOfGuide(): string[] {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/reference/server.md'), 'utf8')
  const [, table] = /^## Routes$.*?\n\| -[^\n]*\n(.*?)\n\n/ms.exec(guide) ?? assert.fail('no table')
  const rows = table.split('\n').map(row => row.split('|')[1])
  const firstOutside = rows.findIndex(row => row.includes('/v1/collections'))
  const routes = rows.flatMap((row, i) => {
    // `GET` · `DELETE /documents/{id}` share the path, `GET /clusters` · `/pairs` the method.
    const spans = [...row.matchAll(/`([A-Z]*) ?([^`?]*)[^`]*`/g)]
    const [shared] = spans.flatMap(([, , path]) => path || [])
    let method = ''
    return spans.map(([, ownMethod, path]) => {
      method = ownMethod || method
      return `${method.toLowerCase()} ${i < firstOutside ? base : ''}${path || (shared ?? '')}`
    })
  })
  return routes.filter(route => !route.includes(' /solr/'))
}

test('the description is OpenAPI 3.1 with the routes of the guide, and problems for its errors', async () => {
  const { ask } = await openRunWorld()
  const { body } = await ask('GET', '/openapi.json')
  assert.equal(body.openapi, '3.1.0')
  const operations = Object.entries<Record<string, { responses: Record<string, { content?: object }> }>>(
    body.paths,
  )
  const routes = operations.flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  )
  assert.deepEqual(routes.sort(), routesOfGuide().sort())
  for (const [path, methods] of operations) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const problems = Object.keys(responses).filter(status => Number(status) >= 400)
      assert(problems.includes('503') && problems.includes('400'), `${method} ${path}`)
      for (const status of problems)
        assert.deepEqual(Object.keys(responses[status].content ?? {}), ['application/problem+json'])
    }
  }
  assert.deepEqual(Object.keys(body.components.schemas).includes('Problem'), true)
  assert.equal(body.security, undefined)
  const keyed = await openWorld({ apiKeys: 'read:r' })
  const described = (await keyed.ask('GET', '/openapi.json', { headers: { 'x-api-key': 'r' } })).body
  assert.deepEqual(
    [described.security, described.paths['/healthz'].get.security],
    [[{ key: [] }, { keyHeader: [] }], []],
  )
  const { keyHeader } = described.components.securitySchemes
  assert.deepEqual(keyHeader, { type: 'apiKey', in: 'header', name: 'X-API-Key' })
  for (const [method, route] of [
    ['post', '/compact'],
    ['delete', '/documents/{id}'],
    ['delete', ''],
  ]) {
    const { responses } = body.paths[base + route][method]
    assert('413' in responses && '415' in responses, `${method} ${route}`)
  }
})

test('the page and its files need no key, and allow only their own scripts and styles', async () => {
  await builtPackage()
  const { ask } = await openWorld({ apiKeys: 'read:r', limits: { requestsPerMinute: 1 } })
  const { headers, text } = await ask('GET', '/')
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const named = [...text.matchAll(/(?:src|href)="\.(\/web\/[^"]+)"/g)].map(([, path]) => path)
  assert.ok(named.length > 1)
  for (const path of named) {
    const file = await ask('GET', path)
    assert.equal(file.status, 200, path)
    assert.match(file.headers.get('content-type') ?? '', /javascript|css/)
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
  assert.doesNotMatch(text, /<script(?![^>]*src=)| style=| on\w+=/)
  const { body } = await ask('GET', '/v1/session', { headers: { authorization: 'Bearer r' } })
  assert.deepEqual([body.keys, body.client, body.scope], [true, 'key 1', 'read'])
})

test('a missing file of the page is an unknown route; the session needs a key where there are keys', async () => {
  const keyed = await openWorld({ apiKeys: 'read:r' })
  problem(await keyed.ask('GET', '/web/..%2f..%2fpackage.json'), 'ROUTE_NOT_FOUND', 404)
  problem(await keyed.ask('GET', '/v1/session'), 'KEY_MISSING', 401)
  const { ask } = await openWorld()
  const { body } = await ask('GET', '/v1/session')
  assert.deepEqual([body.keys, body.client, body.scope], [false, null, 'write'])
})

test('an unknown route is a 404, a wrong method a 405 with the right ones', async () => {
  const { ask } = await openWorld()
  problem(await ask('GET', '/v1/nothing'), 'ROUTE_NOT_FOUND', 404)
  problem(await ask('POST', '/v1/nothing', { body: '{broken' }), 'ROUTE_NOT_FOUND', 404)
  const answer = await ask('PATCH', '/v1/collections/a', { body: {} })
  problem(answer, 'METHOD_NOT_ALLOWED', 405)
  assert.equal(answer.headers.get('allow'), 'DELETE, GET, HEAD, PUT')
  problem(await ask('GET', '/v1/collections/%E0%A4%A'), 'REQUEST_SYNTAX', 400)
  assert.equal((await ask('HEAD', '/healthz')).status, 200)
})

test('bodies of invalid JSON or of another type are refused with place and reason', async () => {
  const { ask } = await openWorld()
  await ask('PUT', '/v1/collections/a')
  const post = (body: string | Uint8Array, type?: string) =>
    ask('POST', '/v1/collections/a/check', { body, ...(type !== undefined && { type }) })
  assert.match(problem(await post('{"text": "x",}'), 'JSON_SYNTAX', 400), /byte 14/)
  assert.match(problem(await post('{"text"'), 'JSON_SYNTAX', 400), /ends too early/)
  problem(await post(Buffer.from('{"text":"\xff"}', 'latin1')), 'UTF8_INVALID', 400)
  assert.match(problem(await post('text=x', 'text/x'), 'CONTENT_TYPE', 415), /got "text\/x"/)
  for (const type of ['application/json', 'application/x-ndjson']) {
    const headers = { 'content-encoding': 'gzip' }
    const packed = await ask('POST', '/v1/collections/a/check', { body: gzipSync('{}'), type, headers })
    assert.match(problem(packed, 'CONTENT_TYPE', 415), /uncompressed body, got Content-Encoding: gzip/)
  }
  problem(
    await ask('PUT', '/v1/collections/b', { body: '{}', type: 'application/x-ndjson' }),
    'CONTENT_TYPE',
    415,
  )
  for (const type of ['application/json', 'text/csv']) {
    const file = await ask('POST', '/v1/collections/a/imports?format=jsonl', { body: '{"text":"x"}', type })
    assert.match(problem(file, 'CONTENT_TYPE', 415), /octet-stream for a file/)
  }
  assert.equal((await post('\ufeff{"text":"x"}', 'application/json; charset=utf-8')).status, 200)
  assert.deepEqual((await post('{"__proto__": {"text": "x"}, "text": "y"}')).body, { matches: [] })
})

test('an internal error is a 500 without details, and in the log under the id of the request', async () => {
  const written: string[] = []
  const world = await openWorld({
    logger: { destination: { write: line => void written.push(line) } },
    openIndex: async (store, options) => {
      const index = await openIndex(store, options)
      index.check = async () => {
        throw new TypeError('a secret of the code')
      }
      return index
    },
  })
  await world.ask('PUT', '/v1/collections/a')
  const answer = await world.ask('POST', '/v1/collections/a/check', { body: { text: fox } })
  problem(answer, 'BUG', 500)
  assert(!answer.text.includes('secret'))
  const line = written.find(found => found.includes('a secret of the code')) ?? ''
  assert.equal(JSON.parse(line).requestId, answer.body.instance)
})

test('each finished request is a line of the log at info, and at debug if a monitor sends it', async () => {
  const linesAt = async (level: 'info' | 'debug') => {
    const written: Record<string, unknown>[] = []
    const destination = { write: (line: string) => void written.push(JSON.parse(line)) }
    const { ask, server } = await openWorld({ logger: { level, destination } })
    await ask('PUT', '/v1/collections/a')
    await ask('GET', '/v1/collections/b?limit=1', { headers: { 'x-request-id': 'mine' } })
    for (const path of ['/nothing', '/healthz', '/readyz', '/metrics']) await ask('GET', path)
    await server.close()
    return written.filter(({ msg }) => msg === 'request')
  }
  const routes = (lines: readonly Record<string, unknown>[]) =>
    lines.map(line => `${line.level} ${line.method} ${line.route} ${line.status}`)
  const lines = await linesAt('info')
  const asked = [
    '30 PUT /v1/collections/:name 201',
    '30 GET /v1/collections/:name 400',
    '30 GET unknown 404',
  ]
  assert.deepEqual(routes(lines), asked)
  assert.equal(lines[1].requestId, 'mine')
  for (const { ms } of lines) assert(typeof ms === 'number' && ms > 0, `${ms}`)
  const monitored = ['20 GET /healthz 200', '20 GET /readyz 200', '20 GET /metrics 200']
  assert.deepEqual(routes(await linesAt('debug')), [...asked, ...monitored])
})

test('a closing server completes requests in progress and accepts no new ones', async () => {
  const gate = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const world = await openWorld({
    openIndex: async (store, options) => {
      const index = await openIndex(store, options)
      const add = index.add.bind(index)
      index.add = async (...given) => {
        began.resolve()
        await gate.promise
        return add(...given)
      }
      return index
    },
  })
  await world.ask('PUT', '/v1/collections/a')
  const adding = world.ask('POST', '/v1/collections/a/documents', { body: { id: 1, text: fox } })
  await began.promise
  const closing = world.server.close()
  await assert.rejects(
    world.ask('GET', '/healthz').then(answer => problem(answer, 'NOT_READY', 503) && Promise.reject()),
  )
  gate.resolve()
  const { headers, body } = await adding
  assert.deepEqual([body.results[0].status, headers.get('connection')], ['added', 'close'])
  await closing
  assert.equal((await world.catalogue.store('a').counts()).documents, 1)
  await world.server.close()
})

test('requests still running after closeTimeoutMs are cut off', async () => {
  const world = await openWorld({
    limits: { closeTimeoutMs: 100 },
    openIndex: async (store, options) => {
      const index = await openIndex(store, options)
      index.check = () => new Promise(() => {})
      return index
    },
  })
  await world.ask('PUT', '/v1/collections/a')
  const hanging = assert.rejects(world.ask('POST', '/v1/collections/a/check', { body: { text: fox } }))
  await new Promise(resolve => setTimeout(resolve, 50))
  await world.server.close()
  await hanging
})

test('learning again is aborted after closeTimeoutMs', async () => {
  const began = Promise.withResolvers<void>()
  const written: string[] = []
  let given: Promise<void> | undefined
  const world = await openWorld({
    limits: { closeTimeoutMs: 100 },
    logger: { level: 'warn', destination: { write: line => void written.push(line) } },
    openIndex: async (store, options) => {
      const heavy = () => {
        began.resolve()
        return new Promise<never>(() => {})
      }
      const index = await openIndex(store, { ...options, heavy })
      const retrain = index.retrain.bind(index)
      index.retrain = options => {
        given = retrain(options)
        return given
      }
      return index
    },
  })
  await world.ask('PUT', '/v1/collections/a', { body: { method: 'records' } })
  await world.ask('POST', '/v1/collections/a/documents', { body: { id: 1, text: fox } })
  const asking = assert.rejects(world.ask('POST', '/v1/collections/a/retrain'))
  await began.promise
  await world.server.close()
  await asking
  await assert.rejects(given as Promise<void>, { code: 'NOT_READY' })
  assert.deepEqual(written, [])
})

test('wrong or unknown options of the server are refused', async () => {
  const catalogue = memoryCatalogue()
  const open = (options: object) => openServer({ catalogue, ...options })
  await assert.rejects(open({ prot: 1 }), /OPTION_UNKNOWN: .* write port/)
  await assert.rejects(open({ port: 70_000 }), /OPTION_VALUE: expected port/)
  await assert.rejects(open({ host: '' }), /OPTION_VALUE: expected host/)
  const { server } = await openWorld()
  await assert.rejects(
    open({ port: server.address.port }),
    /OPTION_VALUE: expected a free address and port to listen on/,
  )
})

test('a server without a catalogue is refused before it opens anything', async () => {
  const catalogue = memoryCatalogue()
  const given: readonly [unknown, string][] = [
    [undefined, 'options to be an object, got undefined'],
    [{}, 'catalogue to be a catalogue, such as that of memoryCatalogue(), got undefined'],
    [{ catalogue: {} }, 'catalogue to be a catalogue, such as that of memoryCatalogue(), got {}'],
    [{ catalogue: null }, 'catalogue to be a catalogue, such as that of memoryCatalogue(), got null'],
    [{ catalogue, limits: 5 }, 'limits to be an object, got 5'],
    [{ catalogue, solr: 5 }, 'solr to be an object, got 5'],
    [{ catalogue, now: 5 }, 'now to be a function, got 5'],
    [{ catalogue, openIndex: {} }, 'openIndex to be a function, got {}'],
    [{ catalogue, logger: 5 }, 'logger to be an object, got 5'],
    [{ catalogue, logger: { level: 'loud' } }, 'logger.level to be one of fatal, error, '],
    [{ catalogue, logger: { destination: 5 } }, 'logger.destination to be a stream, got 5'],
  ]
  const before = process.getActiveResourcesInfo()
  for (const [options, words] of given) {
    await assert.rejects(openServer(options as ServerOptions), (error: Error) =>
      error.message.startsWith(`OPTION_VALUE: expected ${words}`),
    )
  }
  const isServer = (name: string) => name === 'TCPServerWrap'
  assert.deepEqual(process.getActiveResourcesInfo().filter(isServer), before.filter(isServer))
})

test('idle connections do not delay closing', async () => {
  const { server } = await openWorld()
  const { port } = server.address
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  sockets[1].write('GET /healthz HTTP/1.1\r\n')
  for (const socket of sockets) socket.on('error', () => {})
  const from = performance.now()
  await server.close()
  assert(performance.now() - from < 2_000)
})

test('invalid HTTP and unsupported requests are refused as problems', async () => {
  for (const world of [await openWorld(), await openWorld({ apiKeys: 'read:r' })]) {
    const said = (bytes: string) => {
      const socket = connect(world.server.address.port, '127.0.0.1')
      socket.write(bytes)
      return textOfStream(socket)
    }
    const end = 'Connection: close\r\n\r\n'
    for (const [bytes, status, got] of [
      [`GET /healthz HTTP/1.1\r\n${end}`, 400, '"got":"none"'],
      [`GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\n${end}`, 417, 'got Expect: foo'],
      ['CONNECT a.example:1 HTTP/1.1\r\nHost: a.example:1\r\n\r\n', 400, 'got CONNECT'],
    ] as const) {
      const answer = await said(bytes)
      assert(answer.startsWith(`HTTP/1.1 ${status} `), answer)
      assert(answer.toLowerCase().includes('content-type: application/problem+json'), answer)
      assert(answer.includes('"REQUEST_SYNTAX"') && answer.includes(got), answer)
    }
  }
})
