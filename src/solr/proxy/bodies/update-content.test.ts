/** The format of a body: chosen by the path, the content type, else the first character. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpdateHandler } from '../upstream/solr-paths.ts'
import type { ClientRequest } from '../upstream/two-protocols.ts'
import { bytesOf, formatOf, parseContentType } from './update-content.ts'

function format(
  type: string | undefined,
  first = '',
  handler: UpdateHandler = 'update',
  agent = 'curl/8.1',
) {
  const headers = { 'user-agent': agent, ...(type !== undefined && { 'content-type': type }) }
  return formatOf({ headers } as ClientRequest, handler, new URLSearchParams(), () =>
    Promise.resolve(first),
  )
}

test('the content type decides under /update', async () => {
  assert.equal(await format('application/json; charset=utf-8'), 'json')
  assert.equal(await format('Text/XML'), 'xml')
  assert.equal(await format('application/csv'), 'csv')
  assert.equal(await format('application/javabin'), 'javabin')
})

test('the path decides under the other handlers', async () => {
  assert.equal(await format('text/xml', '', 'update/json'), 'json')
  assert.equal(await format(undefined, '', 'update/csv'), 'csv')
  assert.equal(await format('application/json', '', 'update/json/docs'), 'json-documents')
})

test('a form from curl may be JSON or XML, a form from other clients is one', async () => {
  const form = 'application/x-www-form-urlencoded'
  assert.equal(await format(form, '['), 'json')
  assert.equal(await format(form, '{'), 'json')
  assert.equal(await format(form, '<'), 'xml')
  assert.equal(await format(form, 'c'), 'form')
  assert.equal(await format(form, '{', 'update/json/docs'), 'json-documents')
  assert.equal(await format(form, '[', 'update', 'Mozilla'), 'form')
})

test("refuses other types with Solr's message", async () => {
  const known =
    'application/xml, application/csv, application/json, text/json, text/csv, text/xml, application/javabin'
  const message = `Unsupported ContentType: image/png  Not in: [${known}]`
  await assert.rejects(format('image/png'), { code: 415, message })
  await assert.rejects(format('application/cbor'), { code: 415 })
  for (const name of ['constructor', '__proto__']) await assert.rejects(format(name), { code: 415 })
  await assert.rejects(format('multipart/form-data; boundary=x', '', 'update/json'), { code: 415 })
  await assert.rejects(format(undefined), { code: 415, message: 'Missing ContentType' })
})

test('accepts only encodings it can unpack', async () => {
  for (const encoding of ['br', 'constructor', '__proto__']) {
    const request = { headers: { 'content-encoding': encoding } } as ClientRequest
    const bytes = bytesOf(request, { maxBodyBytes: 100, clientTimeoutMs: 1000 })
    await assert.rejects(bytes.next(), { code: 415, message: `Unsupported Content-Encoding: ${encoding}` })
  }
})

test('parameters of the content type may be quoted', () => {
  assert.deepEqual(parseContentType('text/xml; q=1; Charset="UTF-16"'), {
    type: 'text/xml',
    charset: 'UTF-16',
  })
  assert.deepEqual(parseContentType(undefined), { type: '', charset: undefined })
})
