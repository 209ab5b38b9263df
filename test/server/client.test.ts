/** The client against a real server: every route, streams in both directions, errors, retries, timeouts. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import {
  type ClientOptions,
  isNearsameError,
  type NearsameError,
  openClient,
} from '../../src/doors/client.ts'
import { fromJson, toJson } from '../../src/ground/json/exact-json.ts'
import { exchangeBatches } from '../../src/server/client/batch-exchange.ts'
import { runs } from '../ground/runs.ts'
import { fox, openWorld, textOf } from './server-world.ts'

const { url } = await openWorld({ limits: { arrayLength: 1000 } })
const client = openClient({ url })
const transports = ['stream', 'batches'] as const

let made = 0
async function collection(options = {}, how: Partial<ClientOptions> = {}) {
  const found = openClient({ url, ...how }).collection(`c${++made}`)
  await found.create(options)
  return found
}

/** A rejection with this code; the error. */
async function refused(code: string, asked: () => Promise<unknown>): Promise<NearsameError> {
  const error = await asked().then(
    () => assert.fail(`no ${code}`),
    (fault: unknown) => fault,
  )
  assert(isNearsameError(error), String(error))
  assert.equal(error.code, code, error.message)
  return error
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** A server with the answers of a test. */
async function fake(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a collection is created, found again, shown, listed and deleted', async () => {
  const news = client.collection('news')
  const first = await news.create({ threshold: 0.7, text: ['title', 'body'] })
  assert.deepEqual([first.isNew, first.name, first.options.threshold], [true, 'news', 0.7])
  assert.equal((await news.create({ threshold: 0.7, text: ['title', 'body'] })).isNew, false)
  const error = await refused('OPTIONS_MISMATCH', () => news.create({ threshold: 0.9 }))
  assert.match(error.parts.got, /0\.9/)
  assert.equal((await news.info()).documents, 0)
  const names = (await all(client.collections())).map(({ name }) => name)
  assert(names.includes('news'))
  await news.delete()
  await refused('COLLECTION_NOT_FOUND', () => news.info())
})

test('documents are added, checked, shown and removed, each id by its type', async () => {
  const news = await collection()
  assert.deepEqual(await news.add({ id: 7, text: fox }), {
    id: 7,
    status: 'added',
    matches: [],
    cluster: 1,
  })
  const match = { id: 7, similarity: 1, measure: 'jaccard', cluster: 1 }
  assert.deepEqual(await news.check(fox), [match])
  assert.deepEqual(await news.check({ text: fox }, { except: 7 }), [])
  const second = await news.add({ id: '7', text: fox, tags: ['a'] }, { onDuplicate: 'reject' })
  assert.deepEqual([second.status, second.matches], ['rejected', [match]])
  await news.add({ id: '7', text: fox, tags: ['a'], expiresAt: '2040-01-01' })
  const stored = await news.get('7')
  assert.deepEqual([stored?.id, stored?.cluster, stored?.document.tags], ['7', 1, ['a']])
  assert.equal(stored?.expiresAt, Date.parse('2040-01-01'))
  assert(Math.abs((stored?.addedAt ?? 0) - Date.now()) < 60_000)
  assert.deepEqual(await news.check(fox, { limit: 1 }), [match])
  assert.equal(await news.remove('7'), true)
  assert.equal(await news.remove('7'), false)
  assert.equal(await news.get('7'), undefined)
  assert.equal((await news.get(7))?.id, 7)
})

test('ids with any characters work in addresses, except those that mean other addresses', async () => {
  const news = await collection()
  for (const id of ['a/b', 'ä ö?#%', 'x'.repeat(300), '%2e%2e', '\u0000', '👍', -1.5]) {
    await news.add({ id, text: fox })
    assert.equal((await news.get(id))?.id, id)
    assert.equal(await news.remove(id), true)
  }
  for (const id of ['', '.', '..']) {
    await refused('OPTION_VALUE', () => news.get(id))
    await refused('OPTION_VALUE', () => news.remove(id))
  }
  assert.throws(() => client.collection('../x'), { code: 'OPTION_VALUE' })
})

