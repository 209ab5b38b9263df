/** Fingerprints that a node of OpenSearch 2.19.1 on Java 17 gave to the same documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readObject } from '../bulk/bulk-lines.ts'
import { type OpenSearchSettings, openSearchFingerprintOf } from './opensearch-fingerprint.ts'
import { type GivenBulkSignOptions, resolveBulkSignOptions, signerOf } from './sign-options.ts'

const fieldsOf = (text: string) => readObject({ text, number: 1 }).fields

function fingerprint(text: string, given: Partial<OpenSearchSettings>): string | undefined {
  const settings = {
    method: 'SHA-1@2.16.0' as const,
    fields: [],
    ignoreMissing: false,
    javaVersion: 17,
    ...given,
  }
  return openSearchFingerprintOf(settings, fieldsOf(text))
}

const vectors: readonly (readonly [document: string, fields: readonly string[], sha1: string])[] = [
  ['{"title":"a","body":"b"}', ['title', 'body'], 'RI+n27ASW3E7/2u40P7BsrZ79nM='],
  ['{"n":1}', ['n'], 'NcfYv+f0X63BU+BIokUy2FbVMuY='],
  ['{"n":"1"}', ['n'], 'NcfYv+f0X63BU+BIokUy2FbVMuY='],
  ['{"n":1.0}', ['n'], 'hRa49he3WxbfnPX5cdxNhIbnRyo='],
  ['{"n":1e3}', ['n'], 'Qd/8IKvLTrrZC5pSA08nuQxj6ws='],
  ['{"n":1e7}', ['n'], 'EaD0cyjbb2x5azOmm9b7fuS/T6E='],
  ['{"n":2e23}', ['n'], '0S2bX5JRZyjDzF0//116H2NVgNw='],
  ['{"n":9007199254740993}', ['n'], 'MjR+guUYfH6E/SfwrrHZXjp7oac='],
  ['{"n":1e400}', ['n'], 'udkWIfIIcv2EqDUekx1Bsno+IyY='],
  ['{"n":-0.0}', ['n'], 'ISQCOfRaFQZRODWGWqOq6ikiJt0='],
  ['{"n":null}', ['n'], 'PdLRgg1dadqIYEknKLW0KEAA0Sw='],
  ['{"n":true}', ['n'], '53K0pMDUd0ME3gMXDYBE4NMfpb0='],
  ['{"n":[1,"a",null,[2.5]]}', ['n'], '8cM2RxOqgfwsjw8EVHed3NTCUuY='],
  ['{"n":[]}', ['n'], 'rBaFeyrHbxXBhzg0W9iNveEbf/Y='],
  ['{"o":{"b":"x","a":{"d":1,"c":[1,2]},"B":null,"e":{}}}', ['o'], 'dy3FQVZlR+tXwAVGLovC4PTnCYE='],
  ['{"o":{"b":"x"}}', ['o.b'], 'x5ZXoX1fIl8+1uzmB8cbaU+C5tU='],
  ['{"o":[{"a":1}]}', ['o'], 'NmGMR/ITnfclqM6NdWJ+7cqcCqA='],
  ['{"o":["p","q"]}', ['o.1'], 'SYjkjPyH8D5d4ySsr64y3fPCWHY='],
  ['{"s":"\\ud800x é 😀"}', ['s'], 'hdBaDPCt/wRp9J+Zv5hsyNtmvUo='],
  ['{"t":"x","t2":"y"}', ['t', 't', 't2'], 'bOWqNWwo23ytsAlr/M98H6MBjJQ='],
  ['{"x":"|y|1:z"}', ['x'], 'zsfdO21Grp5dMLSwkOVa9NPU0MM='],
  ['{"f":"v"}', ['_source.f'], 'BlsvphyUshyTOE1ZaVj7rcdsqps='],
  ['{"f":""}', ['f'], 'UU5rSD0R3G06lzBtMaj3esPV3Eo='],
]

test('has the fingerprints of a real node', () => {
  for (const [document, fields, sha1] of vectors)
    assert.equal(fingerprint(document, { fields }), `SHA-1@2.16.0:${sha1}`, document)
  const fields = ['title', 'body']
  const others = {
    'MD5@2.16.0': 'oyc/6rHds6Fz+Eutc1t0nQ==',
    'SHA-256@2.16.0': 'NAO91SqvmibMvJfOqVJjD+g+C+ogVXiexOL3eHolHt4=',
    'SHA3-256@2.16.0': 'Dg2X4geNahXYKghQHnCcRdk8ILlGCOL8DhjyeXLpcyk=',
  } as const
  for (const [method, hash] of Object.entries(others) as [keyof typeof others, string][])
    assert.equal(fingerprint('{"title":"a","body":"b"}', { method, fields }), `${method}:${hash}`)
})

test('missing fields are refused or skipped, null is not missing', () => {
  const fields = ['f', 'missing']
  assert.throws(() => fingerprint('{"f":"v"}', { fields }), /BULK_UNSIGNED: .*missing field \[missing\]/)
  assert.throws(() => fingerprint('{"a.b":"x"}', { fields: ['a.b'] }), /missing field \[a\.b\]/)
  const skipped = fingerprint('{"f":"v"}', { fields, ignoreMissing: true })
  assert.equal(skipped, 'SHA-1@2.16.0:Ru5AX6zPa7XlZWRbUkA0RUPg0Ng=')
  assert.equal(fingerprint('{"f":"v"}', { fields: ['missing'], ignoreMissing: true }), undefined)
  assert.equal(fingerprint('{"n":{}}', { fields: ['n'] }), undefined)
})

test('what has an order of its own in Java is refused', () => {
  for (const document of [
    '{"o":[{"b":1,"a":2}]}',
    '{"o":{"a.b":1,"a":{"b":2}}}',
    '{"o":{"b":1,"b":2}}',
    '{"o":99999999999999999999}',
  ])
    assert.throws(() => fingerprint(document, { fields: ['o'] }), /BULK_UNSIGNED/, document)
})

test('fractions are those of the Java that OpenSearch brings, unless another is named', () => {
  const sign = (given: GivenBulkSignOptions) =>
    signerOf(resolveBulkSignOptions({ method: 'SHA-1@2.16.0', fields: ['n'], ...given })).sign(
      fieldsOf('{"n":2e23}'),
    )
  const asText = fingerprint('{"n":"2.0E23"}', { fields: ['n'] })
  assert.equal(sign({}), asText)
  assert.equal(sign({ javaVersion: 19 }), asText)
  assert.equal(sign({ javaVersion: 17 }), 'SHA-1@2.16.0:0S2bX5JRZyjDzF0//116H2NVgNw=')
  assert.throws(() => sign({ salt: 'x' }), /OPTION_VALUE: expected no salt with the method SHA-1@2\.16\.0/)
  assert.throws(
    () => sign({ method: 'SHA-1', javaVersion: 17 }),
    /expected no javaVersion with the method SHA-1,/,
  )
})
