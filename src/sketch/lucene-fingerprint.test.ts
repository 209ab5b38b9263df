/** Lucene's fingerprint, and the signatures that are made with it and with its MinHash. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { luceneFingerprint } from './lucene-fingerprint.ts'
import { luceneMinHash, minHashTokenHex } from './lucene-min-hash.ts'
import { luceneFingerprintSignature, luceneMinHashSignature } from './lucene-signatures.ts'

test('joins the distinct tokens in the order of their units', () => {
  assert.equal(luceneFingerprint(['b', 'a', 'b', 'B']), 'B a b')
  assert.equal(luceneFingerprint(['\u{1f600}', '\uffff'], { separator: '-' }), '\u{1f600}-\uffff')
  assert.equal(luceneFingerprint([]), undefined)
})

test('an empty token leaves no trace but its separator in the size', () => {
  assert.equal(luceneFingerprint(['']), '')
  assert.equal(luceneFingerprint(['b', '', 'a', '']), 'a b')
  assert.equal(luceneFingerprint(['', 'ab'], { maxOutputTokenSize: 2 }), undefined)
  assert.equal(luceneFingerprint(['', 'ab'], { maxOutputTokenSize: 3 }), 'ab')
})

test('what is too long has no fingerprint', () => {
  assert.equal(luceneFingerprint(['ab', 'cd', 'ab'], { maxOutputTokenSize: 5 }), 'ab cd')
  assert.equal(luceneFingerprint(['ab', 'cd'], { maxOutputTokenSize: 4 }), undefined)
  assert.equal(luceneFingerprint(['abcde'], { maxOutputTokenSize: 4 }), undefined)
  assert.equal(luceneFingerprint(['x'.repeat(1024)])?.length, 1024)
  assert.equal(luceneFingerprint(['x'.repeat(1025)]), undefined)
})

test('refuses a separator that is not one unit', () => {
  assert.throws(() => luceneFingerprint([], { separator: ', ' }), {
    message:
      'OPTION_VALUE: expected maxOutputTokenSize to be a whole number and separator one character, got 1024 and ", ". To fix: change them, or leave them out for their defaults.',
  })
})

test('the signature of a text is the MinHash of its shingles, or of its words if it has none', () => {
  const signature = (tokens: string[]) => minHashTokenHex(luceneMinHash(tokens))
  assert.deepEqual(luceneMinHashSignature('a b c d e f'), signature(['a b c d e', 'b c d e f']))
  assert.deepEqual(luceneMinHashSignature('a b'), signature(['a', 'b']))
  assert.deepEqual(luceneMinHashSignature('a b c', { shingle: 2 }), signature(['a b', 'b c']))
  assert.deepEqual(luceneMinHashSignature('a b c', { shingle: 1 }), signature(['a', 'b', 'c']))
  assert.notDeepEqual(luceneMinHashSignature('A b'), luceneMinHashSignature('a b'))
  assert.deepEqual(luceneMinHashSignature(' \n'), [])
})

test('the fingerprint of a text knows no order and no number of its words', () => {
  assert.equal(luceneFingerprintSignature('not to be or to be'), 'be not or to')
  assert.equal(luceneFingerprintSignature('To be'), 'To be')
  assert.equal(luceneFingerprintSignature(''), undefined)
})
