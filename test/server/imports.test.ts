/** Streams of documents over HTTP: in order, as they become durable, at the pace of the slower side. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { fox, lines, openWorld, problem, textOf } from './server-world.ts'

const { ask, url, server } = await openWorld({ limits: { lineBytes: 2_000, textLength: 1_500 } })
const type = 'application/x-ndjson'
const resultsIn = (body: string) =>
  body
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

async function made(name: string): Promise<string> {
  await ask('PUT', `/v1/collections/${name}`)
  return `/v1/collections/${name}/documents`
}

/** A request that writes its body piece by piece while it reads the answer. */
function openStream(path: string, base = url) {
  const sending = request(base + path, { method: 'POST', headers: { 'content-type': type } })
  const answer = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject)
  })
  sending.flushHeaders()
  return { sending, answer }
}

test('each line has its result, in order; a bad one does not stop the stream', async () => {
  const path = await made('lines')
  const body = lines([
    { id: 1, text: fox },
    '',
    '{"id": 2, "text": ',
    { id: 3 },
    { id: 4, text: 'x'.repeat(1_600) },
    `{"id": 5, "text": "${'y'.repeat(2_000)}"}`,
    { id: 6, text: `${fox} today` },
    '[]',
    { id: 1, text: fox },
  ])
  const answer = await ask('POST', path, { body: `\ufeff${body}`, type })
  assert.equal(answer.headers.get('content-type'), type)
  const shown = resultsIn(answer.text).map(({ id, status, error, line }) => [id, status, error?.code, line])
  assert.deepEqual(shown, [
    [1, 'added', undefined, undefined],
    [null, 'bad', 'JSON_SYNTAX', 3],
    [3, 'bad', 'TEXT_MISSING', 4],
    [null, 'bad', 'RECORD_TOO_LONG', 5],
    [null, 'bad', 'RECORD_TOO_LONG', 6],
    [6, 'added', undefined, undefined],
    [null, 'bad', 'RECORD_NOT_OBJECT', 8],
    [1, 'exists', 'DOCUMENT_EXISTS', undefined],
  ])
})

