/** Answers against the bytes of Solr 9.10.1, and the javabin writer against the reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { JavaException, newSolrException } from '../../../methods/java/java-exception.ts'
import { JavabinReader } from '../../javabin/javabin-reader.ts'
import { encodeNamedList } from '../../javabin/javabin-writer.ts'
import { ProxyFault, solrFailureOf } from './proxy-fault.ts'
import { failureAnswer, responseWriter } from './solr-answer.ts'

const className = 'org.apache.solr.common.SolrException'
const unknownChain = solrFailureOf(newSolrException(400, 'unknown UpdateRequestProcessorChain: zzz'))

test("JSON equals Solr's", () => {
  const { status, headers, body } = failureAnswer(unknownChain, 'json', 44)
  assert.equal(status, 400)
  assert.deepEqual(headers, { 'content-type': 'application/json;charset=utf-8' })
  const text = `{
  "responseHeader":{
    "status":400,
    "QTime":44
  },
  "error":{
    "metadata":["error-class","${className}","root-error-class","${className}"],
    "msg":"unknown UpdateRequestProcessorChain: zzz",
    "code":400
  }
}
`
  assert.equal(Buffer.from(body).toString(), text)
})

test("XML equals Solr's", () => {
  const { headers, body } = failureAnswer(unknownChain, 'xml', 1)
  assert.deepEqual(headers, { 'content-type': 'application/xml; charset=UTF-8' })
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<response>

<lst name="responseHeader">
  <int name="status">400</int>
  <int name="QTime">1</int>
</lst>
<lst name="error">
  <lst name="metadata">
    <str name="error-class">org.apache.solr.common.SolrException</str>
    <str name="root-error-class">org.apache.solr.common.SolrException</str>
  </lst>
  <str name="msg">unknown UpdateRequestProcessorChain: zzz</str>
  <int name="code">400</int>
</lst>
</response>
`
  assert.equal(Buffer.from(body).toString(), text)
})

test('XML escapes markup and replaces invalid characters', () => {
  const failure = { status: 400, message: 'a < b & c > "d"\u0001\ud800' }
  const text = Buffer.from(failureAnswer(failure, 'xml').body).toString()
  assert.match(text, /<str name="msg">a &lt; b &amp; c &gt; "d"\ufffd\ufffd<\/str>/)
  assert.doesNotMatch(text, /metadata/)
})

test('javabin is a named list with the same structure', () => {
  const { headers, body } = failureAnswer(unknownChain, 'javabin', 7)
  assert.deepEqual(headers, { 'content-type': 'application/octet-stream' })
  const reader = new JavabinReader()
  reader.bytes.append([body])
  reader.readVersion()
  assert.deepEqual(plain(reader.readValue()), {
    responseHeader: { status: '400', QTime: '7' },
    error: {
      metadata: { 'error-class': className, 'root-error-class': className },
      msg: 'unknown UpdateRequestProcessorChain: zzz',
      code: '400',
    },
  })
})

test('javabin encodes strings of any length', () => {
  for (const length of [0, 1, 30, 31, 32, 158, 159, 160, 16_414, 16_415, 16_416, 100_000]) {
    const reader = new JavabinReader()
    reader.bytes.append([encodeNamedList({ text: '\u00e4'.repeat(length) })])
    reader.readVersion()
    assert.deepEqual(plain(reader.readValue()), { text: '\u00e4'.repeat(length) })
    assert.equal(reader.bytes.restBytes, 0)
  }
})

test('wt chooses the writer, by default the format of the request', () => {
  assert.equal(responseWriter(null), 'json')
  assert.equal(responseWriter(null, 'xml'), 'xml')
  assert.equal(responseWriter('', 'javabin'), 'javabin')
  assert.equal(responseWriter('xml'), 'xml')
  assert.equal(responseWriter('javabin', 'xml'), 'javabin')
  assert.equal(responseWriter('csv', 'xml'), 'json')
})

test('every error becomes a failure', () => {
  assert.deepEqual(solrFailureOf(new ProxyFault(504, 'no answer')), {
    status: 504,
    message: 'nearsame: no answer',
  })
  const cast = new JavaException('java.lang.ClassCastException', 'no cast')
  assert.deepEqual(solrFailureOf(cast), {
    status: 500,
    message: 'no cast',
    className: 'java.lang.ClassCastException',
  })
  const parts = { expected: 'x', got: 'y', fix: 'z', cause: newSolrException(409, 'version conflict') }
  const wrapped = solrFailureOf(new NearsameError('SOLR_UPDATE', parts))
  assert.deepEqual([wrapped.status, wrapped.message], [409, 'version conflict'])
  assert.equal(
    solrFailureOf(new NearsameError('RECORD_TOO_LONG', { expected: 'x', got: 'y', fix: 'z' })).status,
    413,
  )
  assert.equal(solrFailureOf(new Error('boo')).status, 500)
})

/** Maps as objects, numbers as their text. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('text' in value) return value.text
  if (!('entries' in value)) return value
  const entries = value.entries as { name: string; value: unknown }[]
  return Object.fromEntries(entries.map(entry => [entry.name, plain(entry.value)]))
}
