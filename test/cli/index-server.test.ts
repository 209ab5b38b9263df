/** `nearsame index` on a server: the same lines as from a directory, and the cases that only a server has. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { openServer } from '../../src/server/server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'

const shop = new Workshop()
let made = 0

/** Starts a server on a directory; returns its address. */
async function serve(data: string, options: Partial<ServerOptions> = {}): Promise<string> {
  const catalogue = await openDataDirectory(data)
  const server = await openServer({ catalogue, logger: false, ...options })
  await server.ready
  after(async () => {
    await server.close()
    await catalogue.close()
  })
  return server.url
}

/** A server with answers chosen by the test. */
async function fake(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const run = (place: string, [command, ...rest]: readonly string[]) =>
  shop.run('index', command, place, ...rest)

async function refused(status: number, code: string, place: string, ...args: string[]): Promise<string> {
  const result = await run(place, args)
  assert.equal(result.status, status, result.err)
  assert.match(result.err, new RegExp(`^nearsame: ${code}: expected [^\\n]+\\. To fix: [^\\n]+\\.$`, 'm'))
  return result.err
}

/** Times of addition differ between two runs, so they are replaced. */
const timeless = (text: string) => text.replace(/"(addedAt|createdAt|at)":"\d{4}-[^"]+Z"/g, '"$1":"a time"')

/** Runs the same command on both; returns their output. */
async function both(data: string, url: string, ...args: string[]): Promise<string> {
  const here = await run(data, args)
  const there = await run(url, args)
  assert.equal(there.err, here.err, args.join(' '))
  assert.deepEqual(timeless(there.out).split('\n'), timeless(here.out).split('\n'), args.join(' '))
  assert.equal(there.status, here.status)
  return here.out
}

const big = '12345678901234567890'

shop.write(
  'first.jsonl',
  jsonLines(
    ...Array.from({ length: 600 }, (_, id) => ({ id, text: nearly(id % 97, id % 4, 40), limit: 1 })),
    { id: '7', text: nearly(7, 2, 40), tags: ['x', { y: null }], expiresAt: '2020-01-01' },
    `{"id":${big},"text":"${wordsOf(500)}","n":-${big}}`,
    `{"id":${big}1,"text":"${nearly(500, 1)}"}`,
    { id: 'a/b ä?#', text: wordsOf(501), except: 7 },
    { id: 'twice', text: wordsOf(502) },
    { id: 'twice', text: wordsOf(503) },
  ),
)
shop.write(
  'more.jsonl',
  jsonLines(
    { id: 'm1', text: nearly(1, 1, 40) },
    { id: 'm2', text: wordsOf(601), expiresAt: 'soon' },
    { id: 'm3' },
    'no json',
    { id: 'm4', text: 5 },
    { id: 'm5', text: nearly(601, 1) },
    { id: 'm6', text: nearly(601, 2) },
    { id: 'm7', text: wordsOf(602), expiresAt: [] },
  ),
)

test('every command writes the same lines from a directory and from a server on a copy', async () => {
  const data = `data${++made}`
  assert.equal((await run(data, ['create', '--threshold', '0.7'])).status, 0)
  cpSync(data, `${data}-copy`, { recursive: true })
  const url = `${await serve(`${data}-copy`)}/`
  const same = (...args: string[]) => both(data, url, ...args)
  const added = await same('add', 'first.jsonl')
  assert.equal(added.trimEnd().split('\n').length, 606)
  assert.match(added, /"status":"exists".*DOCUMENT_EXISTS/)
  await same('add', 'more.jsonl')
  await same('add', 'more.jsonl', '--max-bad', '1', '--on-duplicate', 'skip', '--quiet')
  shop.write(
    'new.jsonl',
    jsonLines({ id: 'm5', text: nearly(601, 3) }, { id: 'n', text: nearly(9, 1, 40) }),
  )
  await same('add', 'new.jsonl', '--on-duplicate', 'replace')
  await same('add', 'more.jsonl', '--on-error', 'stop')
  await same('add', 'more.jsonl', '--threshold', '0.9')
  await same('check', 'first.jsonl', '--except-same-id', '--limit', '3')
  await same('check', 'more.jsonl', '--max-bad', '1', '--threshold', '0.8')
  await same('check', '--query', wordsOf(500), '--query', nearly(1, 3, 40))
  await same('check', '--query', 'a', '--threshold', '0.5')
  assert.equal(await same('check', 'more.jsonl', '--max-bad', '1', '--threshold', '0.5'), '')
  for (const id of ['7', big, 'a/b ä?#', '8']) await same('get', id)
  await same('get', '7', '--id-type', 'number')
  await same('get', 'none')
  await same('pairs')
  await same('clusters')
  await same('clusters', '--min-documents', '2')
  await same('changes')
  await same('changes', '--after', 'wrong')
  await same('explain', '--ids', '7,11', '--json')
  await same('explain', '--ids', '7', '--ids', '104')
  await same('explain', '--ids', `${big},${big}1`, '--json')
  await same('explain', '--ids', '7,none')
  await same('collapse', '--ids', `1,98,7,${big}1,${big}`)
  await same('collapse', 'first.jsonl', '--chains', 'kept')
  await same('collapse', '--ids', 'nothing,1,2', '--unknown', 'keep')
  await same('expire')
  await same('expire', '--before', '2020-01-01T00:00:00Z')
  await same('expire', '--before', 'yesterday')
  await same('remove', '5', 'a/b ä?#', 'none', big)
  shop.write('gone.jsonl', jsonLines('2', '"2"', { id: 3, status: 'added' }, `${big}1`))
  await same('remove', '--ids', 'gone.jsonl')
  await same('clusters')
  await same('changes', '--quiet')
  await same('stats', '--collection', 'b')
})

test('collections are created, found by their fields, listed and refused the same way', async () => {
  const data = `data${++made}`
  await run(data, ['create', '--collection', 'zero'])
  cpSync(data, `${data}-copy`, { recursive: true })
  const url = await serve(`${data}-copy`)
  const same = (...args: string[]) => both(data, url, ...args)
  const made1 = await same('create', '--collection', 'a', '--shingle', 'chars:4', '--store-text', 'off')
  assert.match(made1, /"shingle":"chars:4".*"isNew":true/)
  await same('create', '--collection', 'a', '--store-text', 'off', '--near', 'off')
  await same('create', '--collection', 'a', '--shingle', 'chars:4')
  await same('create', '--collection', 'p', '--method', 'solr-text-profile', '--param', 'quantRate=0.02')
  await same('create', '--collection', 'q', '--param', 'x=1')
  shop.write('body.jsonl', jsonLines({ key: 1, a: { b: `<b>${wordsOf(1)}</b>` } }, { key: 2, a: {} }))
  await same('add', 'body.jsonl', '--collection', 'new', '--text', 'a.b', '--id', 'key', '--html')
  await same('add', 'body.jsonl', '--collection', 'new', '--id', 'key', '--max-bad', '1')
  await same('get', '1', '--collection', 'new')
  await same('check', '--collection', 'new', '--query', wordsOf(1))
  await same('list')
  await same('get', '1', '--collection', 'nowhere')
  const { out } = await run(url, ['stats', '--collection', 'new', '--json'])
  const { storedBytes, ...stats } = JSON.parse(out)
  const here = JSON.parse((await run(data, ['stats', '--collection', 'new', '--json'])).out)
  assert.deepEqual(
    Object.keys(stats),
    Object.keys({ ...here, storedBytes: 0 }).filter(name => name !== 'storedBytes'),
  )
  assert.deepEqual({ ...here, ...stats, kind: 0 }, { ...here, kind: 0, isDurable: null, wastedBytes: null })
  assert(storedBytes > 0)
  assert.match((await run(url, ['stats', '--collection', 'new'])).out, /^ +documents +1$/m)
})

test('maintenance, which needs the data itself, is refused before any request', async () => {
  const message = await refused(2, 'OPTION_VALUE', 'http://127.0.0.1:1', 'check-integrity')
  assert.match(message, /got the URL of a server/)
})

test('the key comes from the environment, and is never shown', async () => {
  const key = 'a-secret-of-forty-characters-0123456789ab'
  const url = await serve(`data${++made}`, { apiKeys: `write:${key},read:${key}-read` })
  after(() => delete process.env.NEARSAME_API_KEY)
  const missing = await refused(2, 'KEY_MISSING', url, 'create')
  assert.match(missing, /NEARSAME_API_KEY/)
  process.env.NEARSAME_API_KEY = `${key}x`
  assert(!(await refused(2, 'KEY_MISSING', url, 'create')).includes(key))
  process.env.NEARSAME_API_KEY = key
  assert.equal((await run(url, ['create'])).status, 0)
  process.env.NEARSAME_API_KEY = `${key}-read`
  assert.equal((await run(url, ['check', 'first.jsonl', '--quiet'])).status, 0)
  // No line for any record: none of them is at fault.
  const { out } = await run(url, ['add', 'first.jsonl'])
  assert.equal(out, '')
  assert(!(await refused(2, 'KEY_SCOPE', url, 'add', 'first.jsonl')).includes(key))
  for (const wrong of ['http://me:password@127.0.0.1', 'http://me:password@127.0.0.1:port'])
    assert(!(await refused(2, 'OPTION_VALUE', wrong, 'list')).includes('password'))
  process.env.NEARSAME_API_KEY = 'two words'
  assert(!(await refused(2, 'OPTION_VALUE', url, 'list')).includes('two words'))
})

test('a document too large for the server is bad, and the others are added', async () => {
  const limits = { arrayLength: 5, textLength: 500, bodyBytes: 4000 }
  const url = await serve(`data${++made}`, { limits })
  const documents = Array.from({ length: 40 }, (_, id) => ({ id, text: wordsOf(id, id === 17 ? 100 : 20) }))
  shop.write('long.jsonl', jsonLines(...documents, { id: 40, text: 'a b', big: 'x'.repeat(5000) }))
  const { status, out } = await run(url, ['add', 'long.jsonl', '--max-bad', '0.1', '--quiet'])
  assert.equal(status, 0)
  const rows = parsedLines(out)
  const bad = rows.flatMap(row => (row.status === 'bad' ? [`${row.at} ${row.error.code}`] : []))
  assert.deepEqual(bad, ['long.jsonl:18 RECORD_TOO_LONG', 'long.jsonl:41 REQUEST_TOO_LARGE'])
  assert.deepEqual(
    rows.filter(({ status }) => status === 'added').map(({ id }) => id),
    documents.map(({ id }) => id).filter(id => id !== 17),
  )
})

test('a server that goes away ends the run; documents with a line are stored', async () => {
  const catalogue = await openDataDirectory(`data${++made}`)
  const server = await openServer({ catalogue, logger: false })
  await server.ready
  let asked = 0
  const front = await fake(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).arrayBuffer()
    const isAdd = request.method === 'POST'
    if (isAdd && ++asked > 1) {
      response.writeHead(500).end()
      return
    }
    const headers = { 'content-type': 'application/json' }
    const method = request.method ?? 'GET'
    const answer = await fetch(server.url + request.url, {
      method,
      headers,
      ...(body.byteLength > 0 && { body }),
    })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  const { status, out, err } = await run(front, ['add', 'first.jsonl', '--quiet'])
  assert.equal(status, 1, err)
  assert.match(err, /^nearsame: SERVER_FAILED: /)
  const count = out.split('\n').length - 1
  assert(count > 0 && count < 600, String(count))
  const { documents } = JSON.parse((await run(server.url, ['stats', '--json'])).out)
  assert.equal(documents, count)
  await server.close()
  await catalogue.close()
  await refused(1, 'SERVER_FAILED', 'http://127.0.0.1:1', 'list')
})

test('a directory held by a server is refused, with the command to use the server', async () => {
  const data = `data${++made}`
  await serve(data)
  assert.match(
    await refused(1, 'STORE_LOCKED', data, 'stats'),
    /use the server: nearsame index COMMAND http:/,
  )
})