test('lists are read page by page', async () => {
  const news = await collection()
  await news.addAll(Array.from({ length: 25 }, (_, id) => ({ id, text: id < 5 ? fox : textOf(id) })))
  const pairs = await all(news.pairs({ limit: 3 }))
  assert.equal(pairs.length, 10)
  assert.deepEqual(pairs[0], { id1: 0, id2: 1, measure: 'jaccard', similarity: 1 })
  assert.equal((await news.pairsPage({ limit: 3 })).items.length, 3)
  const clusters = await all(news.clusters({ limit: 4 }))
  assert.equal(clusters.length, 21)
  const large = await all(news.clusters({ minDocuments: 2 }))
  assert.deepEqual(large, [{ cluster: 1, documents: 5, members: [0, 1, 2, 3, 4] }])
  const detailed = await all(news.clusters({ kind: 'exact', sort: 'largest', details: true }))
  assert.deepEqual(
    detailed.flatMap(({ details }) => details?.map(({ kind, rule }) => [kind, rule])),
    [['kept', undefined], ...new Array(4).fill(['exact', 'first'])],
  )
  const [largest] = (await news.clustersPage({ sort: 'largest', limit: 1 })).items
  assert.equal(largest.documents, 5)
  assert.equal((await all(news.clusters({ sort: 'smallest', maxDocuments: 1, limit: 6 }))).length, 20)
  assert.equal((await all(news.changes({ limit: 10 }))).length, 21)
  const { cursor } = await news.changesPage({ limit: 1000 })
  await news.add({ id: 'new', text: textOf(99) })
  const later = await all(news.changes({ after: cursor }))
  assert.deepEqual(
    later.map(({ kind, cluster }) => [kind, cluster]),
    [['made', 22]],
  )
})

test('a text and a number written alike are explained by their types', async () => {
  const news = await collection()
  for (const id of [7, '7', 8, '8']) await news.add({ id, text: `${typeof id} ${id}` })
  for (const [a, b] of [
    [7, '7'],
    ['7', 7],
    [7, '8'],
    ['7', 8],
    [7, 8],
    ['7', '8'],
  ]) {
    const explanation = await news.explain(a, b)
    assert.deepEqual([explanation.a.id, explanation.b.id], [a, b])
  }
})

test('collapse, explain and expire work like those of the index', async () => {
  const news = await collection()
  await news.addAll([
    { id: 'a', text: fox },
    { id: 'b', text: `${fox} today` },
    { id: 3, text: textOf(3) },
  ])
  const collapsed = await news.collapse({ ids: ['b', 'a', 3] })
  assert.deepEqual(collapsed.kept, ['b', 3])
  assert.deepEqual([collapsed.dropped[0].id, collapsed.dropped[0].twin], ['a', 'b'])
  const explanation = await news.explain('a', 'b')
  assert.equal(explanation.matches, true)
  assert.equal((await news.explain('a', 3)).matches, false)
  assert.equal(await news.expire({ before: '2020-01-01' }), 0)
  assert.equal(await news.expire({ before: Date.now() + 60_000 }), 3)
})

test('space is reclaimed and records learn again on request', async () => {
  const records = await collection({ method: 'records' })
  const cafes = Array.from({ length: 30 }, (_, i) => ({
    id: i,
    text: `Cafe Number ${i * 37} of ${i * 7919} Hill Street`,
  }))
  await records.addAll(cafes)
  await records.remove(3)
  assert((await records.compact()) > 0)
  await records.retrain()
  assert.equal((await records.info()).documents, 29)
  await refused('COLLECTION_NOT_FOUND', () => client.collection('none').compact())
  await refused('COLLECTION_NOT_FOUND', () => client.collection('none').retrain())
})

