/** Solr's update chain in the server: into collections, and as a proxy of a Solr. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fakeSolr } from '../solr/fake-solr.ts'
import { fox, openWorld, problem, textOf } from './server-world.ts'

const chain = (overwriteDupes: boolean, fields: string) => `
  <updateRequestProcessorChain name="${overwriteDupes ? 'replace' : 'keep'}" default="${overwriteDupes}">
    <processor class="solr.processor.SignatureUpdateProcessorFactory">
      <bool name="overwriteDupes">${overwriteDupes}</bool>
      <str name="signatureField">sig</str>
      <str name="fields">${fields}</str>
      <str name="signatureClass">solr.MD5Signature</str>
    </processor>
    <processor class="solr.RunUpdateProcessorFactory"/>
  </updateRequestProcessorChain>`
const config = `<config>${chain(true, 'title,body')}${chain(false, 'title,body')}</config>`

async function opened() {
  const world = await openWorld({ solr: { config, chain: 'replace' } })
  await world.ask('PUT', '/v1/collections/news')
  const update = (body: string, type = 'application/json', query = '') =>
    world.ask('POST', `/solr/news/update${query}`, { body, type })
  const get = async (id: string) => (await world.ask('GET', `/v1/collections/news/documents/${id}`)).body
  const count = async () => (await world.ask('GET', '/v1/collections/news')).body.documents
  return { ...world, update, get, count }
}

test('documents in JSON become documents of the collection, signed, with the text of the chain', async () => {
  const { update, get, ask } = await opened()
  const { status, body } = await update(
    JSON.stringify([{ id: 7, title: 'News', body: fox, n: 1.5, tags: ['a', 'b'] }]),
  )
  assert.equal(status, 200)
  assert.deepEqual([body.responseHeader.status, typeof body.responseHeader.QTime], [0, 'number'])
  const { id, document } = await get('7')
  assert.equal(id, '7')
  assert.match(document.sig, /^[0-9a-f]{32}$/)
  assert.deepEqual([document.n, document.tags, document.text], [1.5, ['a', 'b'], `${fox}\nNews`])
  const found = await ask('POST', '/v1/collections/news/check', { body: { text: `${fox}\nNews` } })
  assert.deepEqual(
    found.body.matches.map((match: { id: string }) => match.id),
    ['7'],
  )
})

test('XML, commands in JSON, CSV and commits are accepted; XML gets an answer in XML', async () => {
  const { update, ask, count } = await opened()
  const xml = `<update><add><doc><field name="id">x</field><field name="body">${textOf(1)}</field></doc></add><commit/></update>`
  const answer = await update(xml, 'text/xml')
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'application/xml; charset=UTF-8'],
  )
  assert.match(
    answer.text,
    /<lst name="responseHeader">\s*<int name="status">0<\/int>\s*<int name="QTime">\d+<\/int>/,
  )
  await update(`{"add":{"doc":{"id":"y","body":"${textOf(2)}"}},"commit":{}}`)
  await ask('POST', '/solr/news/update/csv', { body: `id,body\nz,${textOf(3)}\n`, type: 'text/csv' })
  await ask('POST', '/solr/news/update/json/docs', { body: `{"id":"w","body":"${textOf(4)}"}` })
  assert.equal(await count(), 4)
  assert.equal((await ask('GET', '/solr/news/update?commit=true')).status, 200)
  assert.match((await update('{"commit":{}}', 'application/json', '?wt=xml')).text, /^<\?xml/)
})

test('an update without documents is refused, as one sent as a form by mistake, unless it commits', async () => {
  const { update, ask, count } = await opened()
  const xml = '<add><doc><field name="id">x</field><field name="body">lost</field></doc></add>'
  const form = 'application/x-www-form-urlencoded'
  const sent = await update(xml, form)
  assert.deepEqual([sent.status, sent.body.error.msg], [400, 'missing content stream'])
  assert.equal((await ask('GET', '/solr/news/update')).status, 400)
  assert.equal((await ask('GET', '/solr/news/update?commit=false')).status, 400)
  assert.equal((await update('commit=true', form)).status, 200)
  assert.equal((await update('', form, '?softCommit=true')).status, 200)
  assert.match((await update('stream.body=x', form)).body.error.msg, /stream\.body cannot be signed/)
  assert.match((await update('rollback=true', form)).body.error.msg, /cannot be rolled back/)
  assert.equal(await count(), 0)
})

test('a collection whose text is the signature replaces what Solr replaces, and nothing else', async () => {
  const { ask, update } = await opened()
  await ask('PUT', '/v1/collections/signed', { body: { text: ['sig'], near: false } })
  const left = async (...documents: object[]) => {
    await ask('POST', '/solr/signed/update', { body: JSON.stringify(documents) })
    const ids = ['1', '2', '3', '4', '5'].map(async id => {
      const { status } = await ask('GET', `/v1/collections/signed/documents/${id}`)
      return status === 200 ? id : ''
    })
    return (await Promise.all(ids)).join('')
  }
  assert.equal(await left({ id: '1', title: 'foo' }, { id: '2', body: 'foo' }), '12')
  assert.equal(await left({ id: '3', title: 'p\nq' }, { id: '4', title: ['p', 'q'] }), '1234')
  assert.equal(await left({ id: '5', title: 'foo', other: 1 }), '2345')
  assert.equal((await update('[]')).status, 200)
})

test('whole numbers beyond 2^53 keep their digits', async () => {
  const { update, ask } = await opened()
  await update('[{"id":"n","body":"one two","long":9007199254740993,"double":1.5,"huge":1e300}]')
  const json = (await ask('GET', '/v1/collections/news/documents/n')).text
  assert.match(json, /"long":9007199254740993,"double":1\.5,"huge":1e\+300/)
})

test('with overwriteDupes an add replaces what it matches, else only the document of its id', async () => {
  const { update, get, count } = await opened()
  await update(
    JSON.stringify([
      { id: 'a', body: fox },
      { id: 'b', body: textOf(1) },
    ]),
  )
  await update(JSON.stringify([{ id: 'c', body: fox }]))
  assert.deepEqual(
    [(await get('a')).code, (await get('c')).id, await count()],
    ['DOCUMENT_NOT_FOUND', 'c', 2],
  )
  await update(JSON.stringify([{ id: 'd', body: fox }]), 'application/json', '?update.chain=keep')
  await update(JSON.stringify([{ id: 'e', body: fox }]), 'application/json', '?overwrite=false')
  assert.equal(await count(), 4)
  await update(JSON.stringify([{ id: 'd', body: textOf(2) }]), 'application/json', '?update.chain=keep')
  assert.deepEqual([(await get('d')).document.body, await count()], [textOf(2), 4])
})

test('deletes work by id or for all, in the order of the body', async () => {
  const { update, count } = await opened()
  await update(JSON.stringify([1, 2, 3].map(id => ({ id: `${id}`, body: textOf(id) }))))
  await update('{"delete":["1","noone"]}')
  assert.equal(await count(), 2)
  await update('<delete><id>2</id></delete>', 'text/xml')
  assert.equal(await count(), 1)
  const inOrder = `{"delete":{"query":"*:*"},"add":{"doc":{"id":"9","body":"${textOf(9)}"}}}`
  await update(inOrder)
  assert.equal(await count(), 1)
  // One deleted before it is added, one after; the rest before a refusal.
  const mixed = `{"delete":["9","8"],"add":{"doc":{"id":"8","body":"${textOf(8)}"}},"delete":"8",
    "add":{"doc":{"id":"9","body":"${textOf(9)}"}},"delete":["7"],"delete":["9"],"rollback":{}}`
  assert.equal((await update(mixed)).status, 400)
  assert.equal(await count(), 0)
})

test('refusals have the shape of Solr, and earlier commands stay', async () => {
  const { update, ask, count } = await opened()
  const refused = async (body: string, status: number, message: RegExp, type?: string, query?: string) => {
    const answer = await update(body, type, query)
    assert.deepEqual(
      [answer.status, answer.body.responseHeader.status, answer.body.error.code],
      [status, status, status],
    )
    assert.match(answer.body.error.msg, message)
  }
  await refused(
    `[{"id":"ok","body":"${textOf(1)}"},{"id":"atomic","price":{"set":1}}]`,
    400,
    /atomic updates/,
  )
  assert.equal(await count(), 1)
  await refused('{"add": {', 400, /./)
  await refused('{"delete":{"query":"body:x"}}', 400, /by id, or by the query \*:\*/)
  const twoIds = '<add><doc><field name="id">1</field><field name="id">2</field></doc></add>'
  const two = await update(twoIds, 'text/xml', '?wt=json')
  assert.deepEqual(
    [two.status, two.body.error.msg],
    [400, 'Document contains multiple values for uniqueKey field: id=[1, 2]'],
  )
  await refused('{"rollback":{}}', 400, /cannot be rolled back/)
  await refused('[]', 400, /unknown UpdateRequestProcessorChain: none/, undefined, '?update.chain=none')
  await refused('x', 415, /Unsupported ContentType/, 'text/plain')
  await refused('[{"id":"1","n":1}]', 400, /TEXT_MISSING/)
  const none = await ask('POST', '/solr/none/update', { body: '[]' })
  assert.deepEqual([none.status, none.body.error.code], [404, 404])
  assert.match(none.body.error.msg, /COLLECTION_NOT_FOUND/)
})

