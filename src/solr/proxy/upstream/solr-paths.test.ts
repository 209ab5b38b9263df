/** Paths: which requests bring documents, and that no other spelling evades the signature. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget, routeOf, type Target } from './solr-paths.ts'

function target(url: string): Target {
  const parsed = parseTarget(url)
  assert(parsed !== undefined)
  return parsed
}

const first = target('http://localhost:8983/solr/dedupe')
const second = target('http://other:8983/solr/second/')
const targets = [first, second]

test('finds updates under the full path and the short one', () => {
  for (const path of ['/solr/dedupe/update', '/update']) {
    const route = routeOf(`${path}?commit=true`, targets)
    assert.deepEqual(route, {
      origin: 'http://localhost:8983',
      path: '/solr/dedupe/update',
      query: '?commit=true',
      update: { target: first, handler: 'update' },
    })
  }
})

test('the handler is part of the path', () => {
  const handlerOf = (path: string) => routeOf(path, targets).update?.handler
  assert.equal(handlerOf('/update/json'), 'update/json')
  assert.equal(handlerOf('/update/json/docs'), 'update/json/docs')
  assert.equal(handlerOf('/solr/dedupe/update/csv'), 'update/csv')
  assert.equal(handlerOf('/updates'), undefined)
  assert.equal(handlerOf('/select'), undefined)
})

test('another collection has its own server, an unknown one goes to the first', () => {
  assert.deepEqual(routeOf('/solr/second/update', targets).update?.target, second)
  assert.equal(routeOf('/solr/second/select', targets).origin, 'http://other:8983')
  const stranger = routeOf('/solr/third/update', targets)
  assert.deepEqual(stranger, { origin: 'http://localhost:8983', path: '/solr/third/update', query: '' })
})

test('forwards other requests as written', () => {
  const path = '/solr/admin/cores;x=1/%7Ea/../b'
  assert.equal(routeOf(path, targets).path, path)
  assert.equal(routeOf('/select', targets).path, '/solr/dedupe/select')
  assert.equal(routeOf('/api/cores', targets).path, '/api/cores')
  assert.equal(routeOf('/', targets).path, '/solr/dedupe/')
})

test("other spellings of an update are updates, as in Solr's server", () => {
  const spellings = [
    '/solr/dedupe/%75pdate',
    '/solr/dedupe//update',
    '/solr/dedupe/update/',
    '/solr/dedupe/./update',
    '/solr/x/../dedupe/update',
    '/solr/dedupe/update;v=1',
    '/solr;a/dedupe;b/update;c',
    '/solr/dedupe%2Fupdate',
    'http://proxy:1/solr/dedupe/update',
  ]
  for (const path of spellings) assert.equal(routeOf(path, targets).update?.handler, 'update', path)
})

test('refuses other ways to send documents, which cannot be signed', () => {
  const others = [
    '/update/extract',
    '/api/cores/dedupe/update',
    '/api/collections/dedupe/update/json',
    '/api/c/second/update',
    '/solr/____v2/cores/dedupe/update',
    '/select?qt=%2Fupdate',
  ]
  for (const path of others)
    assert.throws(() => routeOf(path, targets), { code: 400, message: /cannot be signed/ }, path)
  assert.throws(() => routeOf('/solr/%zz', targets), {
    code: 404,
    message: 'Can not read the path segment %zz',
  })
})

test('version 2 of the API is open for everything else', () => {
  assert.equal(routeOf('/api/cores/dedupe/select', targets).path, '/api/cores/dedupe/select')
  assert.equal(routeOf('/api/cores/third/update', targets).path, '/api/cores/third/update')
})

test('only the URL of a collection is a target', () => {
  assert.deepEqual(first, { origin: 'http://localhost:8983', path: '/solr/dedupe' })
  assert.deepEqual(second.path, '/solr/second')
  for (const url of [
    'http://localhost:8983',
    'http://localhost/',
    'ftp://x/solr/a',
    'solr/a',
    'http://u:p@x/solr/a',
    'http://x/solr/a?b=c',
  ]) {
    assert.equal(parseTarget(url), undefined, url)
  }
})
