/** Text profile: the profiles behind known signatures, and each rule by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../../test/ground/runs.ts'
import type { TextProfileRule } from '../../layout/signature-layout.ts'
import { quantOf, textProfile } from './text-profile.ts'

const solr: TextProfileRule = { quantRate: 0.01, minTokenLen: 2, order: 'java' }
const profile = (text: string, rule: Partial<TextProfileRule> = {}) =>
  textProfile(text, { ...solr, ...rule })

test('counts words longer than the limit, not those of exactly its length', () => {
  assert.equal(profile('the fox ran up the hill'), 'the 2')
  assert.equal(profile('ab abc', { minTokenLen: 2 }), 'abc 1')
  assert.equal(profile('ab abc', { minTokenLen: 3 }), '')
})

test('a word is a run of letters and digits of the BMP, lower-cased unit by unit', () => {
  assert.equal(profile('xyz_Xyz XYZ-x2z', { order: 'lexicographic' }), 'xyz 2')
  assert.equal(profile("don't", { minTokenLen: 0, order: 'lexicographic' }), 'don 1\nt 1')
  assert.equal(profile('cafe\u0301s'), 'cafe 1')
  assert.equal(profile('\u0130\u0130\u0130'), 'iii 1')
  assert.equal(profile('\u03a3\u03a3\u03a3'), '\u03c3\u03c3\u03c3 1')
  assert.equal(profile('abc\u{20000}abc\u{10400}\u{10400}\u{10400}'), 'abc 2')
})

test('rounds counts down to multiples of the quant and drops lower ones', () => {
  const text = `${'aaaa '.repeat(11)}${'bbbb '.repeat(7)}${'cccc '.repeat(2)}`
  assert.equal(profile(text, { quantRate: 0.3 }), 'aaaa 9\nbbbb 6')
  assert.equal(profile(text), 'aaaa 10\nbbbb 6\ncccc 2')
  assert.equal(profile(text, { quantRate: 2 }), '')
})

test('the quant is at least 2 if a word is repeated, and halves are decided in float32', () => {
  assert.deepEqual(
    [0, 1, 2, 149, 249].map(count => quantOf(count, 0.01)),
    [1, 1, 2, 2, 2],
  )
  assert.equal(quantOf(250, 0.01), 3)
  assert.equal(quantOf(1, 1.5), 2)
  assert.deepEqual([quantOf(1, Number.NaN), quantOf(2, Number.NaN), quantOf(5, -1)], [1, 2, 2])
  assert.equal(quantOf(3, Number.POSITIVE_INFINITY), 2 ** 31 - 1)
})

test('orders words with equal rounded counts as in a hash map, or by their units', () => {
  const text = 'pear plum apple fig2 quince'
  assert.equal(profile(text), 'plum 1\napple 1\nfig2 1\npear 1\nquince 1')
  assert.equal(profile(text, { order: 'lexicographic' }), 'apple 1\nfig2 1\npear 1\nplum 1\nquince 1')
})

test('counts an empty word at the end of a text if the limit is negative', () => {
  assert.equal(profile('', { minTokenLen: -1 }), ' 1')
  assert.equal(profile('--', { minTokenLen: -1 }), ' 1')
  assert.equal(profile('a', { minTokenLen: -1 }), 'a 1')
  assert.equal(profile('', { minTokenLen: 0 }), '')
})

test('has the same lines for any order of ties', () => {
  const words = fc.array(fc.constantFrom('aaa', 'bbb', 'ccc', 'ddd', 'eee', 'x', ''), { maxLength: 60 })
  const property = fc.property(words, fc.double({ min: 0, max: 2 }), (words, quantRate) => {
    const text = words.join(' ')
    const lines = (order: TextProfileRule['order']) => profile(text, { quantRate, order }).split('\n')
    assert.deepEqual(lines('java').sort(), lines('lexicographic').sort())
  })
  fc.assert(property, { numRuns: runs(200), seed: 19 })
})
