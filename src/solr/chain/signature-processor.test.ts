/** Settings and signatures; `test/vectors` compares the rows recorded from Solr. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { simpleClassName } from '../../methods/solr-nutch/solr-signatures.ts'
import { documentOf, fieldValue, withSignature } from '../messages/values.ts'
import {
  type GivenSignatureSettings,
  givenSettings,
  isAtomicUpdate,
  isContentless,
  signatureOf,
} from './signature-processor.ts'

const sign = (settings: GivenSignatureSettings, object: Record<string, unknown>) =>
  signatureOf(givenSettings(settings), documentOf(object)).signature

test('the defaults are those of Solr', () => {
  assert.deepEqual(givenSettings({}), {
    isEnabled: true,
    overwriteDupes: true,
    signatureField: 'signatureField',
    signatureClass: 'org.apache.solr.update.processor.Lookup3Signature',
    fields: [],
    params: Object.create(null),
  })
})

test('field names are split at commas; names in a list are not', () => {
  assert.deepEqual(givenSettings({ fields: 'b,,a, c\\,d\\' }).fields, [' c,d', 'a', 'b'])
  assert.deepEqual(givenSettings({ fields: ['b,c', 'a\\'] }).fields, ['a\\', 'b,c'])
  assert.deepEqual(givenSettings({ quantRate: 0.2, minTokenLen: 3 }).params, {
    __proto__: null,
    quantRate: '0.2',
    minTokenLen: '3',
  })
})

test('values are signed by their Java texts, whatever the index stores', () => {
  const md5 = { signatureClass: 'MD5Signature', fields: 'body_t' }
  assert.equal(sign(md5, { body_t: 1000.5 }), sign(md5, { body_t: '1000.5' }))
  assert.equal(sign(md5, { body_t: 1e7 }), sign(md5, { body_t: '10000000' }))
  assert.equal(sign(md5, { body_t: 0.0001 }), sign(md5, { body_t: '1.0E-4' }))
  assert.equal(sign(md5, { body_t: null }), sign(md5, { body_t: 'null' }))
  assert.equal(sign(md5, { body_t: ['x', 'y'] }), sign(md5, { body_t: 'xy' }))
  const lookup3 = { fields: 'body_t' }
  assert.notEqual(sign(lookup3, { body_t: ['x', 'y'] }), sign(lookup3, { body_t: 'xy' }))
  assert.equal(sign(lookup3, { body_t: ['x'] }), sign(lookup3, { body_t: 'x' }))
  assert.equal(sign(lookup3, { other: 'x' }), '0000000000000000')
})

test('without names all fields are signed, in the order of their UTF-16 units', () => {
  const all = { signatureClass: 'MD5Signature' }
  const named = { ...all, fields: 'B,a,ä' }
  assert.equal(sign(all, { ä: '3', a: '2', B: '1' }), sign(named, { B: '1', a: '2', ä: '3' }))
})

test("a map that is a field's only value makes an atomic update", () => {
  assert(isAtomicUpdate(documentOf({ id: '1', a: {} })))
  assert(!isAtomicUpdate(documentOf({ id: '1', a: [{ set: 1 }] })))
  const twice = documentOf({ a: { set: 1 } }).fields.concat({ name: 'a', value: 'x' })
  assert(!isAtomicUpdate({ fields: twice, children: [] }))
})

test('classes are found by every name Solr accepts', () => {
  const names = [
    'org.apache.solr.update.processor.MD5Signature',
    'solr.MD5Signature',
    'solr.processor.MD5Signature',
    'solr.update.processor.MD5Signature',
    'update.processor.MD5Signature',
    'MD5Signature',
  ]
  for (const name of names) assert.equal(simpleClassName(name), 'MD5Signature')
  for (const name of [
    'com.example.MD5Signature',
    'org.apache.solr.MD5Signature',
    'solr.search.MD5Signature',
  ]) {
    assert.equal(simpleClassName(name), undefined)
  }
})

test("refuses documents with Solr's answers", () => {
  const refusal = (settings: GivenSignatureSettings, object: Record<string, unknown>) => {
    try {
      return sign(settings, object)
    } catch (error) {
      return isJavaException(error) ? [error.code, error.message] : error
    }
  }
  assert.deepEqual(refusal({}, { a: { set: 1 } }), [
    500,
    "Can't use SignatureUpdateProcessor with partial updates on signature fields",
  ])
  assert.deepEqual(refusal({ fields: 'b' }, { a: { set: 1 }, b: 'plain' }), [
    500,
    "Can't use SignatureUpdateProcessor with partial update request containing signature field: b",
  ])
  assert.equal(refusal({ fields: 'b' }, { a: { set: 1 } }), '0000000000000000')
  assert.deepEqual(refusal({ signatureClass: 'no.such.Signature' }, {}), [
    500,
    " Error loading class 'no.such.Signature'",
  ])
  assert.deepEqual(refusal({ signatureClass: 'java.lang.String' }, {}), [
    undefined,
    'class java.lang.String',
  ])
  assert.deepEqual(refusal({ signatureClass: 'TextProfileSignature', quantRate: 'abc' }, {}), [
    400,
    'For input string: "abc"',
  ])
  assert.equal(refusal({ quantRate: 'abc' }, {}), '0000000000000000')
})

test('a signature is added to the values the client sent in its field', () => {
  const signed = withSignature(documentOf({ sig: 'abc' }), 'sig', '01')
  assert.deepEqual(fieldValue(signed.fields, 'sig'), ['abc', '01'])
})

test('a document has content when its texts change the signature', () => {
  const without = [{}, { c: 'word' }, { a: '' }, { a: [] }, { a: ['', ''], b: '' }, { a: null }]
  const nested = [{ a: [null, ''], b: [] }, { a: [[]] }, { a: [{ x: null }] }]
  const contents = [
    { a: 'word' },
    { a: null, b: 'word' },
    { a: ['', 'word'] },
    { a: 'null' },
    { a: 12345 },
    { a: true },
  ]
  for (const signatureClass of ['Lookup3Signature', 'MD5Signature', 'TextProfileSignature']) {
    const settings = givenSettings({ fields: 'a,b', signatureClass })
    const isEmpty = (object: Record<string, unknown>) => {
      const document = documentOf(object)
      return isContentless(settings, document, signatureOf(settings, document))
    }
    for (const object of [...without, ...nested]) assert(isEmpty(object), JSON.stringify(object))
    for (const object of contents) assert(!isEmpty(object), JSON.stringify(object))
    const isProfile = signatureClass === 'TextProfileSignature'
    assert.equal(isEmpty({ a: null, b: ['x y', 'z'] }), isProfile)
  }
})
