import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { findRecordPairs } from '../find-record-pairs.ts'
import { readColumn } from './column-values.ts'
import { type Gate, isBarred, isGate } from './gates.ts'

const barred = (gate: Gate, a: string, b: string): boolean =>
  isBarred(atOnce(readColumn('x', [a, b, 'another'], gate)), 0, 1)

test('a gate lets equal and missing values through, and others within its tolerance', () => {
  const cases: [Gate, string, string, boolean][] = [
    ['must-agree', 'Anna', 'ANNA', false],
    ['must-agree', 'Anna', 'Anne', true],
    ['must-agree', 'Anna', 'N/A', false],
    ['alike', 'Anna', 'Anne', false],
    ['alike', 'Martin', 'Matrin', false],
    ['alike', 'Anna', 'Hanne', true],
    ['numbers', 'Cable 2 m, 3.5 mm', '3,5 mm cable of 2 m', false],
    ['numbers', 'Volume 02', 'vol. 2', false],
    ['numbers', 'Cable 1 m', 'Cable 2 m', true],
    ['numbers', 'Cable', 'Cable 2 m', true],
    ['within:3d', '2024-02-28', '2.3.2024', false],
    ['within:3d', '2024-02-28', '3.3.2024', true],
    ['within:3d', '2024-02-28', 'in spring', true],
    ['within:1%', '100', '99', false],
    ['within:1%', '$1,000.00', '990', false],
    ['within:1%', '100', '98.99', true],
    ['within:1%', '100', '-100', true],
    ['within:1%', '(1,000.00)', '1000', true],
    ['within:1%', '-$1,000', '-$ 1.000,00', false],
    ['within:1%', '100.00-', '-99.5', false],
    ['within:200%', '-5', '5', false],
    ['must-agree', '-5', '5', true],
    ['must-agree', '(1999)', '1999', false],
    ['within:0%', '1,5', '1.50', false],
    ['within:1%', 'on request', '98', true],
  ]
  for (const [gate, a, b, isOut] of cases) {
    assert.equal(barred(gate, a, b), isOut, `${gate}: ${a} | ${b}`)
    assert.equal(barred(gate, b, a), isOut, `${gate}: ${b} | ${a}`)
  }
})

test('a tolerance is days or per cent', () => {
  for (const role of ['alike', 'within:3d', 'within:0.5%']) assert.ok(isGate(role), role)
  for (const role of ['within', 'within:3', 'within:-1d', 'within:x%', 'date'])
    assert.ok(!isGate(role), role)
})

test('rows of the same words are apart if they differ in the sign of a column with a gate', () => {
  const rows = [
    ['Hill & Sons', '14 Mill Road', '-100'],
    ['HILL & SONS', '14 Mill Road', '100'],
    ['Hill and Daughters', '9 Park Lane', '20'],
    ['hill and daughters', '9 Park Lane', '20'],
  ]
  const pairsBy = (role: Gate | undefined) => {
    const columns = ['name', 'street', 'amount'].map((name, c) => ({
      name,
      values: rows.map(row => row[c]),
      role: name === 'amount' ? role : undefined,
    }))
    const texts = rows.map(row => row.join('\n'))
    const { left, right } = findRecordPairs(texts, undefined, { columns })
    return [...left].map((row, p) => `${row},${right[p]}`)
  }
  assert.deepEqual(pairsBy(undefined), ['0,1', '2,3'])
  for (const gate of ['must-agree', 'within:5%'] as const) assert.deepEqual(pairsBy(gate), ['2,3'], gate)
})
