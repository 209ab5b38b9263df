import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { betaProbability, betaQuantile, studentBeyond } from './beta.ts'

test('gives the values of printed tables', () => {
  // Student's t, two-sided 5 %.
  for (const [freedom, t] of [
    [1, 12.706],
    [2, 4.303],
    [5, 2.571],
    [30, 2.042],
    [120, 1.98],
  ]) {
    assert.ok(Math.abs(studentBeyond(0.05, freedom) - t) < 0.0006, `${freedom}`)
  }
  // A whole-numbered beta is a binomial tail: I_p(3, 8) = P(at least 3 of 10).
  const p = 0.3
  const tail = 1 - (0.7 ** 10 + 10 * p * 0.7 ** 9 + 45 * p ** 2 * 0.7 ** 8)
  assert.ok(Math.abs(betaProbability(p, 3, 8) - tail) < 1e-12)
})

test('equals the closed forms if one parameter is 1, and is symmetric', () => {
  const x = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  const parameter = fc.double({ min: 0.05, max: 5000, noNaN: true })
  fc.assert(
    fc.property(x, parameter, (at, a) => {
      assert.ok(Math.abs(betaProbability(at, a, 1) - at ** a) < 1e-10)
      assert.ok(Math.abs(betaProbability(at, 1, a) + Math.expm1(a * Math.log1p(-at))) < 1e-10)
    }),
  )
  fc.assert(
    fc.property(x, parameter, parameter, (at, a, b) => {
      assert.ok(Math.abs(betaProbability(at, a, b) + betaProbability(1 - at, b, a) - 1) < 1e-9)
    }),
  )
})

test('quantiles invert the distribution function', () => {
  const parameter = fc.double({ min: 0.5, max: 1000, noNaN: true })
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), parameter, parameter, (wanted, a, b) => {
      assert.ok(Math.abs(betaProbability(betaQuantile(wanted, a, b), a, b) - wanted) < 1e-7)
    }),
    { numRuns: runs(50) },
  )
})
