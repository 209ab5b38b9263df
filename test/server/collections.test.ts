/** Collections over HTTP: created once, shown, listed, deleted. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { NearsameError } from '../../src/ground/errors/nearsame-error.ts'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { openServer } from '../../src/server/server.ts'
import { memoryCatalogue } from './memory-catalogue.ts'
import { fox, openWorld, problem, ask as request } from './server-world.ts'

const { ask } = await openWorld({ now: () => Date.UTC(2030, 0, 1) })

test('creating a collection is 201, the same again 200, other options 409 with both', async () => {
  const options = { method: 'minhash', params: {}, text: ['title', 'body'], threshold: 0.7 }
  const made = await ask('PUT', '/v1/collections/news', { body: options })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), '/v1/collections/news')
  assert.deepEqual([made.body.name, made.body.documents, made.body.clusters], ['news', 0, 0])
  assert.equal(made.body.createdAt, '2030-01-01T00:00:00.000Z')
  assert.deepEqual([made.body.options.text, made.body.options.threshold], [['title', 'body'], 0.7])
  assert.equal((await ask('PUT', '/v1/collections/news', { body: options })).status, 200)
  const other = await ask('PUT', '/v1/collections/news', { body: { ...options, threshold: 0.9 } })
  assert.match(problem(other, 'OPTIONS_MISMATCH', 409), /threshold 0\.7, got threshold 0\.9/)
  // A missing option means its default, not the value of the collection.
  for (const body of [undefined, {}, { threshold: 0.7 }]) {
    const fix = /PUT the options that GET \/v1\/collections\/news shows, or take another name/
    assert.match(problem(await ask('PUT', '/v1/collections/news', { body }), 'OPTIONS_MISMATCH', 409), fix)
  }
  const shown = (await ask('GET', '/v1/collections/news')).body.options
  assert.equal((await ask('PUT', '/v1/collections/news', { body: shown })).status, 200)
})

test('without a body a collection has the defaults', async () => {
  const { status, body } = await ask('PUT', '/v1/collections/plain')
  assert.equal(status, 201)
  assert.deepEqual(
    [body.options.method, body.options.threshold, body.options.text],
    ['minhash', 0.8, ['text']],
  )
})

test('two clients that create the same collection at once get one collection', async () => {
  const asked = [1, 2, 3].map(() => ask('PUT', '/v1/collections/at-once', { body: { threshold: 0.6 } }))
  assert.deepEqual((await Promise.all(asked)).map(({ status }) => status).sort(), [200, 200, 201])
})

test('unknown options are refused with the nearest name, wrong values with their domain', async () => {
  const put = (body: unknown) => ask('PUT', '/v1/collections/none', { body })
  assert.match(problem(await put({ treshold: 1 }), 'OPTION_UNKNOWN', 400), /write `threshold`/)
  assert.match(
    problem(await put({ threshold: 2 }), 'OPTION_VALUE', 400),
    /`threshold` to be a number in \(0, 1\]/,
  )
  assert.match(problem(await put({ threshold: null }), 'OPTION_VALUE', 400), /`threshold` to be a value/)
  assert.match(problem(await put([]), 'OPTION_VALUE', 400), /an object with the options/)
  for (const params of ['x', []])
    assert.match(
      problem(await put({ params }), 'OPTION_VALUE', 400),
      /`params` to be an object with parameters/,
    )
  problem(await put({ method: 'solr-md5', params: { quantRate: 1 } }), 'OPTION_UNKNOWN', 400)
  problem(await put({ threshold: 0.01 }), 'BANDS_UNREACHABLE', 400)
  problem(await ask('GET', '/v1/collections/none'), 'COLLECTION_NOT_FOUND', 404)
})

test('a name that could be a path is refused', async () => {
  for (const name of ['..%2Fx', '.hidden', 'a%00b', 'a'.repeat(65), '%2e%2e', 'a b']) {
    const { status } = await ask('PUT', `/v1/collections/${name}`)
    assert([400, 404, 405].includes(status), `${name}: ${status}`)
  }
})

test('an unknown name is a 404, even an impossible one, and so is a slash at the end', async () => {
  for (const [name, path, method] of [
    ['none', '', 'GET'],
    ['_a', '', 'GET'],
    ['_a', '', 'DELETE'],
    ['%C3%BC', '', 'DELETE'],
    ['_a', '/documents/1', 'DELETE'],
    ['%C3%BC', '/pairs', 'GET'],
  ]) {
    const detail = problem(await ask(method, `/v1/collections/${name}${path}`), 'COLLECTION_NOT_FOUND', 404)
    assert.equal(/create it with PUT/.test(detail), name === 'none', detail)
  }
  const added = await ask('POST', '/v1/collections/_a/documents', { body: { text: fox } })
  problem(added, 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('HEAD', '/v1/collections/_a')).status, 404)
  problem(await ask('PUT', '/v1/collections/_a'), 'OPTION_VALUE', 400)
  for (const [path, method] of [
    ['', 'GET'],
    ['', 'PUT'],
    ['', 'DELETE'],
    ['/pairs', 'GET'],
  ])
    problem(await ask(method, `/v1/collections/${path}`), 'ROUTE_NOT_FOUND', 404)
})

test('collections are listed by name, page by page', async () => {
  for (const name of ['list-a', 'list-b', 'list-c']) await ask('PUT', `/v1/collections/${name}`)
  const first = await ask('GET', '/v1/collections?after=list-a&limit=1')
  assert.deepEqual([first.body.items.length, first.body.items[0].name], [1, 'list-b'])
  assert.equal(first.body.next, 'list-b')
  const all = await ask('GET', '/v1/collections')
  const names: string[] = all.body.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, [...names].sort())
  assert.equal(all.body.next, null)
})

test('a deleted collection is gone with its documents', async () => {
  await ask('PUT', '/v1/collections/gone')
  await ask('POST', '/v1/collections/gone/documents', { body: { id: 1, text: fox } })
  assert.equal((await ask('GET', '/v1/collections/gone')).body.documents, 1)
  assert.equal((await ask('DELETE', '/v1/collections/gone')).status, 204)
  problem(await ask('GET', '/v1/collections/gone'), 'COLLECTION_NOT_FOUND', 404)
  problem(await ask('DELETE', '/v1/collections/gone'), 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('PUT', '/v1/collections/gone', { body: { threshold: 0.5 } })).status, 201)
  assert.equal((await ask('GET', '/v1/collections/gone')).body.documents, 0)
})

test('the entity tag depends on the options', async () => {
  const put = (name: string, headers: Record<string, string>) =>
    ask('PUT', `/v1/collections/${name}`, { headers })
  const etag = (await put('tagged', {})).headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{22}"$/)
  await ask('POST', '/v1/collections/tagged/documents', { body: { text: fox } })
  assert.equal((await ask('GET', '/v1/collections/tagged')).headers.get('etag'), etag)
  assert.equal((await put('tagged-too', {})).headers.get('etag'), etag)
  const other = await ask('PUT', '/v1/collections/tagged-else', { body: { threshold: 0.5 } })
  assert.notEqual(other.headers.get('etag'), etag)
  const again = await ask('GET', '/v1/collections/tagged', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
})

test('If-Match and If-None-Match are honoured', async () => {
  const path = '/v1/collections/matched'
  const put = (headers: Record<string, string>) => ask('PUT', path, { headers })
  problem(await put({ 'if-match': '*' }), 'PRECONDITION_FAILED', 412)
  const { status, headers } = await put({ 'if-none-match': '*' })
  assert.equal(status, 201)
  problem(await put({ 'if-none-match': '*' }), 'PRECONDITION_FAILED', 412)
  const etag = headers.get('etag') ?? ''
  assert.equal((await put({ 'if-match': `"x", ${etag}` })).status, 200)
  for (const other of ['"x"', `W/${etag}`])
    problem(await ask('DELETE', path, { headers: { 'if-match': other } }), 'PRECONDITION_FAILED', 412)
  assert.equal((await ask('DELETE', path, { headers: { 'if-match': etag } })).status, 204)
})

test('requests in progress on a deleted collection fail, and only those', async () => {
  const held = Promise.withResolvers<void>()
  const dropping = Promise.withResolvers<void>()
  const catalogue = memoryCatalogue()
  const { store } = catalogue
  catalogue.store = name => {
    const kept = store(name)
    const [drop, counts] = [kept.drop.bind(kept), kept.counts.bind(kept)]
    let isDropped = false
    kept.drop = async () => {
      isDropped = true
      dropping.resolve()
      await held.promise
      return drop()
    }
    kept.counts = async () => {
      if (isDropped)
        throw new NearsameError('STORE_UNAVAILABLE', { expected: 'one', got: 'none', fix: 'wait' })
      return counts()
    }
    return kept
  }
  const gate = Promise.withResolvers<void>()
  const { ask } = await openWorld({
    catalogue,
    openIndex: async (of, options) => {
      const index = await openIndex(of, options)
      const check = index.check.bind(index)
      index.check = async (...given) => {
        await gate.promise
        await index.stats()
        return check(...given)
      }
      return index
    },
  })
  for (const name of ['going', 'staying']) await ask('PUT', `/v1/collections/${name}`)
  const one = ask('POST', '/v1/collections/going/check', { body: { text: fox } })
  const many = ask('POST', '/v1/collections/going/check', { body: [{ text: fox }] })
  const figures = ask('GET', '/readyz')
  await figures
  const deleting = ask('DELETE', '/v1/collections/going')
  await dropping.promise
  gate.resolve()
  problem(await one, 'COLLECTION_NOT_FOUND', 404)
  problem(await many, 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('GET', '/readyz')).body.collections, 1)
  const list = ask('GET', '/v1/collections')
  const late = ask('GET', '/v1/collections/going')
  held.resolve()
  assert.equal((await deleting).status, 204)
  assert.deepEqual(
    (await list).body.items.map(({ name }: { name: string }) => name),
    ['staying'],
  )
  problem(await late, 'COLLECTION_NOT_FOUND', 404)
})

test('a damaged collection does not affect others, can be deleted, and shows no path', async () => {
  const path = mkdtempSync(join(tmpdir(), 'nearsame-damaged-'))
  const first = await openDataDirectory(path)
  const whole = await openServer({ catalogue: first })
  for (const name of ['broken', 'fine']) await request(`${whole.url}/v1/collections/${name}`, 'PUT')
  await whole.close()
  await first.close()
  writeFileSync(join(path, 'c-broken', 'store.sqlite'), 'garbage '.repeat(1000))
  const catalogue = await openDataDirectory(path)
  const server = await openServer({ catalogue })
  const ask = (method: string, route: string) => request(server.url + route, method)
  try {
    await assert.rejects(server.ready, /STORE_CORRUPT: .*, at collection broken\./)
    const list = await ask('GET', '/v1/collections')
    assert.deepEqual(
      list.body.items.map(({ name }: { name: string }) => name),
      ['fine'],
    )
    for (const [method, route] of [
      ['GET', '/v1/collections/broken'],
      ['PUT', '/v1/collections/broken'],
      ['GET', '/readyz'],
    ]) {
      const answer = await ask(method, route)
      assert.match(problem(answer, 'STORE_CORRUPT', 500), /at collection broken.*delete the collection/)
      assert(!answer.text.includes(path))
    }
    assert.equal((await ask('DELETE', '/v1/collections/broken')).status, 204)
    problem(await ask('DELETE', '/v1/collections/broken'), 'COLLECTION_NOT_FOUND', 404)
    assert.equal((await ask('PUT', '/v1/collections/broken')).status, 201)
    for (let i = 0; (await ask('GET', '/readyz')).status !== 200; i++) assert(i < 100)
  } finally {
    await server.close()
    await catalogue.close()
    rmSync(path, { recursive: true })
  }
})

test('a collection that a full disk keeps from opening can be deleted to free space', async () => {
  const catalogue = memoryCatalogue()
  const first = await openServer({ catalogue })
  await request(`${first.url}/v1/collections/large`, 'PUT')
  await first.close()
  const { store } = catalogue
  const full = new NearsameError('DISK_FULL', { expected: 'room', got: 'none', fix: 'make some' })
  const fullCatalogue = {
    ...catalogue,
    store: (name: string) => Object.assign(store(name), { open: () => Promise.reject(full) }),
  }
  const server = await openServer({ catalogue: fullCatalogue })
  server.ready.catch(() => {})
  try {
    const large = `${server.url}/v1/collections/large`
    problem(await request(large, 'GET'), 'DISK_FULL', 507)
    assert.equal((await request(large, 'DELETE')).status, 204)
    problem(await request(large, 'DELETE'), 'COLLECTION_NOT_FOUND', 404)
  } finally {
    await server.close()
  }
})

test('a start lists collections once, however many exist', async () => {
  const catalogue = memoryCatalogue()
  for (let i = 0; i < 30; i++) await openIndex(catalogue.store(`c${i}`))
  let lists = 0
  const counted = {
    ...catalogue,
    list: () => {
      lists++
      return catalogue.list()
    },
  }
  const server = await openServer({ catalogue: counted })
  try {
    await server.ready
    assert.equal((await request(`${server.url}/v1/collections/c29`, 'GET')).status, 200)
    assert.equal(lists, 1)
  } finally {
    await server.close()
  }
})

test('routes without query parameters refuse any', async () => {
  const path = '/v1/collections/queried'
  problem(await ask('PUT', `${path}?threshold=0.5`), 'OPTION_UNKNOWN', 400)
  await ask('PUT', path)
  for (const [method, route] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/expire'],
    ['POST', '/compact'],
    ['POST', '/retrain'],
    ['POST', '/collapse'],
  ]) {
    const answer = await ask(method, `${path}${route}?before=2030-01-01`)
    assert.match(problem(answer, 'OPTION_UNKNOWN', 400), /`before`/, route)
  }
  assert.equal((await ask('GET', path)).status, 200)
  assert.equal((await ask('GET', '/healthz?t=1')).status, 200)
})
