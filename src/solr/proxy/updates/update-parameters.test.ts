/** Parameters of an update that becomes several requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceChain, sortParameters } from './update-parameters.ts'

const sorted = (query: string, format: Parameters<typeof sortParameters>[1] = 'json', chain?: string) => {
  const { everywhere, final } = sortParameters(new URLSearchParams(query), format, chain)
  return [String(everywhere), String(final)]
}

test('commits go with the last request, used-up parameters are dropped', () => {
  const query = 'commit=true&update.chain=l3&overwrite=false&_route_=a&waitSearcher=false&json.command=true'
  assert.deepEqual(sorted(query), ['overwrite=false&_route_=a&wt=json', 'commit=true&waitSearcher=false'])
})

test("Solr's chain replaces the chain that signed", () => {
  assert.deepEqual(sorted('update.chain=l3', 'json', 'rest'), ['update.chain=rest&wt=json', ''])
  assert.equal(replaceChain('?commit=true&update.chain=l3', undefined), '?commit=true')
  assert.equal(replaceChain('?update.chain=l3', undefined), '')
  assert.equal(replaceChain('?a=%7E+b', undefined), '?a=%7E+b')
  assert.equal(replaceChain('', 'rest'), '?update.chain=rest')
})

test('the answer has the format of the body, unless the client names another', () => {
  assert.deepEqual(sorted('', 'xml'), ['wt=xml', ''])
  assert.deepEqual(sorted('', 'javabin'), ['wt=javabin', ''])
  assert.deepEqual(sorted('', 'csv'), ['wt=json', ''])
  assert.deepEqual(sorted('wt=xml'), ['wt=xml', ''])
})

test('refuses documents that Solr would make or fetch', () => {
  const refuse = (query: string, format: Parameters<typeof sortParameters>[1], message: string) =>
    assert.throws(() => sorted(query, format), { code: 400, message })
  refuse('stream.url=file:///etc/passwd', 'json', 'Documents in the parameter stream.url cannot be signed')
  refuse('stream.body=x', 'form', 'Documents in the parameter stream.body cannot be signed')
  refuse('tr=a.xsl', 'xml', 'Documents made with the parameter tr cannot be signed')
  refuse('split=/a', 'json-documents', 'Documents made with the parameter split cannot be signed')
})