test('nothing that comes after a faulty document is added, not even after the answer', async () => {
  const { update, count } = await opened()
  const documents = Array.from({ length: 100 }, (_, i) =>
    i === 5 ? { id: '5', n: 1 } : { id: `${i}`, body: textOf(i) },
  )
  const answer = await update(JSON.stringify(documents))
  assert.match(answer.body.error.msg, /TEXT_MISSING/)
  assert.equal(await count(), 5)
  await new Promise(resolve => setTimeout(resolve, 50))
  assert.equal(await count(), 5)
})

test('XML with a document type, and so with entities, is refused', async () => {
  const { update, count } = await opened()
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
  const file = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  for (const [head, entity] of [
    [bomb, '&b;'],
    [file, '&e;'],
  ]) {
    const body = `${head}<add><doc><field name="id">1</field><field name="body">${entity}</field></doc></add>`
    const answer = await update(body, 'text/xml')
    assert.equal(answer.status, 400)
    assert(!/root:|aaaaaaaaaaaa/.test(answer.text))
  }
  assert.equal(await count(), 0)
})

test('limits apply to updates, too', async () => {
  const { ask } = await openWorld({
    solr: { config, chain: 'keep' },
    limits: { bodyBytes: 300, textLength: 100 },
  })
  await ask('PUT', '/v1/collections/a')
  const long = await ask('POST', '/solr/a/update', { body: `[{"id":"1","body":"${'x'.repeat(101)}"}]` })
  assert.match(long.body.error.msg, /RECORD_TOO_LONG.*`textLength`/)
  assert.equal(long.status, 413)
  const longer = await ask('POST', '/solr/a/update', { body: `[{"id":"1","body":"${'x'.repeat(400)}"}]` })
  assert.equal(longer.status, 413)
  assert.match(
    longer.body.error.msg,
    /REQUEST_TOO_LARGE: expected at most 300 bytes in a body, the limit `bodyBytes`/,
  )
})

