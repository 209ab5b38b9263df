import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { binomialInterval, measuredShare } from './intervals.ts'

test('gives the published exact binomial intervals', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 5.
  const published = [
    [81, 263, 0.2527, 0.3676],
    [15, 148, 0.0578, 0.1617],
    [0, 20, 0, 0.1684],
    [1, 29, 0.0009, 0.1776],
  ]
  for (const [hits, trials, low, high] of published) {
    const interval = binomialInterval(hits, trials)
    assert.deepEqual([interval.low.toFixed(4), interval.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)])
  }
})

test('is [0, 1] if no pair was seen, and exact if every document is a probe', () => {
  assert.deepEqual(measuredShare([0, 0], [0, 0], 100), {
    estimate: null,
    low: 0,
    high: 1,
    hits: 0,
    pairs: 0,
    probes: 0,
    effective: 0,
  })
  assert.deepEqual(measuredShare([], [], 0).estimate, null)
  const { estimate, low, high, effective } = measuredShare([1, 2, 0, 0], [1, 3, 0, 1], 4)
  assert.deepEqual([estimate, low, high, effective], [0.6, 0.6, 0.6, null])
})

test('without clusters it is the binomial interval, narrowed by the share of documents already drawn', () => {
  const ones = Array.from({ length: 50 }, () => 1)
  const { low, high, effective } = measuredShare(ones, ones, 1e9)
  assert.ok(Math.abs((effective as number) - 50) < 1e-4)
  assert.deepEqual([low.toFixed(4), high], [binomialInterval(50, 50).low.toFixed(4), 1])
  assert.ok(measuredShare(ones, ones, 100).low > low)
})

test('many pairs of few probes count little more than the probes', () => {
  const pairs = Array.from({ length: 10 }, () => 500)
  const hits = pairs.map((count, i) => (i < 2 ? 0 : count))
  const { effective, pairs: all, probes, low, high } = measuredShare(hits, pairs, 1e6)
  assert.deepEqual([all, probes], [5000, 10])
  assert.ok((effective as number) < 10)
  assert.ok(low < 0.5 && high > 0.95)
})

test('an interval always contains its estimate', () => {
  const probe = fc.tuple(fc.nat(50), fc.nat(50)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
  fc.assert(
    fc.property(fc.array(probe, { minLength: 1, maxLength: 40 }), fc.nat(1000), (probes, others) => {
      const { estimate, low, high } = measuredShare(
        probes.map(([hits]) => hits),
        probes.map(([, pairs]) => pairs),
        probes.length + others,
      )
      assert.ok(low >= 0 && high <= 1 && low <= high)
      if (estimate !== null) assert.ok(low <= estimate + 1e-9 && estimate - 1e-9 <= high)
    }),
  )
})
