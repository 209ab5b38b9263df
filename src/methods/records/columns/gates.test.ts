import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
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