test('a Content-Length beyond the limit is a 413 before any of the body arrives', async () => {
  const { ask, server } = await openWorld({ solr: { config, chain: 'keep' }, limits: { bodyBytes: 300 } })
  await ask('PUT', '/v1/collections/a')
  for (const [path, type] of [
    ['update', 'application/json'],
    ['update', 'text/xml'],
    ['update/csv', 'text/csv'],
  ]) {
    const socket = connect(server.address.port, '127.0.0.1')
    const head = `POST /solr/a/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
    socket.write(`${head}Content-Length: 301\r\n\r\n`)
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5000) })
    assert.match(String(answer), /^HTTP\/1\.1 413 /)
    socket.destroy()
  }
})

test('with a Solr behind the server, updates are signed and forwarded without the key', async () => {
  const solr = await fakeSolr((request, response) =>
    response.end(
      request.url?.includes('/schema/')
        ? '{"uniqueKey":"id"}'
        : '{"responseHeader":{"status":0,"QTime":1}}',
    ),
  )
  const { ask } = await openWorld({
    solr: { config, chain: 'keep', forward: `${solr.origin}/solr/dedupe` },
    apiKeys: 'write:w,read:r',
  })
  const headers = { authorization: 'Bearer w' }
  const answer = await ask('POST', '/solr/dedupe/update?commit=true', {
    headers,
    body: `[{"id":"1","body":"${fox}"}]`,
  })
  assert.deepEqual([answer.status, answer.body.responseHeader.status], [200, 0])
  const sent = solr.log.find(({ method }) => method === 'POST')
  assert.match(sent?.body ?? '', /"sig":"[0-9a-f]{32}"/)
  assert(
    solr.log.every(({ headers: got }) => got.authorization === undefined && got['x-api-key'] === undefined),
  )
  const count = solr.log.length
  problem(await ask('POST', '/solr/other/update', { headers, body: '[]' }), 'COLLECTION_NOT_FOUND', 404)
  problem(await ask('GET', '/solr/dedupe/select?q=*:*', { headers }), 'ROUTE_NOT_FOUND', 404)
  problem(
    await ask('POST', '/solr/dedupe/update', { headers: { authorization: 'Bearer r' }, body: '[]' }),
    'KEY_SCOPE',
    403,
  )
  problem(
    await ask('GET', '/solr/dedupe/update?commit=true', { headers: { authorization: 'Bearer r' } }),
    'KEY_SCOPE',
    403,
  )
  assert.equal(solr.log.length, count)
})

test('an invalid configuration is refused at the start', async () => {
  await assert.rejects(openWorld({ solr: { config: '<config>' } }), /SOLR_CONFIG/)
  await assert.rejects(openWorld({ solr: { config, chain: 'none' } }), /OPTION_VALUE/)
  await assert.rejects(openWorld({ solr: { config, forward: 'x' } }), /OPTION_VALUE/)
  await assert.rejects(openWorld({ solr: { conf: '' } as never }), /OPTION_UNKNOWN/)
})