test('the server describes itself', async () => {
  assert.deepEqual(await client.health(), { status: 'ok' })
  assert.equal((await client.ready()).status, 'ready')
  assert.match(await client.metrics(), /# HELP/)
  assert.equal((await client.describe()).openapi, '3.1.0')
})

for (const transport of transports) {
  test(`any number of documents gets results in order (${transport})`, async () => {
    const news = await collection({}, { transport })
    async function* documents() {
      for (let id = 0; id < 1500; id++) yield { id, text: textOf(id) }
    }
    const results = await all(news.addEach(documents()))
    assert.deepEqual(
      results.map(({ id, status }) => `${id} ${status}`),
      Array.from({ length: 1500 }, (_, id) => `${id} added`),
    )
    const checked = await all(news.checkEach([textOf(3), { text: textOf(1499) }, { text: 5 } as never]))
    assert.deepEqual(
      checked.map(({ matches, error }) => matches.map(({ id }) => id).join() || error?.code),
      ['3', '1499', 'TEXT_NOT_STRING'],
    )
  })

  test(`awaiting a call for many adds and checks them all (${transport})`, async () => {
    const news = await collection({}, { transport })
    const given = Array.from({ length: 700 }, (_, id) => ({ id, text: textOf(id) }))
    const results = await news.addMany(given)
    assert.deepEqual([results.length, results[699].id, results[699].status], [700, 699, 'added'])
    assert.equal((await news.info()).documents, 700)
    const checked = await news.checkMany([textOf(3), textOf(699), fox])
    assert.deepEqual(
      checked.map(({ matches }) => matches.map(({ id }) => id)),
      [[3], [699], []],
    )
  })

  test(`a bad document gives a result, an unknown collection an error (${transport})`, async () => {
    const news = await collection({}, { transport })
    const results = await all(news.addEach([{ id: 1 }, { id: 2, text: fox }], { onDuplicate: 'skip' }))
    assert.deepEqual(
      results.map(({ status, error }) => error?.code ?? status),
      ['TEXT_MISSING', 'added'],
    )
    const none = openClient({ url, transport }).collection('none')
    await refused('COLLECTION_NOT_FOUND', () => all(none.addEach([{ text: fox }])))
    await refused('COLLECTION_NOT_FOUND', () => all(none.addEach(endless({ count: 0 }))))
    assert.deepEqual(await all(news.addEach([])), [])
  })

  test(`documents that end with an error are added up to it (${transport})`, async () => {
    const news = await collection({}, { transport })
    function* documents() {
      yield { id: 1, text: fox }
      throw new Error('the disk is gone')
    }
    const seen: unknown[] = []
    await assert.rejects(async () => {
      for await (const { id } of news.addEach(documents())) seen.push(id)
    }, /the disk is gone/)
    assert.deepEqual(seen, [1])
    assert.equal((await news.get(1))?.id, 1)
  })

  test(`a caller that takes no more results takes no more documents (${transport})`, async () => {
    const news = await collection({}, { transport })
    const taken = { count: 0, isEnded: false }
    for await (const { id } of news.addEach(endless(taken))) if (id === 10) break
    await new Promise(resolve => setTimeout(resolve, 50))
    assert.deepEqual([taken.isEnded, taken.count < 2000], [true, true], String(taken.count))
  })

  test(`a call can be aborted (${transport})`, async () => {
    const news = await collection({}, { transport })
    const stop = new AbortController()
    const adding = (async () => {
      for await (const { id } of news.addEach(endless({ count: 0 }), { signal: stop.signal }))
        if (id === 10) stop.abort(new Error('enough'))
    })()
    await assert.rejects(adding, /enough/)
    const given = AbortSignal.abort(new Error('before'))
    await assert.rejects(news.check(fox, { signal: given }), /before/)
    await assert.rejects(all(news.addEach([{ text: fox }], { signal: given })), /before/)
  })

  test(`an aborted call leaves a source with a pending value, and calls its return (${transport})`, async () => {
    const news = await collection({}, { transport })
    for (const most of [0, 3]) {
      for (const call of ['addEach', 'checkEach'] as const) {
        const { source, state } = silentAfter(most)
        const stop = new AbortController()
        const { signal } = stop
        const calling: Promise<unknown> =
          call === 'addEach'
            ? all(news.addEach(source, { signal }))
            : all(news.checkEach(source, { signal }))
        setTimeout(() => stop.abort(new Error('enough')), 50)
        await assert.rejects(within(calling, 5_000), /enough/)
        assert.deepEqual(state, { taken: most, returned: 1 })
      }
    }
  })
}

/** A few documents, then one that never comes. */
function silentAfter(most: number) {
  const state = { taken: 0, returned: 0 }
  const iterator = {
    next: async () => {
      if (state.taken === most) await new Promise(() => {})
      state.taken++
      return { done: false, value: { text: textOf(state.taken) } }
    },
    return: async () => {
      state.returned++
      return { done: true as const, value: undefined }
    },
  }
  return { state, source: { [Symbol.asyncIterator]: () => iterator } }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) => setTimeout(fail, ms, new Error('it hangs')).unref()),
  ])
}

async function* endless(state: { count: number; isEnded?: boolean }) {
  try {
    for (;;) {
      await null
      yield { id: state.count, text: textOf(state.count++) }
    }
  } finally {
    state.isEnded = true
  }
}

