/** Signatures of Nutch: which text or bytes are signed, the order of signatures, and errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import { md5 } from '../../ground/hash/md5.ts'
import { isJavaException } from '../java/java-exception.ts'
import {
  compareNutchSignatures,
  type NutchPage,
  nutchMd5,
  nutchTextMd5,
  nutchTextProfile,
} from './nutch-signatures.ts'
import { solrTextProfile } from './solr-signatures.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const md5Of = (text: string) => hexOf(md5(bytesOf(text)))

const nothing = 'd41d8cd98f00b204e9800998ecf8427e'
const url = 'http://example.com/'
const page: NutchPage = { url, content: bytesOf('raw'), text: 'Text text' }

test('gives the signatures of Nutch', () => {
  assert.equal(nutchMd5(page), 'bdd166af3a63f7be696dd17a218a6ffb')
  assert.equal(nutchMd5({ url, content: null }), 'a6bf1757fff057f266b697df9cf176fd')
  assert.equal(nutchMd5({ url: 'http://x/\ud83d', content: null }), '64d6bb3bee17b2acde444e01a4641acb')
  assert.equal(nutchTextMd5({ ...page, text: '\ud83d\ud83d\ude00' }), '9f0d378f99a6fe6f9c1ba5bdc6776d8e')
  assert.equal(nutchTextMd5({ ...page, text: 'nul\u0000nul' }), 'ce706f6b996d7e747cd8bb156893ddd6')
})

test('signs a page without content by its URL, since Nutch 1.14 also a page of no bytes', () => {
  const empty = { ...page, content: new Uint8Array(0) }
  assert.equal(nutchMd5(empty), md5Of(url))
  assert.equal(nutchMd5(empty, { emptyContent: 'bytes' }), nothing)
  assert.equal(nutchMd5({ ...page, content: null }, { emptyContent: 'bytes' }), md5Of(url))
})

test('signs the content if there is no text, but not if no word counts', () => {
  for (const text of ['', null]) {
    assert.equal(nutchTextMd5({ ...page, text }), nutchMd5(page))
    assert.equal(nutchTextProfile({ ...page, text }), nutchMd5(page))
  }
  assert.equal(nutchTextProfile({ url, content: page.content }), nutchMd5(page))
  assert.equal(nutchTextProfile({ ...page, text: 'a bb' }), nothing)
  assert.equal(nutchTextProfile({ ...page, content: null, text: '' }), md5Of(url))
})

test('treats a text alone as a page without a URL', () => {
  const both = { url: '', content: bytesOf('abc'), text: 'abc' }
  assert.deepEqual([nutchMd5('abc'), nutchTextMd5('abc')], [nutchMd5(both), nutchTextMd5(both)])
  assert.equal(nutchTextProfile('abc'), nutchTextProfile(both))
  assert.deepEqual([nutchMd5(''), nutchTextMd5(''), nutchTextProfile('')], [nothing, nothing, nothing])
})

test('orders ties by words, or as Solr does if the option says so', () => {
  assert.equal(nutchTextProfile('pear plum apple'), md5Of('apple 1\npear 1\nplum 1'))
  const words = fc.array(fc.constantFrom('pear', 'plum', 'apple', 'fig', 'quince'), {
    minLength: 1,
    maxLength: 30,
  })
  const property = fc.property(words, words => {
    const text = words.join(' ')
    assert.equal(nutchTextProfile(text, { secSortLex: false }), solrTextProfile([text]))
  })
  fc.assert(property, { numRuns: runs(100), seed: 21 })
})

test('orders signatures by length and then by signed bytes', () => {
  const sorted = ['', '7f', '80ff', 'ff00', '00ff', '7f80', '800000']
  assert.deepEqual(sorted.toReversed().sort(compareNutchSignatures), sorted)
  assert.equal(compareNutchSignatures('00ff', '00ff'), 0)
  const hex = fc.uint8Array({ maxLength: 3 }).map(hexOf)
  const property = fc.property(hex, hex, (a, b) => {
    assert.equal(Math.sign(compareNutchSignatures(a, b)), 0 - Math.sign(compareNutchSignatures(b, a)))
  })
  fc.assert(property, { numRuns: runs(200), seed: 22 })
})

test('fails like Nutch if something is missing', () => {
  const problemOf = (sign: () => string) => {
    try {
      return sign()
    } catch (error) {
      assert(isJavaException(error))
      return `${error.className}: ${error.message}`
    }
  }
  assert.equal(
    problemOf(() => nutchMd5({ url: null, content: null })),
    'java.lang.NullPointerException: Cannot invoke "String.getBytes()" because the return value of "org.apache.nutch.protocol.Content.getUrl()" is null',
  )
  assert.equal(
    problemOf(() => nutchTextMd5({ url, content: null })),
    'java.lang.NullPointerException: Cannot invoke "org.apache.nutch.parse.Parse.getText()" because "parse" is null',
  )
})
