/** Words and shingles against Lucene's own output. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LuceneShingleParams, luceneShingles } from './lucene-shingles.ts'
import { type LuceneTokens, whitespaceTokens } from './lucene-tokens.ts'

function shinglesOf(text: string, params: LuceneShingleParams): string {
  return show(luceneShingles(whitespaceTokens(text), params))
}

/** `+` before a token at a new position. */
function show({ texts, increments }: LuceneTokens): string {
  return texts.map((text, i) => (increments[i] === 1 ? `+${text}` : text)).join('|')
}

/** Tokens from words separated by one unit; a number after a colon is the increment. */
function tokensOf(list: string, holesAfter = 0): LuceneTokens {
  const tokens = list.split(' ').map(token => token.split(':'))
  return {
    texts: tokens.map(([text]) => text),
    increments: tokens.map(([, increment = '1']) => Number(increment)),
    starts: tokens.map((_, i) => 2 * i),
    ends: tokens.map((_, i) => 2 * i + 1),
    holesAfter,
  }
}

test('shingles have the position of their first word, the shorter first', () => {
  assert.equal(shinglesOf('a b c', {}), '+a|a b|+b|b c|+c')
  assert.equal(
    shinglesOf('please divide this sentence', { max: 3, outputUnigrams: false }),
    '+please divide|please divide this|+divide this|divide this sentence|+this sentence',
  )
  const { starts, ends } = luceneShingles(whitespaceTokens('ab  c d '), { outputUnigrams: false })
  assert.deepEqual(
    [starts, ends],
    [
      [0, 4],
      [5, 7],
    ],
  )
})

test('short texts give words only on request', () => {
  const params = { min: 3, max: 3, outputUnigrams: false }
  assert.equal(shinglesOf('a b', params), '')
  assert.equal(shinglesOf('a b', { ...params, outputUnigramsIfNoShingles: true }), '+a|+b')
  assert.equal(shinglesOf('a b c', { ...params, outputUnigramsIfNoShingles: true, separator: '' }), '+abc')
  assert.equal(shinglesOf('', { outputUnigramsIfNoShingles: true }), '')
})

test('fillers replace removed words, but never stand alone', () => {
  const bigrams = { outputUnigrams: false }
  assert.equal(show(luceneShingles(tokensOf('a b:2 c'), bigrams)), '+a _|+_ b|+b c')
  assert.equal(show(luceneShingles(tokensOf('a b:9'), bigrams)), '+a _|+_ b')
  assert.equal(show(luceneShingles(tokensOf('a', 2), { ...bigrams, filler: '' })), '+a ')
})

test('a position without output ends the stream', () => {
  // The gap has only the filler and a run that is too short, so the last word is lost.
  assert.equal(show(luceneShingles(tokensOf('a b:2'), { min: 4, max: 4 })), '+a')
  assert.equal(show(luceneShingles(tokensOf('a:3'), { min: 3, max: 3 })), '+_ _ a')
})

test('refuses invalid sizes of shingles', () => {
  for (const [min, max] of [
    [1, 2],
    [3, 2],
    [2, 2.5],
  ]) {
    assert.throws(() => luceneShingles(whitespaceTokens('a'), { min, max }), {
      message: `OPTION_VALUE: expected sizes of shingles to be whole numbers with 2 <= min <= max, got min ${min}, max ${max}. To fix: change min and max.`,
    })
  }
})

test('white space of Java separates words', () => {
  const separators = '\t\n\v\f\r\u001c\u001d\u001e\u001f \u1680\u2000\u2003\u200a\u2028\u2029\u205f\u3000'
  assert.deepEqual(whitespaceTokens([...separators].join('a')).texts.length, separators.length - 1)
  const others = 'a\u0085b\u00a0c\u2007d\u202fe\u200bf\ufeffg\u180eh\0i\u001bj'
  assert.deepEqual(whitespaceTokens(others).texts, [others])
  assert.deepEqual(whitespaceTokens('  \ud800 \u{1f600}').starts, [2, 4])
})

test('words end at 255 units, or after the surrogate pair there', () => {
  const lengths = (text: string) => whitespaceTokens(text).texts.map(token => token.length)
  assert.deepEqual(lengths('x'.repeat(600)), [255, 255, 90])
  assert.deepEqual(lengths(`${'x'.repeat(254)}\u{1f600}xx y`), [256, 2, 1])
  assert.deepEqual(lengths(`${'x'.repeat(255)} x`), [255, 1])
})