test('line ends may be CR LF, and pieces may end anywhere', async () => {
  const path = await made('cut')
  const body = Buffer.from(
    `${lines([{ id: 'ä', text: fox }]).replaceAll('\n', '\r\n')}\r\n{"id":"\u{1f98a}","text":"x y"}`,
  )
  const { sending, answer } = openStream(path)
  for (let at = 0; at < body.length; at += 7) {
    sending.write(body.subarray(at, at + 7))
    if (at % 70 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  sending.end()
  const results = resultsIn(await text(await answer))
  assert.deepEqual(
    results.map(({ id, status }) => [id, status]),
    [
      ['ä', 'added'],
      ['\u{1f98a}', 'added'],
    ],
  )
})

test('results come while the body is still being sent', async () => {
  const path = await made('early')
  const { sending, answer } = openStream(path)
  const response = await answer
  const pieces = response[Symbol.asyncIterator]()
  for (let id = 1; id <= 3; id++) {
    sending.write(`${JSON.stringify({ id, text: textOf(id) })}\n`)
    const { value } = await pieces.next()
    assert.equal(JSON.parse(String(value)).id, id)
  }
  sending.end()
  assert.equal((await pieces.next()).done, true)
})

test('a client that sends all before it reads gets all results, in order', async () => {
  const path = await made('blind')
  const { sending, answer } = openStream(path)
  const count = 3_000
  for (let id = 0; id < count; id++) sending.write(`${JSON.stringify({ id, text: textOf(id) })}\n`)
  await new Promise<void>(resolve => sending.end(resolve))
  const ids = resultsIn(await text(await answer)).map(({ id }) => id)
  assert.deepEqual(
    ids,
    Array.from({ length: count }, (_, id) => id),
  )
})

test('a client that disconnects midway leaves whole documents and nothing of its unfinished last line', async () => {
  const path = await made('left')
  const { sending, answer } = openStream(path)
  const response = await answer
  sending.write(
    `${lines([
      { id: 1, text: textOf(1) },
      { id: 2, text: textOf(2) },
    ])}\n{"id":3,"text":"unfin`,
  )
  let received = ''
  for await (const piece of response) {
    received += piece
    if (received.includes('"id":2')) break
  }
  sending.destroy()
  assert.equal((await ask('GET', '/v1/collections/left')).body.documents, 2)
  assert.equal((await ask('GET', `${path}/2`)).status, 200)
})

test('a long import reports its progress by events', async () => {
  const path = await made('events')
  const documents = [...Array.from({ length: 50 }, (_, id) => ({ id, text: textOf(id) })), 'bad']
  const asked = { body: lines(documents), type, headers: { accept: 'text/event-stream' } }
  const answer = await ask('POST', path, asked)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  const events = answer.text
    .trim()
    .split('\n\n')
    .map(event => /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [])
  const [, name, data] = events.at(-1) as string[]
  assert.equal(name, 'done')
  assert.deepEqual(JSON.parse(data), {
    received: 51,
    added: 50,
    replaced: 0,
    skipped: 0,
    exists: 0,
    rejected: 0,
    bad: 1,
  })
  assert(events.some(([, kind]) => kind === 'progress'))
  assert.equal(JSON.parse(events.find(([, kind]) => kind === 'bad')?.[2] ?? '').line, 51)
  const refusing = { accept: 'application/x-ndjson, text/event-stream;q=0' }
  const asLines = await ask('POST', path, { ...asked, headers: refusing })
  assert.equal(asLines.headers.get('content-type'), 'application/x-ndjson')
  const byQuery = await ask('POST', `${path}?events=1`, { body: lines(documents), type })
  assert.match(byQuery.text, /"exists":50,"rejected":0/)
})

test('an Idempotency-Key with a stream is refused', async () => {
  const path = await made('keyed')
  const answer = await ask('POST', path, {
    body: lines([{ text: fox }]),
    type,
    headers: { 'idempotency-key': 'x' },
  })
  assert.match(problem(answer, 'OPTION_VALUE', 400), /NDJSON/)
})

test('streams beyond the limit get a request to retry', async () => {
  const world = await openWorld({ limits: { imports: 1 } })
  await world.ask('PUT', '/v1/collections/one')
  const path = '/v1/collections/one/documents'
  const { sending, answer } = openStream(path, world.url)
  const response = await answer
  const second = await world.ask('POST', path, { body: '{"text":"x"}', type })
  assert.match(problem(second, 'RATE_LIMIT', 429), /`imports`/)
  assert.equal(second.headers.get('retry-after'), '1')
  sending.end()
  await text(response)
  assert.equal((await world.ask('POST', path, { body: '{"text":"x"}', type })).status, 200)
})

test('a store that fails midway cuts the stream off after the earlier results', async () => {
  const { openIndex } = await import('../../src/online/index/text-index.ts')
  const { NearsameError } = await import('../../src/ground/errors/nearsame-error.ts')
  const world = await openWorld({
    openIndex: async (store, options) => {
      const write = store.write.bind(store)
      let writes = 0
      store.write = work => {
        if (++writes <= 1) return write(work)
        throw new NearsameError('STORE_UNAVAILABLE', { expected: 'x', got: 'y', fix: 'z' })
      }
      return openIndex(store, options)
    },
  })
  await world.ask('PUT', '/v1/collections/away')
  const { sending, answer } = openStream('/v1/collections/away/documents', world.url)
  const response = await answer
  sending.on('error', () => {})
  let received = ''
  sending.write('{"id":1,"text":"a b c"}\n')
  await assert.rejects(async () => {
    for await (const piece of response) {
      received += piece
      sending.write('{"id":2,"text":"d e f"}\n')
    }
  })
  assert.deepEqual(
    resultsIn(received).map(({ id }) => id),
    [1],
  )
  const single = await world.ask('POST', '/v1/collections/away/documents', { body: { text: fox } })
  problem(single, 'STORE_UNAVAILABLE', 503)
  assert.equal(single.headers.get('retry-after'), '1')
})

test('a closing server completes the documents in progress of an import, then cuts it off', async () => {
  const logged: { level: number; msg: string }[] = []
  const world = await openWorld({ logger: pino({}, { write: line => logged.push(JSON.parse(line)) }) })
  await world.ask('PUT', '/v1/collections/closing')
  const { sending, answer } = openStream('/v1/collections/closing/documents', world.url)
  sending.on('error', () => {})
  const response = await answer
  for (let id = 0; id < 100; id++) sending.write(`${JSON.stringify({ id, text: textOf(id) })}\n`)
  let received = ''
  let closed: Promise<void> | undefined
  await assert.rejects(async () => {
    for await (const piece of response) {
      received += piece
      closed ??= world.server.close()
    }
  })
  await closed
  const ids = resultsIn(received).map(({ id }) => id)
  assert.deepEqual(
    ids,
    Array.from({ length: ids.length }, (_, id) => id),
  )
  const store = world.catalogue.store('closing')
  assert((await store.counts()).documents >= ids.length, 'acknowledged documents are stored')
  const cut = logged.filter(({ msg }) => msg.startsWith('a stream was cut off'))
  assert.deepEqual(
    cut.map(({ level }) => pino.levels.labels[level]),
    ['info'],
  )
})

test('small checks are answered while a long import goes on', async () => {
  const path = await made('busy')
  const { sending, answer } = openStream(path)
  const reading = text(await answer)
  const importing = (async () => {
    for (let id = 0; id < 4_000; id++) {
      const isRoom = sending.write(`${JSON.stringify({ id, text: textOf(id) })}\n`)
      if (!isRoom) await new Promise(resolve => sending.once('drain', resolve))
    }
    await new Promise<void>(resolve => sending.end(resolve))
  })()
  let checks = 0
  let isOver = false
  void Promise.all([importing, reading]).then(() => {
    isOver = true
  })
  while (!isOver) {
    assert.equal((await ask('POST', '/v1/collections/busy/check', { body: { text: fox } })).status, 200)
    checks++
  }
  assert(checks >= 5, `${checks} checks`)
  assert.equal((await server.figures()).documents >= 4_000, true)
})
