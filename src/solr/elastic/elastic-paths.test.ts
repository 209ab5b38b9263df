import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broughtBy, indexOf } from './elastic-paths.ts'

/** The kind, and whether a document has an id. */
function kindOf(request: string): string {
  const [method, url] = request.split(' ')
  const brought = broughtBy(method, url)
  return brought.kind === 'document' ? `document ${brought.hasId}` : brought.kind
}

test('finds what a request brings, however its path is written', () => {
  const kinds: Record<string, readonly string[]> = {
    bulk: [
      'POST /_bulk',
      'PUT /news/_bulk?pipeline=p&refresh=true',
      'POST /news/_doc/_bulk',
      'POST //%5Fbulk/',
      'POST /%3Cnews-%7Bnow%2Fd%7D%3E/_bulk',
      'POST http://host:9200/_bulk',
      'POST /api/v1/_elastic/_bulk',
      'POST /api/v1/_elastic/news/_bulk?refresh=true',
    ],
    'document true': [
      'PUT /news/_doc/1',
      'POST /news/_doc/a%2Fb?routing=x',
      'PUT /news/_create/1',
      'PUT /news/%5fdoc/1/',
    ],
    'document false': ['POST /news/_doc', 'POST /news/_doc/?op_type=create', 'POST /news/_create'],
    update: ['POST /news/_update/1?retry_on_conflict=3'],
    nothing: [
      'GET /',
      'HEAD /news/_doc/1',
      'GET /news/_doc/1',
      'DELETE /news/_doc/1',
      'GET /_bulk',
      'PUT /news',
      'PUT /news/_mapping',
      'PUT /news/doc/_mapping',
      'POST /news/_search',
      'POST /news/doc/_search',
      'POST /_msearch',
      'POST /_aliases',
      'POST /news/_delete_by_query',
      'PUT /_ingest/pipeline/p',
      'POST /_ingest/pipeline/_simulate',
      'POST /_security/user/a',
      'GET /_nodes',
      'GET /_cat/indices?v',
    ],
    refused: [
      'POST /_bulk/stream',
      'POST /news/_bulk/stream',
      'POST /_reindex',
      'POST /news/_update_by_query',
      'POST /_otlp/v1/logs',
      'POST /_application/analytics/shop/event/search',
      'PUT /news/article/1',
      'POST /news/article',
      'POST /news/article/1/_update',
      'PUT /news/article/1/_create',
      'POST /news/_doc/1/_update',
      'POST /news/_update/1/2',
      'POST /news/%zz',
      'GET /_nodes/_all/http',
      'GET /_nodes/http?timeout=5s',
      'GET /api/v1/_elastic/_nodes/http',
      'POST /api/v1/news/ingest',
    ],
  }
  for (const [kind, requests] of Object.entries(kinds))
    for (const request of requests) assert.equal(kindOf(request), kind, request)
})

test('the index of a bulk request, also below the prefix of Quickwit', () => {
  for (const [url, index] of [
    ['/_bulk', undefined],
    ['/news/_bulk', 'news'],
    ['/api/v1/_elastic/_bulk', undefined],
    ['/api/v1/_elastic/news/_bulk?refresh=true', 'news'],
    ['/api/_bulk', 'api'],
  ] as const)
    assert.equal(indexOf(url), index, url)
})
