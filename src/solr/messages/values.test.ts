/** Java texts of values, values of a repeated name, and documents from JavaScript objects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolrValue } from './messages.ts'
import {
  dateValue,
  documentOf,
  fieldValue,
  isModifier,
  mergedFields,
  numberValue,
  valueText,
} from './values.ts'

test('dates have the text of java.util.Date in UTC, Julian before October 1582', () => {
  const texts: readonly (readonly [number, string])[] = [
    [0, 'Thu Jan 01 00:00:00 UTC 1970'],
    [-629_558_016_589, 'Thu Jan 19 10:46:23 UTC 1950'],
    [1_397_509_988_409, 'Mon Apr 14 21:13:08 UTC 2014'],
    [-12_219_292_800_000, 'Fri Oct 15 00:00:00 UTC 1582'],
    [-12_219_292_800_001, 'Thu Oct 04 23:59:59 UTC 1582'],
    [-62_135_769_600_001, 'Fri Dec 31 23:59:59 UTC 1'],
    [-99_999_999_999_999, 'Thu Feb 26 14:13:20 UTC 1200'],
    [253_402_300_800_000, 'Sat Jan 01 00:00:00 UTC 10000'],
    [-8_640_000_000_000_000, 'Tue Nov 20 00:00:00 UTC 271817'],
  ]
  for (const [time, text] of texts) assert.equal(dateValue(new Date(time)).text, text)
})

test('numbers have the text of Long, Double or String', () => {
  const text = (type: 'LONG' | 'DOUBLE' | 'BIGNUMBER', literal: string) => numberValue(type, literal).text
  assert.deepEqual(
    ['7', '-0', '-012', '-000', '9223372036854775807'].map(literal => text('LONG', literal)),
    ['7', '0', '-12', '0', '9223372036854775807'],
  )
  assert.deepEqual(
    ['1.50', '1e3', '-0.0', '1.', '1e400', '0.0001'].map(literal => text('DOUBLE', literal)),
    ['1.5', '1000.0', '-0.0', '1.0', 'Infinity', '1.0E-4'],
  )
  assert.equal(text('BIGNUMBER', '12345678901234567890123.50'), '12345678901234567890123.50')
})

test('lists, maps and documents have the text of their Java classes', () => {
  const fields = [
    { name: 'id', value: '1' },
    { name: 'a', value: ['x', null] },
  ]
  const child: SolrValue = {
    type: 'DOCUMENT',
    document: { fields, children: [{ fields: [], children: [] }] },
  }
  assert.equal(valueText({ type: 'MAP', entries: fields }), '{id=1, a=[x, null]}')
  assert.equal(
    valueText([child]),
    '[SolrInputDocument(fields: [id=1, a=[x, null]], children: [SolrInputDocument(fields: [])])]',
  )
  assert.deepEqual([null, true, 'x', []].map(valueText), ['null', 'true', 'x', '[]'])
})

test('values of a repeated name are appended, but replace a null', () => {
  const value = (...values: SolrValue[]) =>
    fieldValue(
      values.map(one => ({ name: 'a', value: one })),
      'a',
    )
  assert.deepEqual(value('x', 'y'), ['x', 'y'])
  assert.deepEqual(value('x', ['y', 'z'], null), ['x', 'y', 'z', null])
  assert.deepEqual(value(null, 'x'), 'x')
  assert.deepEqual(value('x', []), ['x'])
  assert.deepEqual(value([], 'x'), ['x'])
  const map: SolrValue = { type: 'MAP', entries: [] }
  assert(isModifier(value(map) ?? null))
  assert.deepEqual(value('x', map), ['x', map])
  assert.equal(fieldValue([], 'a'), undefined)
})

test('a repeated name keeps its first position', () => {
  const names = ['b', 'a', 'b'].map(name => ({ name, value: name }))
  assert.deepEqual(
    [...mergedFields(names)],
    [
      ['b', ['b', 'b']],
      ['a', 'a'],
    ],
  )
})

test('JavaScript objects become documents as their JSON would', () => {
  const { fields, children } = documentOf({
    id: 7,
    price: -0.5,
    big: 2 ** 70,
    exact: 12345678901234567890n,
    when: new Date(0),
    tag: { set: ['x'] },
    none: null,
    absent: undefined,
    holes: [undefined, true],
    nan: Number.NaN,
    _childDocuments_: [{ id: 8 }],
  })
  assert.deepEqual(
    fields.map(({ name, value }) => `${name} ${valueText(value)}`),
    [
      'id 7',
      'price -0.5',
      'big 1.1805916207174113E21',
      'exact 12345678901234567890',
      'when Thu Jan 01 00:00:00 UTC 1970',
      'tag {set=[x]}',
      'none null',
      'holes [null, true]',
      'nan NaN',
    ],
  )
  assert.deepEqual(children, [documentOf({ id: 8 })])
})

test('refuses values that have no counterpart in JSON or Java', () => {
  const message = (value: unknown) => {
    try {
      documentOf({ a: value })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.equal(
    message(() => 1),
    'SOLR_UPDATE: expected strings, numbers, booleans, dates, arrays and plain objects as values, got [object Function], at field a. To fix: convert the value to one of them.',
  )
  assert.match(message(new Date(Number.NaN)) ?? '', /got an invalid date, at field a/)
  assert.match(message([new Map()]) ?? '', /got \[object Map\]/)
})
