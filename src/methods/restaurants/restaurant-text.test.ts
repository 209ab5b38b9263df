/**
 * Text rule of the restaurant search: its own unit tests, and 93 rows recorded from its regular expressions, Java's
 * split and LingPipe's n-grams.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { normalizeRestaurant, splitNormal, wordNgrams } from './restaurant-text.ts'

const file = resolve(import.meta.dirname, '../../../test/golden/restaurant-search/text.jsonl')
const rows = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))

const wordsOf = (text: string) => splitNormal(normalizeRestaurant(text))

test("passes the source's unit tests", () => {
  assert.equal(
    normalizeRestaurant('21 Clear-Water  Cafe 168 W. Colorado Blvd. Los Angeles'),
    '21 clear-water cafe 168 w colorado blvd los angeles',
  )
  const arnie = "Arnie Morton's of Chicago 435 S. La Cienega Blvd. Los Angeles"
  assert.equal(wordsOf(arnie)[0], 'arnie')
  assert.equal(wordsOf(arnie).length, 12)
  const ngrams = wordNgrams('21 ClearWater Cafe 168 W. Colorado Blvd. Los Angeles', 3)
  assert.equal(ngrams.length, 7)
  assert.equal(ngrams[0], '21 clearwater cafe')
})

test('normal form, words and n-grams of all rows are those of Java', () => {
  assert.equal(rows.length, 93)
  for (const { text, size, normal, words, grams } of rows) {
    assert.equal(normalizeRestaurant(text), normal, JSON.stringify(text))
    assert.deepEqual(wordsOf(text), words, JSON.stringify(text))
    assert.deepEqual(wordNgrams(text, size), grams, JSON.stringify(text))
  }
})

test('square brackets and hyphens stay, other punctuation becomes a blank', () => {
  const marks = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
    mark => !/\w/.test(mark),
  )
  const kept = [...marks, '_'].filter(mark => normalizeRestaurant(mark) === mark)
  assert.deepEqual(kept, ['-', '[', ']'])
})

test('only the white space of ASCII separates words', () => {
  assert.deepEqual(wordsOf('a\t\n\v\f\r b'), ['a', 'b'])
  assert.deepEqual(wordsOf('a\u00a0b\u2003c\u3000d\u0085e\ufefff'), [
    'a\u00a0b\u2003c\u3000d\u0085e\ufefff',
  ])
})

test('a text of marks has no word; an empty text, and one that begins with a mark, have an empty word', () => {
  assert.deepEqual([wordsOf('...'), wordsOf(' ')[0]], [[], undefined])
  assert.deepEqual([wordsOf(''), wordsOf('')[0]], [[''], ''])
  assert.deepEqual([wordsOf("'21' Club"), wordNgrams("'21' Club", 3)], [['', '21', 'club'], []])
})

test('the normal form of a normal form is itself', () => {
  const property = fc.property(fc.string({ unit: 'binary' }), text => {
    const normal = normalizeRestaurant(text)
    assert.equal(normalizeRestaurant(normal), normal)
  })
  fc.assert(property, { numRuns: runs(200), seed: 3 })
})
