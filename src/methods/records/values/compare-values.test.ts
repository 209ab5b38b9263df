import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import type { ColumnRole } from './column-kinds.ts'
import { readColumn } from './column-values.ts'
import { levelOfValues } from './compare-values.ts'

/** The level of the first two values in a column of all. */
function level(kind: ColumnRole, a: string, b: string, ...others: string[]): number {
  const column = atOnce(readColumn('x', [a, b, 'something else', ...others], kind))
  return levelOfValues(column)(column.value[0], column.value[1])
}

test('null-like values are no values, and are listed', () => {
  const column = atOnce(readColumn('phone', ['N/A', '', '030 123456', 'unknown', 'null', ' - ']))
  assert.deepEqual([...column.value], [-1, -1, 0, -1, -1, -1])
  assert.deepEqual(column.nullWords, ['-', 'N/A', 'null', 'unknown'])
  assert.equal(column.filled, 1)
})

test('words agree in levels', () => {
  assert.equal(level('words', 'Anna Berg', 'anna berg'), 9)
  assert.equal(level('words', 'Berg, Anna', 'Anna Berg'), 8)
  assert.equal(level('words', 'Harrow Foods Ltd.', 'Harrow Foods'), 8)
  assert.equal(level('words', 'Anna Winkler', 'Anna Winkker'), 7)
  assert.equal(level('words', 'A. Winkler', 'Anna Winkler'), 7)
  assert.equal(level('words', 'Jena', 'Berlin'), 0)
})

test('one frequent word in place of another is no typing error', () => {
  const years = Array.from({ length: 30 }, (_, year) => `yearbook ${2000 + (year % 5)}`)
  const [replaced, typed] = ['yearbook 2001', 'yearbok 2000'].map(other =>
    level('words', 'yearbook 2000', other, ...years),
  )
  assert.ok(replaced < typed, `${replaced} < ${typed}`)
})

test('numbers, dates, phones and codes agree in levels', () => {
  assert.deepEqual(
    [level('number', '100', '100.0'), level('number', '100', '104'), level('number', '100', '900')],
    [4, 3, 3],
  )
  assert.deepEqual([level('number', '36.88', '37.9'), level('number', '10', '99')], [2, 0])
  assert.equal(level('date', '1962-03-17', '17.3.1962'), 4)
  assert.equal(level('date', '1962-06-01', '1962-01-06'), 3)
  assert.equal(level('date', '1962-06-01', '1985-11-30'), 0)
  assert.equal(level('phone', '+49 30 1234567', '030 1234567'), 4)
  assert.equal(level('code', 'N430GT-MD1GD3/OC', 'N430GT-MD1GD3-OC'), 4)
  assert.equal(level('code', '4670859', '46708g59'), 3)
})

test('a code that counts differs in a digit, and agrees with its number alone', () => {
  assert.deepEqual([level('code', '12', '13'), level('code', 'no. 1', 'no. 2')], [0, 0])
  assert.deepEqual([level('code', 'vol. 12', '12'), level('code', '3rd', '3')], [3, 3])
  assert.deepEqual([level('code', 'Vol. 1', 'v. 1'), level('code', 'Bd. 12', 'volume 12')], [3, 3])
  assert.deepEqual([level('code', 'Vol. 1', 'v. 2'), level('code', 'Mill 14', 'Rose 14')], [0, 0])
  assert.deepEqual([level('code', '12a', '12b'), level('code', 'RI245', 'RI246')], [3, 3])
})
