/** Chains through the proxy: processors before the signature, those a request adds, and what is refused at the start. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'
import { fakeSolr, proxyBefore, send } from './fake-solr.ts'

const signature = `<processor class="solr.SignatureUpdateProcessorFactory"><str name="fields">key</str>
  <str name="signatureField">sig</str><bool name="overwriteDupes">false</bool></processor>`
const clone = `<processor class="solr.CloneFieldUpdateProcessorFactory"><str name="source">title</str>
  <str name="dest">key</str></processor>`
const stamp = '<processor class="solr.TimestampUpdateProcessorFactory"/>'
const run = '<processor class="solr.RunUpdateProcessorFactory"/>'

function configOf(...chains: readonly (readonly [name: string, processors: string])[]): string {
  const named = chains.map(
    ([name, processors]) =>
      `<updateRequestProcessorChain name="${name}">${processors}</updateRequestProcessorChain>`,
  )
  return `<config><updateProcessor name="trim" class="solr.TrimFieldUpdateProcessorFactory"/>
    <updateProcessor name="stamp" class="solr.TimestampUpdateProcessorFactory"/>${named.join('')}</config>`
}

/** The documents that Solr got for a body. */
async function sent(
  config: string | Uint8Array,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  type = 'application/json',
) {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr, { config })
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  const { error } = (await response.json()) as { error?: { msg: string } }
  const added = solr.log.filter(request => request.body.includes('"add"'))
  const documents = added.flatMap(request =>
    [...request.body.matchAll(/"doc":(\{.*?\})/g)].map(([, text]) => JSON.parse(text)),
  )
  return {
    status: response.status,
    message: error?.msg,
    documents,
    urls: added.map(request => request.url),
  }
}

test('processors before the signature are run', async () => {
  const config = configOf(['c', clone + signature + run])
  const { documents } = await sent(config, '/update', '[{"id":"1","title":"p"},{"id":"2","title":"q"}]')
  assert.deepEqual(
    documents.map(({ key }) => key),
    ['p', 'q'],
  )
  assert.notEqual(documents[0].sig, documents[1].sig)
})

test('a request adds processors, which Solr does not get', async () => {
  const config = configOf(['c', signature + run])
  const body = '[{"id":"1","key":" p "}]'
  const plain = await sent(config, '/update', body)
  const trimmed = await sent(config, '/update?processor=trim&x=1', body)
  // Before the log and the distributing processor, so behind the signature.
  assert.deepEqual([trimmed.documents[0].key, trimmed.documents[0].sig], ['p', plain.documents[0].sig])
  assert.deepEqual(trimmed.urls, ['/solr/dedupe/update?x=1&wt=json'])
  const unknown = await sent(config, '/update?processor=zz', body)
  assert.deepEqual([unknown.status, unknown.message, unknown.documents], [400, 'No such processor zz', []])
  const stamped = await sent(config, '/update?processor=stamp', body)
  assert.equal(stamped.status, 400)
  assert.match(stamped.message ?? '', /SOLR_CHAIN: .*got solr\.TimestampUpdateProcessorFactory/)
})

test('parameters that the proxy cannot see are refused', async () => {
  const config = configOf(['c', signature + run])
  const { status, message, documents } = await sent(config, '/update?useParams=mine', '[{"id":"1"}]')
  assert.deepEqual([status, documents], [400, []])
  assert.match(message ?? '', /parameter useParams cannot be signed/)
})

test('messages and configuration have the encoding that they declare', async () => {
  const latin = (text: string) =>
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1')
  const config = latin(configOf(['c', signature.replace('key', 'stra\u00dfe') + run]))
  const message = '<add><doc><field name="id">1</field><field name="stra\u00dfe">\u00d8</field></doc></add>'
  const plain = await sent(config, '/update?wt=json', message, 'text/xml')
  const encoded = await sent(config, '/update?wt=json', latin(message), 'text/xml')
  assert.equal(encoded.documents[0]['stra\u00dfe'], '\u00d8')
  assert.equal(encoded.documents[0].sig, plain.documents[0].sig)
  const doctype = await sent(
    config,
    '/update?wt=json',
    `<!DOCTYPE a [<!ENTITY e "x">]>${message}`,
    'text/xml',
  )
  assert.equal(doctype.status, 400)
  assert.match(doctype.message ?? '', /xmllint --noent --xinclude/)
})

test('a chain that cannot give the answer of Solr is refused at the start', async () => {
  const forward = 'http://127.0.0.1:9/solr/dedupe'
  const refuse = (config: string, message: RegExp, options: object = {}) =>
    assert.rejects(openSolrProxy({ config, forward, ...options }), { code: 'SOLR_CHAIN', message })
  await refuse(configOf(['c', stamp + signature + run]), /got solr\.TimestampUpdateProcessorFactory/)
  await refuse(configOf(['c', signature + stamp + run]), /got solr\.TimestampUpdateProcessorFactory/)
  await refuse(configOf(['logs', run]), /got only chains that do not sign: "logs"/)
  await refuse(configOf(['p', signature + run], ['q', signature + run]), /got none chosen/)
  await refuse(configOf(['p', signature + run], ['q', run]), /got "q", which does not sign/, { chain: 'q' })
})

test('Solr runs what stands behind the signature, if its chain is named', async () => {
  const solr = await fakeSolr()
  const config = configOf(['c', signature + stamp + run])
  const { url, chain } = await proxyBefore(solr, { config, forwardChain: 'stamped' })
  assert.equal(chain, 'c')
  assert.equal((await send(`${url}/update`, '[{"id":"1","key":"p"}]')).status, 200)
  assert.match(solr.log[0].url, /update\.chain=stamped/)
})

test('properties and request parameters choose the chain', async () => {
  const config = configOf(['p', signature + run], ['q', signature + run]).replace(
    'name="q"',
    '$& default="$\u007bq}"',
  )
  const solr = await fakeSolr()
  const byProperty = await proxyBefore(solr, { config, properties: { q: 'true' } })
  assert.equal(byProperty.chain, 'q')
  const requestParams = '{"params":{"_UPDATE":{"update.chain":"p"}}}'
  const byParams = await proxyBefore(solr, { config, properties: { q: 'true' }, requestParams })
  assert.equal(byParams.chain, 'p')
})
