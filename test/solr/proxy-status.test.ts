/** Limits that are answered at once, and what the proxy says about itself. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import { config, fakeSolr, proxyBefore, send } from './fake-solr.ts'

test('a Content-Length beyond the limit is a 413 before any of the body arrives', async () => {
  const solr = await fakeSolr()
  const { port } = await proxyBefore(solr, { maxBodyBytes: 5000 })
  const types = ['application/json', 'text/xml', 'text/csv', 'application/javabin']
  for (const [length, status] of [
    [5001, 413],
    [2 ** 40, 413],
    [5000, undefined],
  ] as const) {
    for (const type of types) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /update HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
      )
      const answer = once(socket.setEncoding('latin1'), 'data').then(([text]) => Number(text.slice(9, 12)))
      const silence = new Promise(resolve => setTimeout(resolve, status === undefined ? 100 : 5000))
      assert.equal(await Promise.race([answer, silence]), status, `${type} ${length}`)
      socket.destroy()
    }
  }
  assert.deepEqual(solr.log, [])
})

test('the health names what was signed last', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr, { also: [`${solr.origin}/solr/second`], compatibility: 'safe' })
  const health = async () => (await fetch(`${url}/healthz`)).json()
  const collections = [`${solr.origin}/solr/dedupe`, `${solr.origin}/solr/second`]
  assert.deepEqual(await health(), {
    status: 'ok',
    collections,
    signed: 0,
    unsigned: 0,
    passedRequests: 0,
    lastSigned: null,
  })
  await send(`${url}/update`, '[{"id":"1","text":"x"},{"id":"2"}]')
  await send(`${url}/solr/second/update`, '[{"id":7,"text":"y"}]')
  const { lastSigned, ...counts } = await health()
  assert.deepEqual(counts, { status: 'ok', collections, signed: 2, unsigned: 1, passedRequests: 0 })
  const { at, signature, ...rest } = lastSigned
  assert.deepEqual(rest, { id: '7', collection: '/solr/second' })
  assert.match(signature, /^[0-9a-f]{32}$/)
  assert(Math.abs(Date.parse(at) - Date.now()) < 60_000)
})

test('metrics count documents and answers, and a chain that does not sign shows', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr)
  await send(`${url}/update`, '[{"id":"1","text":"x"}]')
  await send(`${url}/update`, '[{"id":')
  const response = await fetch(`${url}/metrics`)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  assert.match(text, /^nearsame_proxy_documents_total\{signed="true"\} 1$/m)
  assert.match(text, /^nearsame_proxy_requests_total\{status="200"\} 1$/m)
  assert.match(text, /^nearsame_proxy_requests_total\{status="400"\} 1$/m)
  assert.match(text, /^nearsame_proxy_last_signed_seconds [1-9]\d{9}/m)
  // Under the whole path both are Solr's.
  await fetch(`${url}/solr/dedupe/metrics`)
  assert.equal(solr.log.at(-1)?.url, '/solr/dedupe/metrics')
  const plain =
    '<updateRequestProcessorChain name="plain"><processor class="solr.RunUpdateProcessorFactory"/></updateRequestProcessorChain>'
  const other = await proxyBefore(solr, { config: config.replace('</config>', `${plain}$&`) })
  for (const [chain, header] of [
    ['plain', 'all; the chain of the request does not sign'],
    ['md5', null],
    ['plain', 'all; the chain of the request does not sign'],
  ] as const) {
    const answer = await fetch(`${other.url}/update?update.chain=${chain}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `[{"id":"${chain}","text":"x"}]`,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('x-nearsame-unsigned'), header)
  }
  const { signed, passedRequests, lastSigned } = await (await fetch(`${other.url}/healthz`)).json()
  assert.deepEqual([signed, passedRequests, lastSigned.id], [1, 2, 'md5'])
  assert.match(
    await (await fetch(`${other.url}/metrics`)).text(),
    /^nearsame_proxy_passed_requests_total 2$/m,
  )
})

test('the proxy leaves excluded fields out of its signatures', async () => {
  const solr = await fakeSolr()
  const all = config.replace('<str name="fields">text</str>', '')
  const { url } = await proxyBefore(solr, { config: all, excludeFields: ['id', 'seen*'] })
  await send(`${url}/update`, '[{"id":"1","text":"x","seen_at":1},{"id":"2","text":"x","seen_by":"b"}]')
  // Of equal signatures the last add has a request of its own.
  const added = solr.log.filter(({ body }) => body.includes('"add"')).map(({ body }) => body)
  const signatures = [...added.join().matchAll(/"sig":"(\w+)"/g)].map(([, found]) => found)
  assert.equal(new Set(signatures).size, 1)
  assert.equal(signatures.length, 2)
})

test('a Solr that does not show its schema is noticed before anything is added, unless the proxy has it', async () => {
  const hidden = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    const isSchema = request.url?.includes('/schema/') === true
    response.writeHead(isSchema ? 403 : 200).end('{"doc":null}')
  })
  const asked: string[] = []
  after(() => hidden.close().closeAllConnections())
  await new Promise<void>(resolve => hidden.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(hidden.address() as AddressInfo).port}`
  const solr = { origin, log: [], close() {} }
  const refused = await send(`${(await proxyBefore(solr)).url}/update`, '[{"id":"1","text":"x"}]')
  assert.equal(refused.status, 403)
  assert.match(
    refused.json.error?.msg ?? '',
    /\/schema\/fields\/_root_ answers 403: let its clients read the schema/,
  )
  assert(asked.every(url => !url.includes('/update')))
  const fields = ['id', 'sig', 'text'].map(
    name => `<field name="${name}" type="s" indexed="true" stored="true"/>`,
  )
  const schema = `<schema><uniqueKey>id</uniqueKey>${fields.join('')}<fieldType name="s" class="solr.StrField"/></schema>`
  const open = await proxyBefore(solr, { schema })
  assert.equal((await send(`${open.url}/update`, '[{"id":"1","text":"x"}]')).status, 200)
})