test('a stream yields each result as soon as it is known', async () => {
  const news = await collection()
  const released: (() => void)[] = []
  async function* documents() {
    for (let id = 0; id < 3; id++) {
      yield { id, text: textOf(id) }
      await new Promise<void>(resolve => released.push(resolve))
    }
  }
  const seen: unknown[] = []
  for await (const { id } of news.addEach(documents())) {
    seen.push(id)
    // Yields the next document only now.
    while (released.length === 0) await new Promise(resolve => setTimeout(resolve, 1))
    released.pop()?.()
  }
  assert.deepEqual(seen, [0, 1, 2])
})

test('a bounded number of documents waits for a slow reader', async () => {
  const news = await collection({}, { transport: 'stream' })
  const taken = { count: 0, isEnded: false }
  let [results, most] = [0, 0]
  for await (const { status } of news.addEach(endless(taken))) {
    assert.equal(status, 'added')
    if (++results % 100 === 0) await new Promise(resolve => setTimeout(resolve, 20))
    most = Math.max(most, taken.count - results)
    if (results === 1000) break
  }
  assert(most <= 514, String(most))
})

test('a key opens a server that needs one, and scopes hold', async () => {
  const world = await openWorld({ apiKeys: 'read:reading,write:writing' })
  const writer = openClient({ url: world.url, apiKey: 'writing' }).collection('a')
  await writer.create()
  await writer.add({ id: 1, text: fox })
  const reader = openClient({ url: `${world.url}/`, apiKey: 'reading' }).collection('a')
  assert.equal((await reader.check(fox)).length, 1)
  await refused('KEY_SCOPE', () => reader.add({ text: fox }))
  await refused('KEY_MISSING', () => openClient({ url: world.url }).collection('a').check(fox))
  await refused('KEY_SCOPE', () => all(reader.addEach([{ text: fox }])))
})

test('repeatable requests are repeated under one key when the server is busy', async () => {
  const seen: string[] = []
  const busy = await fake((request, response) => {
    seen.push(`${request.method} ${request.headers['idempotency-key'] ?? ''}`)
    request.resume()
    if (seen.length % 3 !== 0) {
      response.writeHead(503, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'NOT_READY', expected: 'a', got: 'b', fix: 'c' }))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"results":[{"id":1}],"matches":[],"removed":1}')
  })
  const news = openClient({ url: busy }).collection('a')
  await news.add({ id: 1, text: fox })
  assert.equal(seen.length, 3)
  assert.match(seen[0], /^POST [0-9a-f]{32}$/)
  assert.equal(new Set(seen).size, 1)
  await news.check(fox)
  assert.equal(seen.length, 6)
  await news.add({ id: 1, text: fox }, { idempotencyKey: 'mine' })
  assert.equal(seen.at(-1), 'POST mine')
  // Not requests that could act twice.
  await refused('NOT_READY', () => news.expire())
  assert.equal(seen.length, 10)
  await refused('NOT_READY', () => openClient({ url: busy, retries: 0 }).collection('a').check(fox))
})

test('the server does not execute the same key again', async () => {
  const news = await collection()
  const first = await news.add({ text: fox }, { idempotencyKey: 'k1' })
  assert.deepEqual(await news.add({ text: fox }, { idempotencyKey: 'k1' }), first)
  assert.equal((await news.info()).documents, 1)
  await refused('IDEMPOTENCY_KEY', () => news.add({ text: 'other words' }, { idempotencyKey: 'k1' }))
})

