/** A real OpenSearch: its own fingerprints, and the proxy before it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openElasticProxy } from '../../src/solr/elastic/elastic-proxy.ts'
import {
  type GivenBulkSignOptions,
  resolveBulkSignOptions,
  signerOf,
} from '../../src/solr/elastic/sign-options.ts'
import { signedBody } from '../../src/solr/elastic/signed-body.ts'
import { runs } from '../ground/runs.ts'
import { solrSkip, startOpenSearch } from './start-solr.ts'

const skip = solrSkip()
const server = skip ? undefined : await startOpenSearch()
const node = server?.url ?? ''
after(() => server?.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the answer
async function ask(method: string, url: string, body?: string): Promise<any> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  return JSON.parse(await answer.text())
}

const fields = ['title', 'o.a', 'n']
const options: GivenBulkSignOptions = {
  method: 'SHA-256@2.16.0',
  fields,
  ignoreMissing: true,
  javaVersion: 17,
}

/** The text of a number keeps 1.0 apart from 1. */
const number = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => {
    const text = String(value)
    return /[.e]/.test(text) ? text : `${text}.0`
  }),
)
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map(text => JSON.stringify(text)),
  number,
  fc.constantFrom('null', 'true', 'false', '""'),
)
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map(all => `[${all.join(',')}]`),
  fc.dictionary(fc.constantFrom('a', 'b', 'é', 'Z'), scalar, { maxKeys: 3 }).map(all => {
    return `{${Object.entries(all)
      .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
      .join(',')}}`
  }),
)
const document = fc
  .dictionary(fc.constantFrom('title', 'o', 'n', 'other'), value, { maxKeys: 4 })
  .map(all => {
    return `{${Object.entries(all)
      .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
      .join(',')}}`
  })

test('property: documents get the fingerprints of the ingest processor', { skip }, async () => {
  const { method, ignoreMissing } = options
  const processor = { fingerprint: { fields, hash_method: method, ignore_missing: ignoreMissing } }
  const signing = { signer: signerOf(resolveBulkSignOptions(options)), documentId: 'keep' as const }
  for (let round = 0; round < 4; round++) {
    const documents = fc.sample(document, { numRuns: runs(250), seed: 7 + round })
    const asked = `{"pipeline":${JSON.stringify({ processors: [processor] })},"docs":[${documents
      .map(source => `{"_source":${source}}`)
      .join(',')}]}`
    const { docs } = await ask('POST', `${node}/_ingest/pipeline/_simulate`, asked)
    for (const [i, source] of documents.entries()) {
      const { body } = signedBody(Buffer.from(source), { kind: 'document', hasId: false }, signing)
      const ours = JSON.parse(body.toString()).fingerprint
      assert.equal(ours, docs[i].doc?._source.fingerprint, source)
    }
  }
})

test('one action that cannot be signed fails alone, as in the node itself', { skip }, async () => {
  const sign = resolveBulkSignOptions({ method: 'SHA-1@2.16.0', fields: ['title'] })
  const proxy = await openElasticProxy({ sign, forward: node })
  try {
    await ask('PUT', `${node}/news`, '{"mappings":{"properties":{"fingerprint":{"type":"keyword"}}}}')
    const actions = Array.from({ length: 500 }, (_, i) => {
      const source = i === 137 ? { body: 'no title' } : { title: `text ${i % 400}` }
      return `{"index":{"_id":"${i}"}}\n${JSON.stringify(source)}\n`
    })
    const { errors, items } = await ask('POST', `${proxy.url}/news/_bulk?refresh=true`, actions.join(''))
    assert.deepEqual([errors, items.length], [true, 500])
    assert.deepEqual(
      items.map(({ index }: { index: { _id: string; status: number } }) => [index._id, index.status]),
      actions.map((_, i) => [String(i), i === 137 ? 400 : 201]),
    )
    assert.equal((await ask('GET', `${node}/news/_count`)).count, 499)
    const search = '{"size":1000,"query":{"match_all":{}},"collapse":{"field":"fingerprint"}}'
    const { hits } = await ask('POST', `${proxy.url}/news/_search`, search)
    assert.equal(hits.hits.length, 399) // of 400 texts, one was refused
    // Items that the node itself fails stay.
    const missing = await ask(
      'POST',
      `${proxy.url}/news/_bulk`,
      '{"update":{"_id":"none"}}\n{"doc":{"n":1}}\n',
    )
    assert.equal(missing.items[0].update.status, 404)
  } finally {
    await proxy.close()
  }
})
