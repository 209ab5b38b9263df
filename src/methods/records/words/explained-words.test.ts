import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { ownWords } from './explained-words.ts'
import { wordLists } from './word-lists.ts'

const wordsOf = (text: string): string[] => text.split(' ')

const leftover = (a: string, b: string, others: readonly string[] = []): [string, string] => {
  const values = [a, b, ...others]
  const lists = atOnce(wordLists(values, wordsOf, new Int32Array(values.length).fill(1)))
  const rest = ownWords(lists, 0, 1)
  const shown = (words: readonly number[]): string => words.map(word => lists.wordTexts[word]).join(' ')
  return [shown(rest.a), shown(rest.b)]
}

test('typing errors, initials and other spellings explain words; other words stay', () => {
  assert.deepEqual(leftover('j winkler', 'john wniklr'), ['', ''])
  assert.deepEqual(leftover('mueller strasse', 'muller straße'), ['', ''])
  assert.deepEqual(leftover('cable 1 m black', 'cable 2 m white'), ['1 black', '2 white'])
  assert.deepEqual(leftover('ann lee', 'ann'), ['lee', ''])
  assert.deepEqual(leftover('3rd 128gb', '3 128'), ['', ''])
  assert.deepEqual(leftover('pack 4', 'pack 4x'), ['4', '4x'])
  assert.deepEqual(leftover('6 pack', 'x6'), ['pack', ''])
})

test('a size and a short number that are near are another size and another number', () => {
  assert.deepEqual(leftover('jacket xl', 'jacket xxl'), ['xl', 'xxl'])
  assert.deepEqual(leftover('12 pine road', '129 pine road'), ['12', '129'])
  assert.deepEqual(leftover('order 48213', 'order 48218'), ['', ''])
})

test('two frequent words that are close are different words', () => {
  const years = Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? 'in 1961' : 'in 1962'))
  assert.deepEqual(leftover('born 1961', 'born 1962', years), ['1961', '1962'])
  assert.deepEqual(leftover('born 1961', 'born 1962'), ['', ''])
})

test('words have the numbers of rows and the idf of all values', () => {
  const lists = atOnce(wordLists(['b a b', 'a c'], wordsOf, [3, 1]))
  assert.deepEqual([...lists.starts], [0, 2, 4])
  assert.deepEqual(
    Array.from(lists.items, word => lists.wordTexts[word]),
    ['b', 'a', 'a', 'c'],
  )
  assert.deepEqual([...lists.frequency], [3, 4, 1])
  assert.ok(lists.idf[2] > lists.idf[0] && lists.idf[0] > lists.idf[1])
})
