/** Fingerprints: values of the unit tests of Elasticsearch's processor; digests of given bytes by Python's hashlib. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readObject } from '../bulk/bulk-lines.ts'
import {
  type FingerprintMethod,
  type FingerprintSettings,
  fingerprintMethods,
  fingerprintOf,
} from './fingerprint.ts'

function fingerprint(text: string, given: Partial<FingerprintSettings>): string | undefined {
  const settings = { method: 'SHA-1' as const, fields: [], salt: '', ignoreMissing: false, ...given }
  return fingerprintOf(settings, readObject({ text, number: 1 }).fields)
}

test('has the values of the unit tests of the ingest processor', () => {
  const two = '{"foo":"fooValue","bar":"barValue"}'
  assert.equal(fingerprint(two, { fields: ['foo', 'bar'] }), 'IgxzmZVknx4+Og/eUpvIlqH9PdI=')
  assert.equal(
    fingerprint('{"foo":"foo"}', { fields: ['foo'], salt: 'salt' }),
    'rWTTCYvRPQAzKXydmKwyC+//dmM=',
  )
  const fields = ['foo', 'bar', 'baz']
  const ignoring = (text: string) => fingerprint(text, { fields, ignoreMissing: true })
  assert.equal(ignoring('{"foo":"foo"}'), 'WoyqQDn9vALAGmScjA9Z2yg7sos=')
  assert.equal(ignoring('{"foo":"foo","bar":"foo"}'), 'vjq2RyU5UA8vzeM5gIbfrOGir7w=')
  assert.equal(ignoring('{"foo":"foo","bar":"foo","baz":"foo"}'), '2Ozd89kaee2AnbrjU8zB6QGn9Wo=')
  const byMethod: Record<FingerprintMethod, string> = {
    MD5: 'b+3QyaPYdnUF1lb5IKE+1g==',
    'SHA-1': 'SX/93t223OurJvgMUOCtSl9hcpg=',
    'SHA-256': 'zDQYTy34tBlmNedlDdn++N7NN+wBY15mCoPDINmUxXc=',
    'SHA-512': 'xNIpYyJzRmg5R0T44ZORC2tgh8N4tVtTFzD5AdBqxmdOuRUjibQQ64lgefkbuZFl8Hv9ze9U6PAmrlgJPcRPGA==',
    MurmurHash3: 'yjfaOoy2UQ3EHZRAzFK9sw==',
  }
  for (const method of fingerprintMethods)
    assert.equal(
      fingerprint('{"foo":"foo","bar":"bar"}', { method, fields: ['foo', 'bar'] }),
      byMethod[method],
    )
})

test('values are hashed in the bytes of their Java type', () => {
  const numbers = '{"n":[42,-1,2147483648,-9223372036854775808,1.0,3.15,1e5,-0.0]}'
  assert.equal(fingerprint(numbers, { fields: ['n'] }), 'yonaZxUV0+ApeCuX31vd46uWNUQ=')
  assert.equal(fingerprint('{"b":[true,false,null]}', { fields: ['b'] }), 'b4JpEmTGKMXX4wTnbxEA7m/buE4=')
  const object = '{"o":{"b":"x","a":[1,{"é":"\\ud800"}],"B":null}}'
  assert.equal(fingerprint(object, { fields: ['o'], method: 'MD5' }), 'vZdZ+aFla/c3l4mH0fDxLg==')
})

test('a salt of blanks as Java knows them is none', () => {
  const salted = (salt: string, method: FingerprintMethod) =>
    fingerprint('{"foo":"foo"}', { fields: ['foo'], salt, method })
  assert.equal(salted('pepper', 'SHA-256'), 'kCQZtijU43wcrSf44TCiZaqOtzmhFajrs4pySzD65Mw=')
  assert.equal(
    salted('\u00a0', 'SHA-512'),
    'Gl4gDTAwbwmFttsY6oapb1jhSHsGmH7eqf1jBoYYmaHXCbwfeBYDEO719Kru8pHy/Pjc6tpbXh0ppr7CAi0wFQ==',
  )
  assert.equal(salted(' \u3000\n', 'SHA-1'), 'WoyqQDn9vALAGmScjA9Z2yg7sos=')
})

test('MurmurHash3 has the values of the unit tests of its class in Elasticsearch', () => {
  // An empty list adds no bytes, so that the salt alone is hashed.
  const hashed = (salt: string) =>
    Buffer.from(
      String(fingerprint('{"a":[]}', { fields: ['a'], salt, method: 'MurmurHash3' })),
      'base64',
    ).toString('hex')
  assert.equal(hashed('hell'), '629942693e10f86792db0b82baeb5347')
  assert.equal(hashed('The quick brown fox jumps over the lazy dog'), 'e34bbc7bbc071b6c7a433ca9c49a9347')
  assert.equal(hashed('The quick brown fox jumps over the lazy cog'), '658ca970ff85269a43fee3eaa68e5c3e')
})

test('paths reach into objects and lists, not to names with dots', () => {
  const foo = fingerprint('{"a":"foo"}', { fields: ['a'] })
  for (const [text, path] of [
    ['{"a":{"b":"foo"}}', 'a.b'],
    ['{"a":[{"b":0},{"b":["foo"]}]}', 'a.1.b.0'],
    ['{"a":{"b":"foo"},"a.b":"bar"}', '_source.a.b.'],
    ['{"a":[["foo"],[]]}', 'a'],
  ])
    assert.equal(fingerprint(text, { fields: [path] }), foo, text)
  for (const [text, path] of [
    ['{"a.b":"foo"}', 'a.b'],
    ['{"a":["foo"]}', 'a.b'],
    ['{"a":["foo"]}', 'a.1'],
    ['{"a":["foo"]}', 'a.-1'],
    ['{"a":null}', 'a'],
    ['{"a":"foo"}', 'a.b'],
    ['{}', 'toString'],
  ])
    assert.equal(fingerprint(text, { fields: [path], ignoreMissing: true }), undefined, text)
  assert.notEqual(fingerprint('{"a":[]}', { fields: ['a'] }), undefined)
})

test('missing fields, repeated names and very large numbers are refused', () => {
  const refused = (text: string, fields: string[], message: string) =>
    assert.throws(() => fingerprint(text, { fields }), { code: 'BULK_UNSIGNED', message })
  refused(
    '{"foo":1,"bar":null}',
    ['bar', 'foo'],
    'BULK_UNSIGNED: expected a document with every field of `fields`, got missing field [bar] when calculating fingerprint. To fix: correct the document or `fields`, or skip missing fields with `ignoreMissing`.',
  )
  refused(
    '{"a":{"b":1,"b":1}}',
    ['a'],
    'BULK_UNSIGNED: expected an object with every name once, got "b" twice. To fix: correct the document; Elasticsearch refuses it, too.',
  )
  refused(
    '{"a":9223372036854775808}',
    ['a'],
    'BULK_UNSIGNED: expected whole numbers of at most 64 bits in the fields of a fingerprint, got 9223372036854775808. To fix: send the number as a text, or leave its field out of `fields`.',
  )
})
