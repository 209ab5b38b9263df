/** Texts of doubles and floats: values known from Java 17, and round trips. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { doubleText, doubleTextOf, floatText, shortDoubleText } from './number-text.ts'

test('writes doubles as Java 17 does', () => {
  const texts: readonly (readonly [number, string])[] = [
    [0, '0.0'],
    [-0, '-0.0'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [1, '1.0'],
    [-56753.9, '-56753.9'],
    [0.001, '0.001'],
    [0.002, '0.002'],
    [0.0001, '1.0E-4'],
    [0.0009999, '9.999E-4'],
    [9999999, '9999999.0'],
    [1e7, '1.0E7'],
    [12345678.9, '1.23456789E7'],
    [123456789.12345679, '1.2345678912345679E8'],
    [0.1 + 0.2, '0.30000000000000004'],
    [2 ** 53, '9.007199254740992E15'],
    [2 ** 62, '4.6116860184273879E18'],
    [2 ** 63, '9.223372036854776E18'],
    [1e21, '1.0E21'],
    [1.7976931348623157e308, '1.7976931348623157E308'],
  ]
  for (const [value, text] of texts) assert.equal(doubleText(value), text)
})

test("writes Java's digits even where they are not the shortest", () => {
  const texts: readonly (readonly [number, string])[] = [
    [1e23, '9.999999999999999E22'],
    [2e23, '1.9999999999999998E23'],
    [5e-324, '4.9E-324'],
    [1e-323, '1.0E-323'],
    [2 ** -113, '9.629649721936179E-35'],
    [2 ** -44, '5.6843418860808015E-14'],
  ]
  for (const [value, text] of texts) assert.equal(doubleText(value), text)
})

test('writes floats as Java 17 does', () => {
  const texts: readonly (readonly [number, string])[] = [
    [0.2, '0.2'],
    [-0, '-0.0'],
    [1e10, '1.0E10'],
    [3.4028234663852886e38, '3.4028235E38'],
    [1.401298464324817e-45, '1.4E-45'],
    [1.1754943508222875e-38, '1.17549435E-38'],
    [16777216, '1.6777216E7'],
    [33554432, '3.3554432E7'],
    [8.5899346e9, '8.5899346E9'],
  ]
  for (const [value, text] of texts) assert.equal(floatText(value), text)
})

test('a text parses back to the number', () => {
  const doubles = fc.property(fc.double({ noNaN: true }), value => {
    assert(Object.is(Number(doubleText(value)), value))
  })
  fc.assert(doubles, { numRuns: runs(5000), seed: 3 })
  const floats = fc.property(fc.float({ noNaN: true }), value => {
    assert(Object.is(Math.fround(Number(floatText(value))), value))
  })
  fc.assert(floats, { numRuns: runs(3000), seed: 4 })
})

test('a text has a point, and an exponent only outside [0.001, 10^7)', () => {
  const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
    const size = Math.abs(value)
    const isPlain = size === 0 || (size >= 1e-3 && size < 1e7)
    assert.match(doubleText(value), isPlain ? /^-?\d+\.\d+$/ : /^-?[1-9]\.\d+E-?[1-9]\d*$/)
  })
  fc.assert(property, { numRuns: runs(3000), seed: 5 })
})

test('Java 19 and later write the fewest digits that give the same double', () => {
  // JDK-4511638, whose examples the release note of Java 19 repeats; the forms are as before.
  const known: readonly (readonly [number, string])[] = [
    [2e23, '2.0E23'],
    [2.0e-3, '0.002'],
    [1e23, '1.0E23'],
    [8.41e21, '8.41E21'],
    [2.2250738585072014e-308, '2.2250738585072014E-308'],
    [5e-324, '4.9E-324'],
    [1.7976931348623157e308, '1.7976931348623157E308'],
    [9999999, '9999999.0'],
    [1e7, '1.0E7'],
    [0.001, '0.001'],
    [9e-4, '9.0E-4'],
    [-0, '-0.0'],
    [123.45, '123.45'],
    [Number.NaN, 'NaN'],
  ]
  for (const [value, text] of known) assert.equal(shortDoubleText(value), text)
  assert.equal(doubleTextOf(18)(2e23), '1.9999999999999998E23')
  assert.equal(doubleTextOf(19)(2e23), '2.0E23')
})

test('property: both texts are the same double, and the later one is never longer', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), value => {
      const [before, later] = [doubleText(value), shortDoubleText(value)]
      assert.equal(Number(later), value)
      assert(later.length <= before.length, `${before} ${later}`)
    }),
    { numRuns: runs(2000) },
  )
})
