/** Documents over HTTP: added one by one, in arrays, shown, deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fox, openWorld, problem, textOf } from './server-world.ts'

const { ask } = await openWorld()
const made = (name: string, body: object = {}) => ask('PUT', `/v1/collections/${name}`, { body })
const add = (name: string, body: unknown, query = '') =>
  ask('POST', `/v1/collections/${name}/documents${query}`, { body })

test('a document gets its result with the documents it matches', async () => {
  await made('one')
  const first = await add('one', { id: 'a', text: fox })
  assert.deepEqual(first.body, { results: [{ id: 'a', status: 'added', matches: [], cluster: 1 }] })
  const second = await add('one', { id: 'b', text: fox })
  const match = { id: 'a', similarity: 1, measure: 'jaccard', cluster: 1 }
  assert.deepEqual(second.body.results, [{ id: 'b', status: 'added', matches: [match], cluster: 1 }])
})

test('a document without an id gets one', async () => {
  await made('nameless')
  const { body } = await add('nameless', { text: fox })
  const { id } = body.results[0]
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal((await ask('GET', `/v1/collections/nameless/documents/${id}`)).body.document.text, fox)
})

test('an error in a single document sets the status of the answer', async () => {
  await made('bad')
  problem(await add('bad', { id: 1 }), 'TEXT_MISSING', 400)
  problem(await add('bad', { id: 1, text: 5 }), 'TEXT_NOT_STRING', 400)
  problem(await add('bad', { id: {}, text: fox }), 'OPTION_VALUE', 400)
  problem(await add('bad', { text: fox, expiresAt: 'soon' }), 'OPTION_VALUE', 400)
  problem(await add('bad', 5), 'RECORD_NOT_OBJECT', 400)
  problem(await ask('POST', '/v1/collections/bad/documents'), 'REQUEST_SYNTAX', 400)
  problem(await add('none', { text: fox }), 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('GET', '/v1/collections/bad')).body.documents, 0)
})

test('results of a long array, sent in pieces, are complete and in order', async () => {
  await made('long')
  const count = 800
  const { status, body, headers } = await add(
    'long',
    Array.from({ length: count }, (_, id) => ({ id, text: fox })),
  )
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert(JSON.stringify(body).length > 2 ** 20)
  const results: { id: number; status: string; matches: unknown[] }[] = body.results
  assert.deepEqual(
    results.map(({ id }) => id),
    Array.from({ length: count }, (_, id) => id),
  )
  assert(results.every(({ status: was }) => was === 'added'))
  assert.equal(results[1].matches.length, 1)
})

test('in an array each document has its own result, and a bad one does not stop the others', async () => {
  await made('array')
  const { status, body } = await add('array', [
    { id: 1, text: fox },
    { id: 2 },
    'x',
    { id: 3, text: `${fox} now` },
  ])
  assert.equal(status, 200)
  const shown = body.results.map(({ id, status: was, error }: Record<string, { code: string }>) => [
    id,
    was,
    error?.code,
  ])
  assert.deepEqual(shown, [
    [1, 'added', undefined],
    [2, 'bad', 'TEXT_MISSING'],
    [null, 'bad', 'RECORD_NOT_OBJECT'],
    [3, 'added', undefined],
  ])
  assert.deepEqual(
    body.results[3].matches.map(({ id }: { id: number }) => id),
    [1],
  )
  assert.deepEqual((await add('array', [])).body, { results: [] })
})

test('many documents may come as the only member of an object, unless the collection has texts there', async () => {
  await made('members')
  const many = { documents: [{ id: 1, text: fox }, 5, { id: 2, text: fox }] }
  const { status, body } = await add('members', many)
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map((result: { status: string }) => result.status),
    ['added', 'bad', 'added'],
  )
  const checked = await ask('POST', '/v1/collections/members/check?threshold=0.9', { body: many })
  assert.deepEqual(
    checked.body.results.map(({ matches }: { matches: unknown[] }) => matches.length),
    [2, 0, 2],
  )
  // Beside other members it is a field like any other.
  const beside = await add('members', { id: 3, text: fox, documents: [{ text: 'x' }] })
  assert.deepEqual(beside.body.results[0].id, 3)
  problem(await add('members', { documents: 'x' }), 'TEXT_MISSING', 400)
  await made('parts', { text: ['documents.*.text'] })
  const parts = await add('parts', { documents: [{ text: fox }, { text: 'more' }] })
  assert.equal(parts.body.results.length, 1)
})

test('onDuplicate rejects, skips or replaces', async () => {
  await made('twice')
  await add('twice', { id: 1, text: fox })
  const statusOf = async (body: object, query: string) =>
    (await add('twice', body, query)).body.results[0].status
  assert.equal(await statusOf({ id: 2, text: fox }, '?onDuplicate=reject'), 'rejected')
  assert.equal(await statusOf({ id: 1, text: textOf(1) }, '?onDuplicate=reject'), 'exists')
  assert.equal(await statusOf({ id: 2, text: fox }, '?onDuplicate=skip'), 'skipped')
  assert.equal(await statusOf({ id: 2, text: `${fox} now` }, '?onDuplicate=replace'), 'replaced')
  problem(await ask('GET', '/v1/collections/twice/documents/1'), 'DOCUMENT_NOT_FOUND', 404)
  const taken = (await add('twice', { id: 2, text: textOf(1) })).body.results[0]
  assert.deepEqual([taken.status, taken.error.code], ['exists', 'DOCUMENT_EXISTS'])
  const unknown = await add('twice', { text: fox }, '?onDuplicate=keep')
  assert.match(problem(unknown, 'OPTION_VALUE', 400), /one of add, reject, skip, replace/)
  assert.match(
    problem(await add('twice', { text: fox }, '?onDuplicat=add'), 'OPTION_UNKNOWN', 400),
    /`onDuplicate`/,
  )
})

test('an id in a path means the text id if it exists, else the number written so', async () => {
  await made('ids')
  const idAt = async (path: string) => (await ask('GET', `/v1/collections/ids/documents/${path}`)).body?.id
  await add('ids', [
    { id: 7, text: textOf(7) },
    { id: 0, text: textOf(0) },
  ])
  assert.deepEqual([await idAt('7'), await idAt('0')], [7, 0])
  problem(await ask('GET', '/v1/collections/ids/documents/7?type=string'), 'DOCUMENT_NOT_FOUND', 404)
  problem(await ask('GET', '/v1/collections/ids/documents/07'), 'DOCUMENT_NOT_FOUND', 404)
  await add('ids', { id: '7', text: textOf(8) })
  assert.deepEqual(
    [await idAt('7'), await idAt('7?type=number'), await idAt('7?type=string')],
    ['7', 7, '7'],
  )
  const remove = (path: string) => ask('DELETE', `/v1/collections/ids/documents/${path}`)
  assert.equal((await remove('7')).status, 204)
  assert.equal(await idAt('7'), 7)
  assert.equal((await remove('7')).status, 204)
  problem(await remove('7'), 'DOCUMENT_NOT_FOUND', 404)
})

test('ids keep every character, and whole numbers every digit', async () => {
  await made('odd-ids')
  for (const id of ['a/b', 'ä ö', '%', '?x=1#y', '\u{1f98a}', 'x'.repeat(1_000)]) {
    await add('odd-ids', { id, text: textOf(id.length) })
    const { status, body } = await ask('GET', `/v1/collections/odd-ids/documents/${encodeURIComponent(id)}`)
    assert.deepEqual([status, body.id], [200, id])
  }
  const long = '12345678901234567890'
  const added = await add('odd-ids', `[{"id":${long},"text":"a long number"}]`)
  assert(added.text.includes(`{"results":[{"id":${long},"status":"added"`), added.text)
  const found = await ask('GET', `/v1/collections/odd-ids/documents/${long}`)
  assert(found.text.startsWith(`{"id":${long},`), found.text)
})

test('whole numbers of all fields keep their digits; a number beyond all doubles is refused', async () => {
  await made('accounts')
  const fields = '"account":12345678901234567890,"parts":[{"n":-9007199254740993}],"share":0.5'
  await add('accounts', `{"id":"a","text":"an account",${fields}}`)
  const found = await ask('GET', '/v1/collections/accounts/documents/a')
  assert(found.text.includes(`"document":{"id":"a","text":"an account",${fields}}`), found.text)
  const refused = problem(
    await add('accounts', '{"id":"b","text":"too much","n":1e400}'),
    'JSON_SYNTAX',
    400,
  )
  assert.match(refused, /below 1.8e308, got 1e400/)
  problem(await add('accounts', `{"id":"b","text":"too long","n":${'9'.repeat(5000)}}`), 'JSON_SYNTAX', 400)
})

test('a document comes back unchanged, with its cluster and its times', async () => {
  const { ask } = await openWorld({ now: () => Date.UTC(2030, 0, 1) })
  await ask('PUT', '/v1/collections/kept')
  const document = { id: 'k', text: fox, tags: ['x', { y: null }], expiresAt: '2031-01-01T00:00:00Z' }
  await ask('POST', '/v1/collections/kept/documents', { body: document })
  assert.deepEqual((await ask('GET', '/v1/collections/kept/documents/k')).body, {
    id: 'k',
    cluster: 1,
    addedAt: '2030-01-01T00:00:00.000Z',
    expiresAt: '2031-01-01T00:00:00.000Z',
    document,
  })
})

test('expire drops documents past their own time, or added before one', async () => {
  let now = Date.UTC(2030, 0, 1)
  const { ask } = await openWorld({ now: () => now })
  const expire = async (body?: object) => (await ask('POST', '/v1/collections/old/expire', { body })).body
  await ask('PUT', '/v1/collections/old')
  const body = [{ text: textOf(1), expiresAt: '2030-01-02' }, { text: textOf(2) }]
  await ask('POST', '/v1/collections/old/documents', { body })
  assert.deepEqual(await expire(), { removed: 0 })
  now = Date.UTC(2030, 0, 3)
  assert.deepEqual(await expire(), { removed: 1 })
  assert.deepEqual(await expire({ before: '2030-01-01T00:00:00Z' }), { removed: 0 })
  assert.deepEqual(await expire({ before: now }), { removed: 1 })
  problem(await ask('POST', '/v1/collections/old/expire', { body: { before: 'x' } }), 'OPTION_VALUE', 400)
  problem(await ask('POST', '/v1/collections/old/expire', { body: { befor: 1 } }), 'OPTION_UNKNOWN', 400)
})

test('every number id is found by the text that shows it', async () => {
  await ask('PUT', '/v1/collections/numbers')
  const path = '/v1/collections/numbers/documents'
  const long = '7'.repeat(400)
  for (const [given, inPath] of [
    ['1e22', '1e%2B22'],
    ['1e23', '1e23'],
    ['-2.5e-7', '-2.5e-7'],
    [long, long],
  ]) {
    const { body } = await ask('POST', path, { body: `{"id":${given},"text":"${given}"}` })
    assert.equal(body.results[0].status, 'added', given)
    const found = await ask('GET', `${path}/${inPath}?type=number`)
    assert.equal(found.body.document?.text, given)
    assert.equal((await ask('DELETE', `${path}/${inPath}`)).status, 204, given)
  }
})

test('the longest accepted id can be read and deleted by its path', async () => {
  await ask('PUT', '/v1/collections/long-ids')
  const path = '/v1/collections/long-ids/documents'
  const add = (id: string) => ask('POST', path, { body: `{"id":${id},"text":"${fox}"}` })
  const id = '\u{2764}'.repeat(1024)
  assert.equal((await add(JSON.stringify(id))).body.results[0].status, 'added')
  assert.equal((await ask('GET', `${path}/${encodeURIComponent(id)}`)).body.id, id)
  assert.equal((await ask('DELETE', `${path}/${encodeURIComponent(id)}`)).status, 204)
  for (const longer of [JSON.stringify(`${id}x`), '7'.repeat(1025)])
    assert.match(
      problem(await add(longer), 'RECORD_TOO_LONG', 413),
      /1024 characters in an id, .*`idLength`, got 1025/,
    )
  const many = await ask('POST', path, {
    body: [
      { id: `${id}x`, text: fox },
      { id: 'y', text: fox },
    ],
  })
  assert.deepEqual(
    many.body.results.map(({ status }: { status: string }) => status),
    ['bad', 'added'],
  )
})
