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
  const stranger = routeOf('/solr/third/select', targets)
  assert.deepEqual(stranger, { origin: 'http://localhost:8983', path: '/solr/third/select', query: '' })
})

test('an update for another name, or for none, is one of a stranger', () => {
  const strangerOf = (path: string) => routeOf(path, targets).stranger
  assert.deepEqual(strangerOf('/solr/third/update?commit=true'), { name: 'third', handler: 'update' })
  assert.deepEqual(strangerOf('/solr/th%69rd/update/json/'), { name: 'third', handler: 'update/json' })
  assert.deepEqual(strangerOf('/solr/update/csv'), { name: '', handler: 'update/csv' })
  assert.equal(strangerOf('/solr/third/updates'), undefined)
  assert.throws(() => strangerOf('/solr/third/update/extract'), { code: 400, message: /cannot be signed/ })
})

test('the parameter collection may name only the collection of the path', () => {
  assert.equal(routeOf('/update?collection=dedupe', targets).update?.handler, 'update')
  assert.throws(() => routeOf('/solr/dedupe/update?collection=third', targets), {
    code: 400,
    message: /^Documents for the parameter collection=third cannot be signed/,
  })
  assert.equal(routeOf('/solr/dedupe/select?collection=third', targets).update, undefined)
})

test('refuses the state of the cluster, with the reason', () => {
  for (const path of [
    '/solr/admin/collections?action=CLUSTERSTATUS&wt=javabin',
    '/solr/admin/./collections?action=clusterstatus',
    '/api/cluster',
    '/solr/____v2/cluster',
  ]) {
    const error = {
      code: 400,
      message: /clients such as CloudSolrClient send documents to its nodes, past this proxy/,
    }
    assert.throws(() => routeOf(path, targets), error, path)
  }
  assert.equal(routeOf('/solr/admin/collections?action=LIST', targets).update, undefined)
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
    '/api/cores/third/update',
    '/solr/third/select?qt=/update',
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
  assert.equal(routeOf('/api/cores/third/query', targets).path, '/api/cores/third/query')
})

test('only the URL of a collection is a target', () => {
  assert.deepEqual(first, { origin: 'http://localhost:8983', path: '/solr/dedupe' })
  assert.deepEqual(second.path, '/solr/second')
  for (const url of [
    'http://localhost:8983',
    'http://localhost/',
    'http://localhost/solr',
    'http://localhost/solr/',
    'http://localhost/solr//',
    'ftp://x/solr/a',
    'solr/a',
    'http://u:p@x/solr/a',
    'http://x/solr/a?b=c',
    'http://x/solr/books/update',
    'http://x/solr/books/update/json/docs/',
    'http://x/api/c/books/%75pdate',
  ]) {
    assert.equal(parseTarget(url), undefined, url)
  }
  assert.equal(parseTarget('http://x/solr/update')?.path, '/solr/update')
})
