/** Imports of files: progress, errors with their places, cancelling, dropped connections. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { fox, openWorld, problem, textOf } from './server-world.ts'

const { ask, url } = await openWorld({ limits: { lineBytes: 2_000, imports: 2 } })
const type = 'application/octet-stream'

async function made(name: string): Promise<string> {
  await ask('PUT', `/v1/collections/${name}`)
  return `/v1/collections/${name}`
}

/** An upload that sends its body piece by piece. */
function upload(path: string) {
  const sending = request(url + path, { method: 'POST', headers: { 'content-type': type } })
  sending.on('error', () => {})
  const answer = new Promise<number | undefined>(resolve => {
    sending
      .once('response', response => resolve(response.resume().statusCode))
      .once('close', () => resolve(undefined))
  })
  return { sending, answer }
}

async function until<T>(look: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  for (let i = 0; ; i++) {
    const value = await look()
    if (isReached(value) || i > 200) return value
    await sleep(20)
  }
}

test('records of every format are added; bad ones are errors with their numbers', async () => {
  const path = await made('formats')
  const files = {
    jsonl: `{"id":1,"text":"${fox}"}\n\n{"id":2}\n{"id":3,"text":"${'x'.repeat(2_100)}"}\nno json\n{"id":1,"text":"again"}\n`,
    csv: `id;text\r\nc1;"${textOf(1)}; ""quoted"""\r\nc2;${textOf(2)}`,
    tsv: `text\tid\n${textOf(3)}\tt1\n`,
    txt: `\ufeff${textOf(4)}\n${textOf(5)}\n`,
  }
  const ended = []
  for (const [format, body] of Object.entries(files)) {
    const {
      status,
      body: state,
      text,
    } = await ask('POST', `${path}/imports?format=${format}&file=f.${format}`, { body, type })
    assert.equal(status, 200, text)
    assert.deepEqual([state.status, state.name, state.format], ['done', `f.${format}`, format])
    assert.equal(state.bytes, Buffer.byteLength(body))
    assert.equal(state.totalBytes, state.bytes)
    ended.push(state)
  }
  assert.deepEqual(ended[0].counts, { added: 1, replaced: 0, skipped: 0, exists: 1, rejected: 0, bad: 3 })
  assert.deepEqual(
    ended[0].errors.map(({ line, code }: { line: number; code: string }) => [line, code]),
    [
      [2, 'TEXT_MISSING'],
      [3, 'RECORD_TOO_LONG'],
      [4, 'JSON_SYNTAX'],
    ],
  )
  assert.deepEqual(
    ended.map(({ counts }) => counts.added),
    [1, 2, 1, 2],
  )
  const { document } = (await ask('GET', `${path}/documents/c1`)).body
  assert.equal(document.text, `${textOf(1)}; "quoted"`)
  const listed = (await ask('GET', `${path}/imports`)).body.items
  assert.deepEqual(listed, ended.toReversed())
  assert.deepEqual((await ask('GET', `${path}/imports/${ended[1].id}`)).body, ended[1])
})

test('a text that `nullText` names counts as none', async () => {
  const path = await made('nulls')
  const body = `id,text\n1,\\N\n2,${textOf(1)}\n3,\n4,\\N and more of it\n`
  const query = `format=csv&nullText=${encodeURIComponent('\\N')}`
  const { body: state } = await ask('POST', `${path}/imports?${query}`, { body, type })
  assert.deepEqual([state.counts.added, state.counts.bad], [2, 2])
  assert.deepEqual(
    state.errors.map(({ line, code }: { line: number; code: string }) => [line, code]),
    [
      [1, 'TEXT_MISSING'],
      [3, 'TEXT_MISSING'],
    ],
  )
  const { body: all } = await ask('POST', `${await made('no-nulls')}/imports?format=csv`, { body, type })
  assert.deepEqual([all.counts.added, all.counts.bad], [3, 1])
})

test('zero bytes between members of gzip are padding, and what is no member ends the import', async () => {
  const path = await made('padded')
  const one = gzipSync(`{"id":1,"text":"${textOf(1)}"}\n`)
  const two = gzipSync(`{"id":2,"text":"${textOf(2)}"}\n`)
  const send = (bytes: Buffer) =>
    ask('POST', `${path}/imports?format=jsonl&file=x.gz`, { body: new Uint8Array(bytes) as never, type })
  const padded = await send(Buffer.concat([one, Buffer.alloc(300), two, Buffer.alloc(300)]))
  assert.deepEqual([padded.body.status, padded.body.counts.added], ['done', 2])
  const garbage = await send(Buffer.concat([one, Buffer.alloc(300), Buffer.from('garbage')]))
  problem(garbage, 'ARCHIVE_CORRUPT', 400)
})

test('a file that is no such format fails, and says why', async () => {
  const path = await made('wrong')
  const answer = await ask('POST', `${path}/imports?format=csv&id=w`, { body: 'a,a\n1,2\n', type })
  problem(answer, 'CSV_HEADER', 400)
  const { status, error } = (await ask('GET', `${path}/imports/w`)).body
  assert.deepEqual([status, error.code], ['failed', 'CSV_HEADER'])
})

