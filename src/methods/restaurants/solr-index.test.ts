/** Solr as an index, against a server that records its requests. The real one: `test/solr/`. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { findRestaurantPairs } from './restaurant-pairs.ts'
import { quoted, type SolrIndexOptions, solrIndex } from './solr-index.ts'

interface Call {
  readonly path: string
  readonly type: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

type Reply = (call: Call) => { readonly status?: number; readonly body: unknown }

/** Answers like an empty core that finds the same ids for every query. */
const finding =
  (...ids: unknown[]): Reply =>
  ({ path, body }) => {
    if (path.startsWith('/solr/core/update')) return { body: { responseHeader: { status: 0 } } }
    const isCount = new URLSearchParams(body).get('q') === '*:*'
    return { body: { response: { numFound: isCount ? 0 : ids.length, docs: ids.map(id => ({ id })) } } }
  }

async function withServer(
  reply: Reply,
  work: (url: string, calls: Call[]) => Promise<void>,
): Promise<void> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { 'content-type': type, authorization } = request.headers
    const call = { path: String(request.url), type, authorization, body }
    calls.push(call)
    const answer = reply(call)
    response.statusCode = answer.status ?? 200
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/solr/core`, calls)
  } finally {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
}

const search = (texts: readonly string[], options: SolrIndexOptions) =>
  findRestaurantPairs(texts, {}, { index: solrIndex({ parallel: 1, ...options }) })

test("sends documents of the source's fields, then its queries", async () => {
  await withServer(finding('1', '2'), async (url, calls) => {
    const texts = ["Art's Deli, Studio City", 'Art S Deli, Studio Town']
    const { left, right, similarity } = await search(texts, { url })
    assert.deepEqual([[...left], [...right], [...similarity]], [[0], [1], [1]])
    assert.deepEqual(
      calls.map(({ path, type }) => [path, type?.split(';')[0]]),
      [
        ['/solr/core/select', 'application/x-www-form-urlencoded'],
        ['/solr/core/update?commit=false', 'application/json'],
        ['/solr/core/update?commit=true', 'application/json'],
        ['/solr/core/select', 'application/x-www-form-urlencoded'],
        ['/solr/core/select', 'application/x-www-form-urlencoded'],
      ],
    )
    const [first] = JSON.parse(calls[1].body)
    const { content_sg: signature, ...others } = first
    assert.deepEqual(others, {
      id: '1',
      content: 'art s deli studio city',
      md5_hash: '999445f316c8dabb046b4d2a54300a67',
      num_words: 5,
      first_word: 'art',
      content_ng: ['art s deli', 's deli studio', 'deli studio city'],
    })
    assert.equal(signature.length, 20)
    assert(signature.every((value: unknown) => typeof value === 'string' && /^-?\d+$/.test(value)))
    assert.deepEqual(Object.fromEntries(new URLSearchParams(calls[3].body)), {
      q: 'content_ng:"art s deli" OR content_ng:"s deli studio" OR content_ng:"deli studio city"',
      fq: 'first_word:"art"',
      rows: '10',
      fl: 'id,score',
      defType: 'lucene',
      wt: 'json',
    })
  })
})

test('escapes quotes and backslashes in quoted terms', () => {
  assert.equal(quoted('a "b" \\c (d OR e)*'), '"a \\"b\\" \\\\c (d OR e)*"')
})

test('empties the core on request, and sends the login in the address', async () => {
  await withServer(finding(), async (url, calls) => {
    await search(['a b c'], { url: url.replace('//', '//me:p%40ss@'), replace: true })
    assert.deepEqual(JSON.parse(calls[0].body), { delete: { query: '*:*' } })
    assert.deepEqual(
      new Set(calls.map(({ authorization }) => authorization)),
      new Set([`Basic ${btoa('me:p@ss')}`]),
    )
  })
})

const refused: readonly [string, Reply, RegExp][] = [
  [
    'a non-empty core',
    () => ({ body: { response: { numFound: 7, docs: [] } } }),
    /^INDEX_FAILED: expected an empty core, got 7 documents, at http:\S+\. To fix: name an empty core, or set replace\.$/,
  ],
  [
    'an answer with another status, with its message',
    () => ({ status: 400, body: { error: { msg: 'undefined field\n first_word' } } }),
    /^INDEX_FAILED: expected an answer, got HTTP 400: undefined field first_word, at /,
  ],
  [
    'a web page instead of an answer',
    () => ({ status: 404, body: '<html><h2>HTTP ERROR 404</h2></html>' }),
    /^INDEX_FAILED: expected an answer, got HTTP 404: HTTP ERROR 404, at /,
  ],
  ['an unknown id', finding('other'), /^INDEX_FAILED: expected the ids of this run, got "other", at /],
  [
    "a query that is too large for Solr's own limit",
    () => ({ status: 400, body: { error: { msg: "Cannot parse 'x': too many boolean clauses" } } }),
    /^TOO_MANY_CLAUSES: expected a query of at most maxBooleanClauses of Solr clauses, one a shingle, got more, at http/,
  ],
]

for (const [what, reply, message] of refused) {
  test(`refuses ${what}`, async () => {
    await withServer(reply, async url => {
      await assert.rejects(search(['a b c'], { url }), ({ message: said }: Error) => {
        assert.match(said, message)
        return true
      })
    })
  })
}

test('reports that no server answers', async () => {
  let closed = ''
  await withServer(finding(), async url => {
    closed = url
  })
  await assert.rejects(search(['a b c'], { url: closed }), ({ message }: Error) => {
    assert.match(
      message,
      /^INDEX_FAILED: expected an answer, got Error: connect ECONNREFUSED \S+, at http:\S+\. To fix: start/,
    )
    return true
  })
})

test('reports that the answer takes too long', async () => {
  const slow = createServer(() => {})
  await new Promise<void>(done => slow.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/solr/core`
  try {
    await assert.rejects(
      search(['a b c'], { url, timeoutMs: 50 }),
      /INDEX_FAILED: expected an answer, got TimeoutError/,
    )
  } finally {
    slow.closeAllConnections()
    await new Promise(done => slow.close(done))
  }
})

test('refuses an invalid address', () => {
  for (const url of ['localhost:8983/solr', '', 'file:///etc/passwd']) {
    assert.throws(() => solrIndex({ url }), {
      message:
        `OPTION_VALUE: expected url to be the http or https address of a Solr core, got ${JSON.stringify(url)}. ` +
        'To fix: write it as http://localhost:8983/solr/collection1.',
    })
  }
})
