/** Check, collapse, explain and the lists over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fox, lines, openWorld, problem, textOf } from './server-world.ts'

const { ask } = await openWorld()
await ask('PUT', '/v1/collections/news')
const stored = [
  { id: 1, text: fox },
  { id: '1', text: `${fox} tonight` },
  { id: 'far', text: textOf(1) },
]
await ask('POST', '/v1/collections/news/documents', { body: stored })
const check = (body: unknown, query = '') => ask('POST', `/v1/collections/news/check${query}`, { body })

test('a check lists the matches, best first, and stores nothing', async () => {
  const { status, body } = await check({ text: fox })
  assert.equal(status, 200)
  assert.deepEqual(
    body.matches.map(({ id }: { id: unknown }) => id),
    [1, '1'],
  )
  assert.deepEqual(body.matches[0], { id: 1, similarity: 1, measure: 'jaccard', cluster: 1 })
  assert.deepEqual((await check({ text: textOf(99) })).body, { matches: [] })
  assert.equal((await ask('GET', '/v1/collections/news')).body.documents, 3)
})

test('limit, threshold and except work in the body and in the query', async () => {
  assert.equal((await check({ text: fox, limit: 1 })).body.matches.length, 1)
  assert.equal((await check({ text: fox, limit: 2 }, '?limit=1')).body.matches.length, 1)
  assert.equal((await check({ text: fox }, '?threshold=1')).body.matches.length, 1)
  assert.deepEqual((await check({ text: fox, except: 1 })).body.matches[0].id, '1')
  assert.match(problem(await check({ text: fox, threshold: 0.5 }), 'OPTION_VALUE', 400), /not below/)
  problem(await check({ text: fox }, '?threshold=0.5'), 'OPTION_VALUE', 400)
  problem(await check({ text: fox, limit: 0 }), 'OPTION_VALUE', 400)
  problem(await check({ text: fox }, '?limit=x'), 'OPTION_VALUE', 400)
  problem(await check({ text: fox }, '?limits=1'), 'OPTION_UNKNOWN', 400)
})

test('a document with the fields of the collection is checked as a document, a text by any collection', async () => {
  await ask('PUT', '/v1/collections/fields', { body: { text: ['title', 'limit'] } })
  const document = { id: 'x', title: fox.slice(0, 40), limit: fox.slice(40) }
  await ask('POST', '/v1/collections/fields/documents', { body: document })
  const found = async (body: unknown) => {
    const { body: answer } = await ask('POST', '/v1/collections/fields/check', { body })
    return answer.matches?.map(({ id }: { id: string }) => id) ?? answer.code
  }
  assert.deepEqual(await found(document), ['x'])
  assert.deepEqual(await found({ text: `${document.title}\n${document.limit}` }), ['x'])
  assert.deepEqual(await found({ body: fox }), 'TEXT_MISSING')
})

test('many texts are checked in one request, as an array or as lines', async () => {
  const asked = [{ text: fox }, {}, { text: textOf(1) }]
  const { body } = await check(asked)
  const idsOf = (results: { matches: { id: unknown }[] }[]) =>
    results.map(({ matches }) => matches.map(({ id }) => id))
  assert.deepEqual(idsOf(body.results), [[1, '1'], [], ['far']])
  assert.equal(body.results[1].error.code, 'TEXT_MISSING')
  const streamed = await ask('POST', '/v1/collections/news/check', {
    body: lines(asked),
    type: 'application/x-ndjson',
  })
  const results = streamed.text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(idsOf(results), [[1, '1'], [], ['far']])
  assert.equal(results[1].line, 2)
})

test('the description has the result of a bad line', async () => {
  const { body } = await ask('GET', '/openapi.json')
  const { content } = body.paths['/v1/collections/{name}/check'].post.responses[200]
  assert.equal(content['application/x-ndjson'].schema.$ref, '#/components/schemas/Checked')
  const { passages: _, ...shown } = body.components.schemas.Checked.properties
  const options = { type: 'application/x-ndjson', body: '{"text":1\n' }
  const answered = await ask('POST', '/v1/collections/news/check', options)
  assert.deepEqual(Object.keys(JSON.parse(answered.text)).sort(), Object.keys(shown).sort())
})

test('a ranked list is collapsed by ids or by documents', async () => {
  const collapse = (body: unknown) => ask('POST', '/v1/collections/news/collapse', { body })
  const { body } = await collapse({ ids: ['far', '1', 1] })
  assert.deepEqual(
    [body.kept, body.dropped.map(({ id, twin }: Record<string, unknown>) => [id, twin])],
    [['far', '1'], [[1, '1']]],
  )
  const given = await collapse({ documents: stored, chains: 'kept' })
  assert.deepEqual(given.body.kept, [1, 'far'])
  problem(await collapse({ ids: ['noone'] }), 'DOCUMENT_NOT_FOUND', 404)
  const kept = await collapse({ ids: ['noone', '1', 1], unknown: 'keep' })
  assert.deepEqual([kept.body.kept, kept.body.unknown], [['noone', '1'], ['noone']])
  problem(await collapse({ ids: [1], unknown: 'x' }), 'OPTION_VALUE', 400)
  problem(await collapse({ idz: [] }), 'OPTION_UNKNOWN', 400)
  problem(await collapse({ ids: [1], chains: 'x' }), 'OPTION_VALUE', 400)
  problem(await collapse({}), 'OPTION_VALUE', 400)
})

test('ids beyond 2^53 in a ranked list keep their digits', async () => {
  const [first, second] = ['12345678901234567890', '12345678901234567891']
  await ask('PUT', '/v1/collections/big')
  const documents = [first, second].map(id => `{"id":${id},"text":"${fox}"}`).join()
  await ask('POST', '/v1/collections/big/documents', { body: `[${documents}]` })
  const collapse = (body: string) => ask('POST', '/v1/collections/big/collapse', { body })
  const answer = `{"kept":[${second}],"dropped":[{"id":${first},"twin":${second},"similarity":1}]}`
  assert.equal((await collapse(`{"ids":[${second},${first}]}`)).text, answer)
  const given = `{"documents":[{"id":${second},"text":"${fox}"},{"id":${first},"text":"${fox}"}]}`
  assert.equal((await collapse(given)).text, answer)
  problem(await collapse(`{"ids":[${second}0]}`), 'DOCUMENT_NOT_FOUND', 404)
  assert.match(problem(await collapse(`{"ids":[${first},null]}`), 'OPTION_VALUE', 400), /`ids`/)
  problem(await collapse(`{"ids":[${first}],"idz":[]}`), 'OPTION_UNKNOWN', 400)
  for (const body of ['null', '[]', '5', '{"ids":5}', '{"documents":{}}', '{"ids":null}'])
    problem(await collapse(body), 'OPTION_VALUE', 400)
})

test('two documents are explained by their ids', async () => {
  const explain = (query: string) => ask('GET', `/v1/collections/news/explain?${query}`)
  const { body } = await explain('a=1&b=far')
  assert.deepEqual([body.a.id, body.b.id, body.kind, body.matches], ['1', 'far', 'different', false])
  assert.equal((await explain('a=1&b=1&type=number')).body.a.id, 1)
  problem(await explain('a=1'), 'OPTION_VALUE', 400)
  problem(await explain('a=1&b=noone'), 'DOCUMENT_NOT_FOUND', 404)
})

test('clusters, pairs and changes are read page by page', async () => {
  const page = (list: string) => ask('GET', `/v1/collections/news/${list}`)
  const clusters = await page('clusters?minDocuments=2')
  assert.deepEqual(clusters.body, { items: [{ cluster: 1, documents: 2, members: [1, '1'] }], next: null })
  const first = await page('clusters?limit=1')
  assert.equal(first.body.items.length, 1)
  const rest = await page(`clusters?limit=1&after=${first.body.next}`)
  assert.deepEqual([rest.body.items[0].members, rest.body.next], [['far'], null])
  const pairs = await page('pairs')
  assert.deepEqual(
    pairs.body.items.map(({ id1, id2 }: Record<string, unknown>) => [id1, id2]),
    [[1, '1']],
  )
  const changes = await page('changes')
  assert.deepEqual(
    changes.body.items.map(({ kind }: { kind: string }) => kind),
    ['made', 'made'],
  )
  await ask('DELETE', '/v1/collections/news/documents/far')
  const later = await page(`changes?after=${changes.body.cursor}`)
  assert.deepEqual(
    later.body.items.map(({ kind }: { kind: string }) => kind),
    ['ended'],
  )
  for (const list of ['clusters', 'pairs', 'changes']) {
    problem(await page(`${list}?after=wrong`), 'OPTION_VALUE', 400)
    problem(await page(`${list}?limit=0`), 'OPTION_VALUE', 400)
    problem(await page(`${list}?limit=10001`), 'OPTION_VALUE', 400)
  }
})

test('errors name the place and show the value as given', async () => {
  const collapse = (body: unknown) => ask('POST', '/v1/collections/news/collapse', { body })
  const said = async (asked: ReturnType<typeof ask>, code = 'OPTION_VALUE') =>
    problem(await asked, code, 400)
  assert.match(await said(collapse({ ids: [1, null] })), /`ids`\[1\] to be a text or a number, got null/)
  assert.match(await said(collapse({ documents: ['a', 'b'] })), /`documents`\[0\] to be an object, got "a"/)
  const bad = [{ text: fox }, {}]
  assert.match(await said(collapse({ documents: bad }), 'TEXT_MISSING'), /, at "documents"\[1\]\./)
  const wrong = [{ text: fox }, { text: 5 }]
  assert.match(
    await said(collapse({ documents: wrong }), 'TEXT_NOT_STRING'),
    /, at "documents"\[1\], field "text"\./,
  )
  assert.match(await said(collapse({ documents: [{ id: true, text: fox }] })), /, at "documents"\[0\]\./)
  assert.match(
    await said(ask('GET', '/v1/collections/news/explain?a=A')),
    /`b` to be a text, got nothing\. To fix: give `b`/,
  )
  assert.match(
    await said(check({ text: fox, except: null })),
    /`except` to be a text or a number, got null/,
  )
  const empty = (route: string) => ask('POST', `/v1/collections/news/${route}`, { body: '' })
  for (const route of ['check', 'collapse', 'documents'])
    assert.match(await said(empty(route), 'REQUEST_SYNTAX'), /got no body/, route)
  assert.deepEqual((await empty('expire')).body, { removed: 0 })
  assert.match(await said(check(null), 'RECORD_NOT_OBJECT'), /got null/)
})

test('options stand beside the text unless the collection has a text field of their name or a part of it', async () => {
  await ask('PUT', '/v1/collections/nested', { body: { text: ['limit.text', 'except'] } })
  await ask('POST', '/v1/collections/nested/documents', {
    body: { id: 1, limit: { text: fox }, except: 'x' },
  })
  const { status, body } = await ask('POST', '/v1/collections/nested/check', {
    body: { limit: { text: fox }, except: 'x', threshold: 0.9 },
  })
  assert.deepEqual([status, body.matches.length], [200, 1])
})

test('a check may use a higher threshold than that of the method, wherever that comes from', async () => {
  const check = async (name: string, threshold: number) =>
    (await ask('POST', `/v1/collections/${name}/check`, { body: { text: fox, threshold } })).status
  await ask('PUT', '/v1/collections/rows', { body: { method: 'records', params: { threshold: 0.3 } } })
  await ask('PUT', '/v1/collections/auto', { body: { method: 'records' } })
  await ask('PUT', '/v1/collections/near', { body: { threshold: 0.6 } })
  assert.deepEqual(
    [await check('rows', 0.29), await check('rows', 0.3), await check('rows', 0.9)],
    [400, 200, 200],
  )
  assert.deepEqual([await check('auto', 0), await check('auto', 1)], [200, 200])
  assert.deepEqual([await check('near', 0.59), await check('near', 0.6)], [400, 200])
})