test('progress is seen while a file arrives; a dropped connection fails it, and what was added stays', async () => {
  const path = await made('dropped')
  const { sending } = upload(`${path}/imports?format=jsonl&id=d`)
  sending.write(
    Array.from({ length: 50 }, (_, id) => `${JSON.stringify({ id, text: textOf(id) })}\n`).join(''),
  )
  const look = async () => (await ask('GET', `${path}/imports/d`)).body
  const running = await until(look, state => state?.documents === 50)
  assert.deepEqual([running.status, running.totalBytes, running.endedAt], ['running', null, null])
  sending.write('{"id":"half","text":"')
  sending.destroy()
  const ended = await until(look, state => state.status !== 'running')
  assert.deepEqual([ended.status, ended.error.code], ['failed', 'REQUEST_SYNTAX'])
  assert.equal((await ask('GET', path)).body.documents, 50)
  problem(await ask('GET', `${path}/documents/half`), 'DOCUMENT_NOT_FOUND', 404)
})

test('an import can be cancelled; what it has added stays', async () => {
  const path = await made('cancelled')
  const { sending, answer } = upload(`${path}/imports?format=txt&id=c`)
  sending.write(`${textOf(1)}\n${textOf(2)}\n`)
  const look = async () => (await ask('GET', `${path}/imports/c`)).body
  await until(look, state => state?.documents === 2)
  assert.equal((await ask('DELETE', `${path}/imports/c`)).status, 204)
  assert.equal(await answer, 200)
  sending.destroy()
  assert.equal((await look()).status, 'cancelled')
  assert.equal((await ask('DELETE', `${path}/imports/c`)).status, 204)
  assert.equal((await ask('GET', path)).body.documents, 2)
})

test('limits, ids in use, unknown imports and wrong requests are refused', async () => {
  const path = await made('refused')
  problem(await ask('POST', `${path}/imports?format=xml`, { body: 'x', type }), 'OPTION_VALUE', 400)
  problem(await ask('POST', `${path}/imports`, { body: 'x', type }), 'OPTION_VALUE', 400)
  problem(
    await ask('POST', `${path}/imports?format=txt`, { body: '{}', type: 'application/json' }),
    'CONTENT_TYPE',
    415,
  )
  problem(
    await ask('POST', '/v1/collections/none/imports?format=txt', { body: 'x', type }),
    'COLLECTION_NOT_FOUND',
    404,
  )
  const missing = await ask('DELETE', `${path}/imports/none`)
  assert.equal(
    problem(missing, 'IMPORT_NOT_FOUND', 404),
    'IMPORT_NOT_FOUND: expected the id of an import that runs or ended within the last hour, got "none". ' +
      'To fix: list them with GET /v1/collections/{name}/imports.',
  )
  const open = ['x', 'y'].map(id => upload(`${path}/imports?format=txt&id=${id}`))
  for (const { sending } of open) sending.write('one')
  await until(
    async () => (await ask('GET', `${path}/imports`)).body.items.length,
    count => count === 2,
  )
  problem(await ask('POST', `${path}/imports?format=txt`, { body: 'x', type }), 'RATE_LIMIT', 429)
  for (const { sending } of open) sending.end()
  for (const { answer } of open) assert.equal(await answer, 200)
  problem(await ask('POST', `${path}/imports?format=txt&id=x`, { body: 'x', type }), 'OPTION_VALUE', 400)
})

test('imports need a key that may write', async () => {
  const keyed = await openWorld({ apiKeys: 'read:r,write:w' })
  await keyed.ask('PUT', '/v1/collections/news', { headers: { 'x-api-key': 'w' } })
  const path = '/v1/collections/news/imports'
  const headers = { 'x-api-key': 'r' }
  problem(await keyed.ask('POST', `${path}?format=txt`, { body: 'x', type, headers }), 'KEY_SCOPE', 403)
  problem(await keyed.ask('DELETE', `${path}/x`, { headers }), 'KEY_SCOPE', 403)
  assert.deepEqual((await keyed.ask('GET', path, { headers })).body, { items: [] })
})

test('markup in a file stays text, in ids, names and answers', async () => {
  const path = await made('hostile')
  const html = '<script>alert(1)</script>"\u2028'
  const body = `${JSON.stringify({ id: html, text: html })}\n${html}\n`
  const { body: state, headers } = await ask(
    'POST',
    `${path}/imports?format=jsonl&file=${encodeURIComponent(html)}`,
    { body, type },
  )
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(state.name, html)
  const found = (await ask('GET', `${path}/documents?contains=${encodeURIComponent('<SCRIPT>')}`)).body
  assert.deepEqual(
    found.items.map(({ id }: { id: string }) => id),
    [html],
  )
})

