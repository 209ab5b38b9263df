/** Lucene's fingerprint: joined and omitted tokens, and texts without one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { luceneFingerprint } from './lucene-fingerprint.ts'
import { whitespaceTokens } from './lucene-tokens.ts'

test('joins the distinct tokens in the order of their units', () => {
  assert.equal(luceneFingerprint(['b', 'a', 'b', 'B']), 'B a b')
  assert.equal(luceneFingerprint(['\u{1f600}', '\uffff'], { separator: '-' }), '\u{1f600}-\uffff')
  assert.equal(luceneFingerprint([]), undefined)
  assert.equal(luceneFingerprint(whitespaceTokens('not to be or to be').texts), 'be not or to')
})

test('an empty token leaves no trace except its separator in the size', () => {
  assert.equal(luceneFingerprint(['']), '')
  assert.equal(luceneFingerprint(['b', '', 'a', '']), 'a b')
  assert.equal(luceneFingerprint(['', 'ab'], { maxOutputTokenSize: 2 }), undefined)
  assert.equal(luceneFingerprint(['', 'ab'], { maxOutputTokenSize: 3 }), 'ab')
})

test('tokens that are too long together have no fingerprint', () => {
  assert.equal(luceneFingerprint(['ab', 'cd', 'ab'], { maxOutputTokenSize: 5 }), 'ab cd')
  assert.equal(luceneFingerprint(['ab', 'cd'], { maxOutputTokenSize: 4 }), undefined)
  assert.equal(luceneFingerprint(['abcde'], { maxOutputTokenSize: 4 }), undefined)
  assert.equal(luceneFingerprint(['x'.repeat(1024)])?.length, 1024)
  assert.equal(luceneFingerprint(['x'.repeat(1025)]), undefined)
})

test('refuses a separator that is not one unit', () => {
  assert.throws(() => luceneFingerprint([], { separator: ', ' }), {
    message:
      'OPTION_VALUE: expected separator to be one character, got ", ". To fix: change separator, or leave it out for its default.',
  })
})