test('errors say whether a server is down, slow, another program or cut off', async () => {
  const away = openClient({ url: 'http://127.0.0.1:1', retries: 0 })
  assert.match((await refused('SERVER_FAILED', () => away.health())).message, /127\.0\.0\.1:1\/healthz/)
  await refused('SERVER_FAILED', () => all(away.collection('a').addEach([{ text: fox }])))

  const silent = await fake(() => {})
  const slow = await refused('REQUEST_TIMEOUT', () =>
    openClient({ url: silent, timeoutMs: 30, retries: 1 }).health(),
  )
  assert.match(slow.message, /timeoutMs` 30/)

  const foreign = await fake((request, response) => {
    request.resume()
    if (request.url === '/healthz') response.writeHead(200).end('<html>')
    else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  })
  assert.match(
    (await refused('SERVER_FAILED', () => openClient({ url: foreign }).health())).message,
    /<html>/,
  )
  const gateway = openClient({ url: foreign, retries: 1 }).collection('a')
  assert.match((await refused('SERVER_FAILED', () => gateway.info())).message, /502 .*Bad gateway/)

  const cut = await fake((request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    request.once('data', () => {
      response.write('{"id":1,"status":"added","matches":[]}\n')
      setTimeout(() => response.destroy(), 20)
    })
  })
  const seen: unknown[] = []
  const error = await refused('SERVER_FAILED', async () => {
    for await (const { id } of openClient({ url: cut })
      .collection('a')
      .addEach(endless({ count: 0 })))
      seen.push(id)
  })
  assert.deepEqual(seen, [1])
  assert.match(error.message, /1 results, then/)

  const short = await fake((request, response) => {
    request.resume()
    request.once('end', () => response.end('{"id":1,"status":"added","matches":[]}\n'))
  })
  const two = [
    { id: 1, text: fox },
    { id: 2, text: fox },
  ]
  await refused('SERVER_FAILED', () => all(openClient({ url: short }).collection('a').addEach(two)))
})

test('wrong options are refused, and a key is never shown', () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{}, /url to be an address/],
    [{ url: 'ftp://x' }, /url to be an address/],
    [{ url: 'http://me:secret@x' }, /without account/],
    [{ url, apiKey: 'two words' }, /apiKey/],
    [{ url, timeoutMs: 0 }, /timeoutMs/],
    [{ url, retries: -1 }, /retries/],
    [{ url, transport: 'pigeon' }, /transport/],
    [{ url, fetch: 5 }, /fetch/],
    [{ url, key: 'x' }, /OPTION_UNKNOWN/],
  ]
  for (const [options, says] of wrong) {
    assert.throws(
      () => openClient(options as unknown as ClientOptions),
      (error: Error) => says.test(error.message) && !/secret|two words/.test(error.message),
    )
  }
})

test('whole numbers keep their digits in transit', async () => {
  const id = 12345678901234567890n
  const news = await collection()
  assert.equal((await news.add({ id, text: fox })).id, id)
  assert.equal((await news.get(id))?.id, id)
  assert.equal((await news.check(fox))[0].id, id)
  assert.equal((await all(news.addEach([{ id, text: fox }])))[0].status, 'exists')
  assert.equal(await news.remove(id), true)
  const account = { id: 'a', text: fox, account: id, parts: [{ n: -id }] }
  await news.add(account)
  assert.deepEqual((await news.get('a'))?.document, account)
  assert.equal(toJson({ id, n: 1 }), '{"id":12345678901234567890,"n":1}')
  const text =
    '{"items":[{"id1":12345678901234567890,"id2":1,"members":[98765432109876543210,"a"],"n":12345678901234567890}]}'
  const expected = { id1: id, id2: 1, members: [98765432109876543210n, 'a'], n: id }
  assert.deepEqual(fromJson(text), { items: [expected] })
  fc.assert(
    fc.property(fc.jsonValue(), value =>
      assert.equal(toJson(fromJson(JSON.stringify(value))), JSON.stringify(value)),
    ),
  )
})

test('a stored document has its id with all digits, as the index in the library gives it', async () => {
  const news = await collection()
  const id = 12345678901234567890n
  await news.add({ id, text: fox })
  assert.deepEqual((await news.get(id))?.document, { id, text: fox })
  const { id: made, document } = (await news.get((await news.add({ text: textOf(1) })).id as string)) ?? {}
  assert.equal(typeof made, 'string')
  assert.equal(document?.text, textOf(1))
  const second = 12345678901234567891n
  await news.add({ id: second, text: fox })
  assert.deepEqual((await news.collapse({ ids: [second, id] })).kept, [second])
})

test('too few results for an array are an error', async () => {
  const results = exchangeBatches(['a', 'b'], async () => ['a'])
  await refused('SERVER_FAILED', () => all(results))
})

test('batches hold any values once and in order, whatever their lengths', async () => {
  const lengths = fc.array(fc.oneof(fc.nat(300), fc.constant(2 ** 20 + 5)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(lengths, fc.nat(600), async (some, more) => {
      const values = [...some, ...Array.from({ length: more }, (_, i) => i % 7)].map(length =>
        'x'.repeat(length),
      )
      const sent: number[] = []
      const send = async (array: string) => {
        const parsed = JSON.parse(array) as string[]
        sent.push(parsed.length)
        return parsed.map(value => value.length)
      }
      const results = await all(exchangeBatches(values, send))
      assert.deepEqual(
        results,
        values.map(value => value.length),
      )
      assert(sent.every(count => count > 0 && count <= 256))
    }),
    { numRuns: runs(20) },
  )
})
