import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenRecords, goldenRecord, goldenRuleOf } from './golden-rule.ts'

const frequent = goldenRuleOf(undefined)
const mergedOf = (...given: Parameters<typeof chosenRecords>) => goldenRecord(chosenRecords(...given))

test('the most frequent value that is not empty, of equals the first', () => {
  const records = [
    { id: 1, name: 'Anne', town: '', size: 3, tags: [] },
    { id: 2, name: 'Ann', town: 'N/A', size: 4, tags: ['a'] },
    { id: 3, name: ' Ann ', town: 'N/A', size: 4 },
    { id: 4, name: 'Anne', born: '1962' },
  ]
  const merged = mergedOf(records, frequent, text => text === 'N/A')
  assert.deepEqual(merged, { id: 1, name: 'Anne', town: 'N/A', size: 4, tags: ['a'], born: '1962' })
  const known = mergedOf([...records, { town: 'Ulm' }], frequent, text => text === 'N/A')
  assert.equal(known.town, 'Ulm', 'a null word counts only if there is nothing else')
  assert.deepEqual(mergedOf([{ a: '' }, { a: null }], frequent), { a: '' })
  assert.deepEqual(Object.keys(mergedOf([JSON.parse('{"__proto__":1}')], frequent)), ['__proto__'])
})

test('the longest value counts characters, not code units', () => {
  const records = [{ a: 'abc', b: 12 }, { a: '😀😀', b: 123 }, { a: 'xyz' }]
  assert.deepEqual(mergedOf(records, { by: 'longest' }), { a: 'abc', b: 123 })
})

test('the newest value of each field, dates of any form and empty ones last', () => {
  const records = [
    { a: 'no date', b: 'b1', at: 'soon' },
    { a: 'old', b: 'b2', at: '17.3.2020' },
    { a: 'new', b: '', at: '2021-01-05T10:00:00Z' },
    { a: 'older that day', b: 'b4', at: '2021-01-05 09:59' },
  ]
  const rule = goldenRuleOf('newest:at')
  assert.deepEqual(mergedOf(records, rule), { a: 'new', b: 'b4', at: '2021-01-05T10:00:00Z' })
  const numbers = [
    { v: 9, a: 'x' },
    { v: 10, a: 'y' },
    { v: '2', a: 'z' },
  ]
  assert.deepEqual(mergedOf(numbers, goldenRuleOf('newest:v')), { v: 10, a: 'y' })
})

test('other rules are refused', () => {
  for (const given of ['newest', 'newest:', 'first', '']) {
    assert.throws(() => goldenRuleOf(given), { code: 'OPTION_VALUE', message: /newest:COLUMN, got/ })
  }
})