test('an import names the source of documents that have none, and clusters are found by it', async () => {
  const path = await made('sourced')
  const body = `{"id":1,"text":"${fox}"}\n{"id":2,"text":"${fox}","source":"own"}\n`
  await ask('POST', `${path}/imports?format=jsonl&source=desk%207`, { type, body })
  await ask('POST', `${path}/imports?format=txt&source=notes`, { type, body: `${textOf(1)}\n` })
  const sources = [1, 2].map(async id => (await ask('GET', `${path}/documents/${id}`)).body.document.source)
  assert.deepEqual(await Promise.all(sources), ['desk 7', 'own'])
  const listed = async (query: string) => (await ask('GET', `${path}/clusters?${query}`)).body.items
  const [found] = await listed('source=own&details=true')
  assert.deepEqual(
    found.details.map(({ source }: { source: string }) => source),
    ['desk 7', 'own'],
  )
  assert.deepEqual(await listed('source=notes&minDocuments=2'), [])
})

test('a compressed import has a bound of unpacked bytes', async () => {
  const bounded = await openWorld({ limits: { importExpansion: 20 } })
  await bounded.ask('PUT', '/v1/collections/a')
  const path = '/v1/collections/a/imports'
  const bomb = Buffer.alloc(1_200_000, '{}\n'.padStart(1_500))
  const text = Array.from({ length: 20 }, (_, id) => JSON.stringify({ id, text: textOf(id) })).join('\n')
  for (const [name, pack] of Object.entries({ gz: gzipSync, zst: zstdCompressSync })) {
    const query = `?format=jsonl&onDuplicate=replace&id=${name}`
    const refused = await bounded.ask('POST', path + query, { body: pack(bomb), type })
    assert.match(
      problem(refused, 'REQUEST_TOO_LARGE', 413),
      /at most 20 unpacked bytes .*`importExpansion`/,
    )
    const { status, error } = (await bounded.ask('GET', `${path}/${name}`)).body
    assert.deepEqual([status, error.code], ['failed', 'REQUEST_TOO_LARGE'])
    const taken = await bounded.ask('POST', `${path}${query}-text`, { body: pack(text), type })
    assert.deepEqual([taken.status, taken.body.documents], [200, 20], name)
    // The first MiB may unpack from anything.
    const small = pack(bomb.subarray(0, 900_000))
    const free = await bounded.ask('POST', `${path}${query}-small`, { body: small, type })
    assert.deepEqual([free.status, free.body.counts.bad], [200, 600])
  }
  const plain = await bounded.ask('POST', `${path}?format=jsonl`, {
    body: bomb,
    type,
  })
  assert.equal(plain.status, 200)
})

test('70 KB that unpack to a million lines end with the bound, and the server answers others meanwhile', async () => {
  const bounded = await openWorld({ limits: { importExpansion: 14 } })
  await bounded.ask('PUT', '/v1/collections/a')
  const line = '{"id":1,"body":"one two three"}\n'
  const bomb = gzipSync(Buffer.alloc(1_000_000 * line.length, line))
  assert(bomb.length > 60_000 && bomb.length < 80_000, `${bomb.length}`)
  let isOver = false
  const path = '/v1/collections/a/imports'
  const refused = bounded.ask('POST', `${path}?format=jsonl&id=bomb`, { body: bomb, type }).then(answer => {
    isOver = true
    return answer
  })
  let answers = 0
  while (!isOver) {
    assert.equal((await bounded.ask('GET', '/v1/collections/a')).status, 200)
    answers++
    await sleep(20)
  }
  assert(answers >= 3, `${answers}`)
  const bound =
    /at most 14 unpacked bytes for each byte of a compressed import, the limit `importExpansion`/
  assert.match(problem(await refused, 'REQUEST_TOO_LARGE', 413), bound)
  const { documents, counts } = (await bounded.ask('GET', `${path}/bomb`)).body
  assert.equal(counts.bad, documents)
  assert(documents > 0 && documents <= (14 * bomb.length + 65_536) / line.length, `${documents}`)
})

test('an import works longer than a client may be silent; a silent client is cut off, and the log says so', async () => {
  const written: string[] = []
  const quick = await openWorld({
    limits: { silenceTimeoutMs: 200 },
    logger: { level: 'info', destination: { write: line => void written.push(line) } },
  })
  await quick.ask('PUT', '/v1/collections/a')
  const path = `${quick.url}/v1/collections/a/imports?format=jsonl&id=`
  const lines = Array.from({ length: 3_000 }, (_, id) => JSON.stringify({ id, text: textOf(id) })).join(
    '\n',
  )
  const from = performance.now()
  const { status, body } = await quick.ask('POST', `${path.slice(quick.url.length)}long`, {
    body: gzipSync(lines),
    type,
  })
  assert.deepEqual([status, body.status, body.documents], [200, 'done', 3_000])
  assert(performance.now() - from > 200, 'long enough to tell')
  const sending = request(`${path}silent`, { method: 'POST', headers: { 'content-type': type } })
  sending.write('{"id":"a","text":"one"}\n')
  await assert.rejects(
    new Promise((resolve, reject) => sending.once('response', resolve).once('error', reject)),
  )
  const cut = () =>
    written.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'a request was cut off')
  await until(
    async () => cut().length,
    count => count === 1,
  )
  const [{ method, route, why }] = cut()
  assert.deepEqual(
    [method, route, why],
    ['POST', '/v1/collections/:name/imports', 'the limit silenceTimeoutMs'],
  )
})
