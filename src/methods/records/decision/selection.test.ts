/** Selection by the three rules, decided pairs, and how decisions move the threshold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { countAt, type Selector, selectPairs, taughtThreshold, thresholdOf } from './selection.ts'

// Rows 0-3: pairs 01 .9, 02 .8, 13 .7, 23 .6.
const scores = Float64Array.of(0.9, 0.8, 0.7, 0.6)
const pairs = { left: Int32Array.of(0, 0, 1, 2), right: Int32Array.of(1, 2, 3, 3) }
const selector = (decided: readonly number[] = [0, 0, 0, 0], copies = [1, 1, 1, 1]): Selector => ({
  rows: 4,
  pairs,
  decided: Int8Array.from(decided),
  copies: Int32Array.from(copies),
})
const select = (s: Selector, t: number, rule: 'all' | 'mutual' | 'greedy'): string =>
  atOnce(selectPairs(s, scores, t, rule)).join('')

test('the rules: all pairs, the best of both rows, each row once', () => {
  assert.equal(select(selector(), 0.65, 'all'), '1110')
  assert.equal(select(selector(), 0.5, 'mutual'), '1000')
  assert.equal(select(selector(), 0.5, 'greedy'), '1001')
})

test('decided pairs hold at any threshold and under every rule', () => {
  for (const rule of ['all', 'mutual', 'greedy'] as const) {
    assert.equal(select(selector([-1, 0, 0, 1]), 0.99, rule), '0001')
    assert.equal(select(selector([-1, 0, 0, 1]), 0.5, rule)[0], '0')
  }
  // 02 is taken, so 01 and 23 are not free; 01 is rejected, so 02 and 13 may win.
  assert.equal(select(selector([0, 1, 0, 0]), 0.5, 'greedy'), '0110')
  assert.equal(select(selector([-1, 0, 0, 0]), 0.5, 'mutual'), '0110')
})

test('copies count as the counterpart of a row under mutual only', () => {
  assert.equal(select(selector([0, 0, 0, 0], [2, 1, 1, 1]), 0.5, 'mutual'), '0010')
  assert.equal(select(selector([0, 0, 0, 0], [2, 1, 1, 1]), 0.5, 'all'), '1111')
})

test('the threshold of a count is the lowest of the best scores', () => {
  assert.equal(atOnce(thresholdOf(scores, 2)), 0.8)
  assert.equal(atOnce(thresholdOf(scores, 9)), 0.6)
  assert.equal(atOnce(thresholdOf(scores, 0)), 2)
  for (const threshold of [2, 0.9, 0.8, 0.7, 0.6]) {
    const count = countAt(scores, threshold)
    assert.equal(atOnce(thresholdOf(scores, count)), threshold)
  }
})

test('decisions move the threshold, several farther than one', () => {
  const at = Float64Array.from({ length: 60 }, (_, k) => 0.4 + k / 200)
  const rejectUpTo = (count: number): Int8Array =>
    Int8Array.from(at, (_, k) => (k >= 20 && k < 20 + count ? -1 : 0))
  assert.equal(atOnce(taughtThreshold(at, new Int8Array(60), 0.5)), 0.5)
  const [one, many] = [1, 20].map(count => atOnce(taughtThreshold(at, rejectUpTo(count), 0.5)))
  assert.ok(one > 0.5 && one <= 0.52 && many > 0.58 && many < 0.62, `${one} ${many}`)
  const lowered = atOnce(
    taughtThreshold(
      at,
      Int8Array.from(at, (_, k) => (k > 8 ? 1 : 0)),
      0.5,
    ),
  )
  assert.ok(lowered < 0.46 && lowered > 0.4, `${lowered}`)
})
