import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { generalNumber, shownNumber } from './shown-number.ts'

test('numbers are what Excel shows in their format', () => {
  for (const [value, code, shown] of [
    [42, '00000', '00042'],
    [1067, '00000', '01067'],
    [12.7, '0', '13'],
    [-3, '0', '-3'],
    [-0.2, '0', '0'],
    [2.5, '0', '3'],
    [1.005, '0.00', '1.01'],
    [12.5, '0.00', '12.50'],
    [0.5, '#.0#', '.5'],
    [1234567, '#,##0', '1,234,567'],
    [1234567, '#,##0,', '1,235'],
    [1234.5, '#,##0.00', '1,234.50'],
    [0.25, '0%', '25%'],
    [0.1234, '0.0%', '12.3%'],
    [-5, '#,##0;(#,##0)', '(5)'],
    [0, '0;-0;"none"', 'none'],
    [0, '0;-0;;@', ''],
    [7, '"Nr. "000', 'Nr. 007'],
    [12.5, '#,##0.00 [$€-407]', '12.50 €'],
    [1234.5, '_-* #,##0.00 €_-', '1,234.50 €'],
    [123456789, '000-00-0000', '123-45-6789'],
    [5551234, '000\\-0000', '555-1234'],
    [12345.678, '0.00E+00', '1.23E+04'],
    [0.00012, '0.0E+0', '1.2E-4'],
    [0.1 + 0.2, 'General', '0.3'],
    [9783161484100, 'General', '9783161484100'],
    [3.14, '@', '3.14'],
    [1 / 3, '# ?/?', '0.333333333333333'],
    [1e300, 'General', '1e+300'],
    [7, '0'.repeat(300), '7'],
  ] as const)
    assert.equal(shownNumber(value, code, false), shown, `${value} as ${code}`)
})

test('dates and times are ISO 8601, in both calendars', () => {
  for (const [value, code, shown, is1904 = false] of [
    [45658, 'dd.mm.yyyy', '2025-01-01'],
    [45658.75, 'dd.mm.yyyy', '2025-01-01'],
    [45658.75, 'd.m.yy h:mm', '2025-01-01T18:00:00'],
    [45658, 'd.m.yy h:mm', '2025-01-01'],
    [45658.5, '[$-407]d. mmmm yyyy', '2025-01-01'],
    [45658, 'mmm', '2025-01-01'],
    [0.5, 'h:mm AM/PM', '12:00:00'],
    [0.5 + 1 / 86_400, 'mm:ss.0', '12:00:01'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [60, 'yyyy-mm-dd', '1900-02-29'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2_958_465, 'yyyy-mm-dd', '9999-12-31'],
    [2_958_466, 'yyyy-mm-dd', '2958466'],
    [-1, 'yyyy-mm-dd', '-1'],
    [44_196, 'dd.mm.yyyy', '2025-01-01', true],
    [0, 'yyyy-mm-dd', '1904-01-01', true],
    [1.5, '[h]:mm', '36:00'],
    [1.5, '[h]:mm:ss', '36:00:00'],
    [1 / 24, '[mm]:ss', '60:00'],
    [1 / 1440, '[s]', '60'],
  ] as const)
    assert.equal(shownNumber(value, code, is1904), shown, `${value} as ${code}`)
})

test('whole numbers in zeros are padded ones, and every date comes back as its day', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.integer({ min: 1, max: 12 }), (value, zeros) => {
      assert.equal(shownNumber(value, '0'.repeat(zeros), false), String(value).padStart(zeros, '0'))
    }),
    { numRuns: runs(300) },
  )
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), day => {
      const date = shownNumber(day, 'yyyy-mm-dd', false)
      assert.equal(Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 25_569, day)
    }),
    { numRuns: runs(300) },
  )
})

test('a number in any format is a text, in bounded time', () => {
  const code = fc.string({ unit: fc.constantFrom(...'0#?.,%;E+-ymdhs[]"\\_*/ €@'), maxLength: 60 })
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      code,
      fc.boolean(),
      (value, given, is1904) => {
        assert.equal(typeof shownNumber(value, given, is1904), 'string')
        assert.equal(Number(generalNumber(value)), Number(value.toPrecision(15)))
      },
    ),
    { numRuns: runs(500) },
  )
})
