/** Longest words: the source's rules on small texts, against a naive choice, and each refused option. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import zlib from 'node:zlib'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { crc32OfText } from '../../ground/hash/crc32.ts'
import { eachWord } from './letter-words.ts'
import { wordSketch } from './longest-words.ts'
import { withoutMarkup } from './markup.ts'
import type { LongestWordsOptions } from './params.ts'

/** The words of a text, in order, repeats included. */
function letterWords(text: string): string[] {
  const words: string[] = []
  eachWord(text, 1, word => words.push(word))
  return words
}

/** The words whose checksums the entry of a text has: of those with one checksum the first. */
function longestWords(text: string, options?: LongestWordsOptions): string[] {
  const words = new Map<number, string>()
  for (const word of letterWords(withoutMarkup(text)).toReversed()) words.set(crc32OfText(word), word)
  return Array.from(wordSketch(text, options).hashes, hash => words.get(hash) as string)
}

/** The definition, step by step. */
function naive(text: string, words: number, minLetters: number): string[] {
  const distinct = [...new Set(letterWords(text))].filter(word => [...word].length >= minLetters)
  const places = new Map(distinct.map((word, at) => [word, at] as const))
  const place = (word: string) => places.get(word) as number
  return distinct.sort((a, b) => [...b].length - [...a].length || place(a) - place(b)).slice(0, words)
}

test('takes the 15 longest words of at least 4 letters, the first of equal length', () => {
  const text =
    'aaaa bbbbb cccc ddd eeeee ' + 'ffffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp qqqq'
  assert.deepEqual(longestWords(text), [
    ...['ffffff', 'bbbbb', 'eeeee'],
    ...['aaaa', 'cccc', 'gggg', 'hhhh', 'iiii', 'jjjj', 'kkkk', 'llll', 'mmmm', 'nnnn', 'oooo', 'pppp'],
  ])
})

test('ignores markup, digits, punctuation, repeats and case', () => {
  const text =
    '<p>Продаётся ДОМИК</p> у моря&nbsp;&mdash; 3 этажа, продаётся: домик! <a href="word">Тел.</a> 555-1234'
  assert.deepEqual(longestWords(text), ['продаётся', 'домик', 'этажа', 'моря'])
})

test('a text that is too short gives fewer words, or none', () => {
  assert.deepEqual(longestWords('one two six'), [])
  assert.deepEqual([...wordSketch('').hashes], [])
  assert.equal(wordSketch('').fullHash, 'd41d8cd98f00b204e9800998ecf8427e')
})

test('length counts characters, not units or bytes', () => {
  assert.deepEqual(longestWords('\u{10400}\u{10401}\u{10402} ёжик abcde'), ['abcde', 'ёжик'])
})

test('words and minLetters are options', () => {
  assert.deepEqual(longestWords('a bb ccc dddd', { words: 2, minLetters: 2 }), ['dddd', 'ccc'])
})

test('a word with the checksum of a chosen one counts as that word', () => {
  assert.deepEqual(longestWords('buckeroo plumless wagon'), ['buckeroo', 'wagon'])
  assert.equal(wordSketch('plumless buckeroo wagon').hashes.length, 2)
})

test('the sketch has the MD5 of the raw text and the signed CRC-32 of each word as UTF-8', () => {
  const property = fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
    const { fullHash, hashes } = wordSketch(text)
    assert.equal(fullHash, createHash('md5').update(text).digest('hex'))
    assert.deepEqual(
      [...hashes],
      longestWords(text).map(word => zlib.crc32(word) | 0),
    )
  })
  fc.assert(property, { numRuns: runs(200), seed: 8 })
})

test('texts that differ only in a lone surrogate are not equal', () => {
  assert.notEqual(wordSketch('a\ud800').fullHash, wordSketch('a\ud801').fullHash)
})

test('agrees with the naive choice', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abж\u{10400}'), minLength: 1, maxLength: 6 })
  const numbers = fc.record({
    words: fc.integer({ min: 1, max: 20 }),
    minLetters: fc.integer({ min: 1, max: 6 }),
  })
  const property = fc.property(fc.array(word, { maxLength: 60 }), numbers, (words, options) => {
    const text = words.join(' 7, ')
    assert.deepEqual(longestWords(text, options), naive(text, options.words, options.minLetters))
  })
  fc.assert(property, { numRuns: runs(500), seed: 9 })
})
