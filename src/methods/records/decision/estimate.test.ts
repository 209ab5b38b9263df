import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimatePrecision, type Grounds, intervalOf } from './estimate.ts'

const differences = { pairs: 1e9, contained: 0.6, replaced: 0.1, long: 0, similarity: 0.8, rows: 0.5 }

const text: Grounds = {
  ...{ expected: undefined, contrast: 0.9, textContrast: 0.9, closed: 0 },
  ...{ beyondChance: 0, isMatched: false, rule: 'mutual', isClear: true, isAcross: false },
  differences,
}

const precisionOf = (grounds: Grounds): number => estimatePrecision(grounds).precision

const near = (value: number, wanted: number): void => assert.ok(Math.abs(value - wanted) < 1e-6, `${value}`)

test('without a boundary the same contrast says less, and a usual one nothing', () => {
  assert.equal(precisionOf(text), 0.9)
  near(precisionOf({ ...text, isClear: false }), 0.6)
  assert.equal(precisionOf({ ...text, isClear: false, contrast: 0.7 }), 0)
  near(precisionOf({ ...text, isClear: false, rule: 'all' }), 0.45)
})

test('closed wedges speak for pairs of many copies, which have no contrast, if these are alike', () => {
  const many: Grounds = { ...text, contrast: 0.3, rule: 'all', closed: 0.9 }
  assert.ok(precisionOf(many) > 0.65)
  assert.equal(precisionOf({ ...many, differences: { ...differences, similarity: 0.3 } }), 0)
})

test('columns are believed half by their probabilities, half by contrast; closed wedges two thirds', () => {
  near(precisionOf({ ...text, expected: 0.9, contrast: 0.5 }), 0.7)
  near(precisionOf({ ...text, expected: 0.5, contrast: 0.8 }), 0.65)
  near(precisionOf({ ...text, rule: 'all', contrast: 0.3, closed: 0.9 }), 0.7)
})

test('few pairs that do not stand out as texts are chance, or unknown if they do by columns', () => {
  const few: Grounds = { ...text, textContrast: 0, differences: { ...differences, pairs: 9, rows: 0.04 } }
  const hardly = estimatePrecision({ ...few, expected: 0.5, contrast: 0.4 })
  assert.deepEqual([hardly.precision, hardly.isUnknown], [0, false])
  assert.ok(estimatePrecision({ ...few, expected: 0.9, contrast: 0.9 }).isUnknown)
})

test('a single pair without a boundary is no sign of look-alikes in a list that has equal records', () => {
  const single: Grounds = {
    ...text,
    isClear: false,
    differences: { ...differences, pairs: 1, contained: 1 },
  }
  assert.ok(!estimatePrecision(single).isUnknown)
  assert.ok(estimatePrecision({ ...single, equal: 19 }).isUnknown)
})

test('several matches of a record across two clean lists are hardly believed', () => {
  near(precisionOf({ ...text, rule: 'all', isAcross: true }), 0.18)
})

test('no estimate is surer than 0.95, and one without pairs is 0', () => {
  assert.equal(precisionOf({ ...text, expected: 1, contrast: 1 }), 0.95)
  assert.equal(precisionOf({ ...text, isMatched: true, beyondChance: 0.9 }), 0.95)
  assert.equal(precisionOf({ ...text, contrast: 1 }), 0.95)
  assert.equal(precisionOf({ ...text, differences: { ...differences, pairs: 0 } }), 0)
})

test('pairs whose records all have words of their own are not believed, whatever their scores', () => {
  const alike = { ...differences, contained: 0.02 }
  for (const rule of ['all', 'mutual', 'greedy'] as const) {
    const sure: Grounds = { ...text, expected: 0.9, contrast: 0.5, rule, differences: alike }
    assert.ok(precisionOf(sure) < 0.01)
    assert.ok(precisionOf({ ...sure, differences: { ...alike, contained: 0.4 } }) > 0.65)
  }
})

test('records of two lists that match beyond chance speak for pairs that differ', () => {
  const apart: Grounds = {
    ...text,
    rule: 'greedy',
    differences: { ...differences, contained: 0.02, replaced: 0 },
  }
  assert.ok(precisionOf(apart) < 0.01)
  assert.ok(precisionOf({ ...apart, beyondChance: 0.4 }) > 0.8)
})

test('columns that leave the next best far behind speak for copies whose words differ, as of people who moved', () => {
  const moved = { ...differences, contained: 0, replaced: 0 }
  assert.equal(precisionOf({ ...text, expected: 1, contrast: 0.99, differences: moved }), 0.95)
})

test('pairs that differ in telling columns are not believed', () => {
  const sure: Grounds = { ...text, expected: 1, contrast: 1, telling: 0.15 }
  assert.equal(precisionOf(sure), 0.95)
  near(precisionOf({ ...sure, telling: 0.5 }), 0.475)
  assert.equal(precisionOf({ ...sure, telling: 0.9 }), 0)
})

test('few matches among many records are unknown unless their texts stand out, too', () => {
  const few = { ...differences, rows: 0.02 }
  const rare: Grounds = { ...text, expected: 1, contrast: 1, differences: few }
  const { isUnknown, interval } = estimatePrecision({ ...rare, textContrast: 0.9 })
  assert.ok(isUnknown && interval[0] < 0.5 && interval[1] === 1)
  assert.equal(estimatePrecision({ ...rare, textContrast: 1.05 }).isUnknown, false)
})

test('a text without a boundary is unknown, but a flood of look-alikes is known', () => {
  const unclear: Grounds = { ...text, isClear: false, rule: 'all', contrast: 0.7 }
  assert.ok(estimatePrecision(unclear).isUnknown)
  const flood = { ...differences, contained: 0.03, replaced: 0.9 }
  const { isUnknown, precision, interval } = estimatePrecision({ ...unclear, differences: flood })
  assert.ok(!isUnknown && precision < 0.05 && interval[1] < 0.4)
})

test('an interval stays in [0, 1] and is wider for few pairs', () => {
  assert.deepEqual(intervalOf(0.5, 0.07, 1e9), [0.43, 0.6])
  const [low, high] = intervalOf(0.95, 0.12, 4)
  assert.ok(low < 0.8 && high === 1)
  assert.deepEqual(intervalOf(0, 0.19, 1e9), [0, 0.2])
})

test('five decisions make what is unknown known, and bound what is known', () => {
  const unclear: Grounds = { ...text, isClear: false, rule: 'all', contrast: 0.7 }
  assert.ok(estimatePrecision({ ...unclear, sampled: { right: 4, of: 4 } }).isUnknown)
  const { isUnknown, precision, interval } = estimatePrecision({ ...unclear, sampled: { right: 5, of: 5 } })
  assert.ok(!isUnknown)
  near(precision, 5.5 / 6)
  // 0.1 ^ (1 / 5): if this share is right, five of five are right with probability 0.1.
  assert.deepEqual(interval, [0.631, 1])
  const sure: Grounds = { ...text, expected: 1, contrast: 1 }
  const bounded = estimatePrecision({ ...sure, sampled: { right: 0, of: 6 } })
  near(bounded.precision, 0.5 / 7)
  assert.deepEqual(bounded.interval, [0, 0.319])
  const confirmed = estimatePrecision({ ...sure, sampled: { right: 9, of: 10 } })
  assert.ok(confirmed.precision > 0.9 && confirmed.interval[1] < 1)
})
