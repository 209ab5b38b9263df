import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareDecimals, decimalText } from './decimal.ts'

const scale = 40

/** The number times 10^40. REQUIRES: no digits below 10^-40. */
function scaled(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] = /^(-?\d+)\.?(\d*)(?:e(.*))?$/.exec(text) ?? []
  return BigInt(whole + fraction) * 10n ** BigInt(scale + Number(exponent) - fraction.length)
}

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(18), fc.integer({ min: -20, max: 20 }))
  .chain(([unscaled, places, exponent]) =>
    fc.constantFrom(decimalText(unscaled, places), `${decimalText(unscaled, places)}e${exponent}`),
  )
  .filter(text => !text.startsWith('-0')) // of which `scaled` loses the sign

test('decimals compare like their multiples of 10^-40, which are whole numbers', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [left, right] = [scaled(a), scaled(b)]
      assert.equal(Math.sign(compareDecimals(a, b)), left < right ? -1 : left > right ? 1 : 0)
    }),
  )
})

test('different texts of one number are equal', () => {
  for (const text of ['1.5', '+1.50', '0001.5', ' 15e-1 ', '.15E+1', '1500000e-6'])
    assert.equal(compareDecimals(text, '1.5'), 0, text)
  for (const zero of ['0', '-0', '.0', '0e99']) assert.equal(compareDecimals(zero, '0'), 0, zero)
  assert(compareDecimals('1e-999999999', '0') > 0)
  assert(compareDecimals('-0.5', '-0.25') < 0)
})

test('a decimal has its digits without superfluous zeros', () => {
  const texts = [decimalText(5n, 3), decimalText(-1250n, 2), decimalText(7000n, 3), decimalText(7n, -2)]
  assert.deepEqual(texts, ['0.005', '-12.5', '7', '700'])
  assert.equal(decimalText(-(2n ** 127n), 38), '-1.70141183460469231731687303715884105728')
  assert.equal(decimalText(0n, 3), '0')
})
