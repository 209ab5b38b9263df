/**
 * Signatures of Solr: known values, the effect of borders between texts, and errors; all vectors are in test/vectors.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isJavaException } from '../java/java-exception.ts'
import {
  type SolrParams,
  solrLookup3,
  solrMd5,
  solrSignatures,
  solrTextProfile,
} from './solr-signatures.ts'

const nothing = 'd41d8cd98f00b204e9800998ecf8427e'

test('gives the signatures of Solr', () => {
  assert.equal(solrTextProfile(['the fox ran up a hill']), '1c2962b30be67af89776768887c4e9d3')
  assert.equal(solrTextProfile(['the fox ran up the hill']), '592325199d7e02121eaf3304d10cc681')
  assert.equal(solrMd5(['abc']), '900150983cd24fb0d6963f7d28e17f72')
  assert.equal(solrLookup3(['abc']), '2219db7ae9075109')
})

test('gives the constant signatures of nothing', () => {
  assert.deepEqual(
    [solrMd5([]), solrMd5(['']), solrTextProfile([]), solrTextProfile(['a bb'])],
    Array(4).fill(nothing),
  )
  assert.deepEqual([solrLookup3([]), solrLookup3([''])], ['0000000000000000', 'deadbeeedeadbeef'])
})

test('borders between texts count in Lookup3, cut words in profiles, and have no effect in MD5', () => {
  assert.equal(solrMd5(['ab', 'c']), solrMd5(['abc']))
  assert.notEqual(solrLookup3(['ab', 'c']), solrLookup3(['abc']))
  assert.notEqual(solrTextProfile(['abc', 'def']), solrTextProfile(['abcdef']))
  assert.equal(solrTextProfile(['abcd', 'efgh']), solrMd5(['abcd 1efgh 1']))
})

test('a surrogate pair cut between two texts is two question marks', () => {
  assert.equal(solrMd5(['\ud83d', '\ude00']), solrMd5(['??']))
  assert.notEqual(solrMd5(['\ud83d\ude00']), solrMd5(['??']))
})

test('every text has its own profile', () => {
  // Once in each of two texts is not twice in one.
  assert.equal(solrTextProfile(['some some', 'some']), solrMd5(['some 2some 1']))
})

function signed(params: SolrParams, text: string): string {
  const signature = solrSignatures.TextProfileSignature(params)
  signature.add(text)
  return signature.signature()
}

test('parameters as texts have the effect of the numbers of the functions', () => {
  const texts = fc
    .array(fc.constantFrom('aa', 'bbb', 'cccc', 'ddddd'), { maxLength: 40 })
    .map(words => words.join(' '))
  const property = fc.property(
    texts,
    fc.integer({ min: -2, max: 6 }),
    fc.float(),
    (text, minTokenLen, quantRate) => {
      const params = { minTokenLen: String(minTokenLen), quantRate: String(quantRate) }
      assert.equal(signed(params, text), solrTextProfile([text], { minTokenLen, quantRate }))
    },
  )
  fc.assert(property, { numRuns: runs(200), seed: 20 })
  assert.equal(signed({}, 'one two two'), solrTextProfile(['one two two']))
})

test('refuses parameters with the code and the message of Solr', () => {
  const problemOf = (params: SolrParams) => {
    try {
      return signed(params, '')
    } catch (error) {
      assert(isJavaException(error))
      return [error.className, error.code, error.message]
    }
  }
  const name = 'org.apache.solr.common.SolrException'
  assert.deepEqual(problemOf({ quantRate: 'abc' }), [name, 400, 'For input string: "abc"'])
  assert.deepEqual(problemOf({ quantRate: ' ' }), [name, 400, 'empty String'])
  assert.deepEqual(problemOf({ minTokenLen: ' 2' }), [name, 400, 'For input string: " 2"'])
  assert.deepEqual(problemOf({ quantRate: '1..', minTokenLen: 'x' }), [name, 400, 'multiple points'])
})

test('the other two ignore the parameters', () => {
  const params = { quantRate: 'abc', minTokenLen: '' }
  assert.equal(solrSignatures.MD5Signature(params).signature(), nothing)
  assert.equal(solrSignatures.Lookup3Signature(params).signature(), '0000000000000000')
})

test('refuses options that are not numbers of their type', () => {
  assert.throws(() => solrTextProfile([''], { minTokenLen: 2.5 }), {
    message:
      'OPTION_VALUE: expected minTokenLen to be a whole number of 32 bits, got 2.5. To fix: pass a whole number of 32 bits as `minTokenLen`.',
  })
  assert.throws(() => solrTextProfile([''], { minTokenLen: 2 ** 31 }), /OPTION_VALUE: .*, got 2147483648\./)
  assert.throws(
    () => solrTextProfile([''], { quantRate: '0.01' as never }),
    /quantRate to be a number, got "0\.01"\./,
  )
})
