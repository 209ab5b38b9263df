import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intervalOf, precisionByColumns, precisionByMatched, precisionByText } from './estimate.ts'

const text = {
  contrast: 0.9,
  closed: 0,
  matched: 0,
  rule: 'mutual',
  isClear: true,
  isAcross: false,
} as const

test('without a boundary the same contrast says less, and a usual one nothing', () => {
  assert.equal(precisionByText(text), 0.9)
  assert.ok(Math.abs(precisionByText({ ...text, isClear: false }) - 0.6) < 1e-9)
  assert.equal(precisionByText({ ...text, isClear: false, contrast: 0.7 }), 0)
  assert.equal(precisionByText({ ...text, isClear: false, rule: 'all' }), 0.45)
})

test('closed wedges speak for pairs of many copies, which have no contrast', () => {
  const many = { ...text, contrast: 0.3, rule: 'all' } as const
  assert.ok(precisionByText({ ...many, closed: 0.9 }) > 0.65)
})

test('several matches of a record across two clean lists halve the estimate', () => {
  assert.equal(precisionByText({ ...text, rule: 'all', isAcross: true }), 0.45)
})

test('no estimate is surer than 0.95', () => {
  assert.equal(precisionByColumns(1, 1), 0.95)
  assert.equal(precisionByMatched(0.9), 0.95)
  assert.equal(precisionByText({ ...text, contrast: 1 }), 0.95)
})

test('an interval stays in [0, 1] and is wider for few pairs', () => {
  assert.deepEqual(intervalOf(0.5, 0.1, 1e9), [0.4, 0.6])
  const [low, high] = intervalOf(0.95, 0.12, 4)
  assert.ok(low < 0.8 && high === 1)
  assert.deepEqual(intervalOf(0, 0.25, 1e9), [0, 0.25])
})
