/** Numbers in settings: Java 17's answers, word for word, and float32 against exact arithmetic. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isJavaException } from './java-exception.ts'
import { parseFloat32, parseInt32, trimBlanks } from './numbers.ts'

function messageOf(parse: () => number): string {
  try {
    return `no exception but ${parse()}`
  } catch (error) {
    assert(isJavaException(error))
    assert.equal(error.className, 'java.lang.NumberFormatException')
    return error.message
  }
}

test('reads floats as Java 17 does', () => {
  const floats: readonly (readonly [string, number])[] = [
    ['0.01', Math.fround(0.01)],
    [' .2\t', Math.fround(0.2)],
    ['1.', 1],
    ['+.5', 0.5],
    ['1.e5', 100000],
    ['0.1f', Math.fround(0.1)],
    ['1.5e+05D', 150000],
    ['0x1p-2', 0.25],
    ['0X.8P1d', 1],
    ['0xABC.defp-3', Math.fround(343.608856)],
    ['1e99999999999', Number.POSITIVE_INFINITY],
    ['-1e400', Number.NEGATIVE_INFINITY],
    ['1e-99999999999', 0],
    ['-0.0', -0],
    ['0e99999999999', 0],
    ['-NaN', Number.NaN],
    ['+Infinity', Number.POSITIVE_INFINITY],
    ['\u00001\u0000', 1],
  ]
  for (const [text, value] of floats) assert(Object.is(parseFloat32(text), value), text)
})

test('rounds directly to float32, where going through a double would round twice', () => {
  const middle = '1.000000059604644775390625' // 1 + 2^-24
  const next = 1 + 2 ** -23
  assert.equal(parseFloat32(middle), 1)
  assert.equal(parseFloat32(`${middle}000000000000000000001`), next)
  assert.equal(Math.fround(Number(`${middle}000000000000000000001`)), 1)
  assert.equal(parseFloat32('1.00000017881393432617187499999999999999'), next) // just below 1 + 3 * 2^-24
  assert.equal(parseFloat32('0x1.000001000000000000001p0'), next)
  assert.equal(parseFloat32('3.40282356779733661637539395458142568447e38'), 3.4028234663852886e38)
  assert.equal(parseFloat32('3.40282356779733661637539395458142568448e38'), Number.POSITIVE_INFINITY)
  assert.equal(parseFloat32('7.006492321624085e-46'), 0)
  assert.equal(parseFloat32('7.006492321624086e-46'), 2 ** -149)
})

test('takes any decimal to a nearest float32', () => {
  const property = fc.property(
    fc.bigInt(0n, 10n ** 24n),
    fc.integer({ min: -70, max: 20 }),
    (digits, exponent) => {
      const value = parseFloat32(`${digits}e${exponent}`)
      // A double suffices to show that no neighbour is nearer, up to its own error.
      const exact = Number(`${digits}e${exponent}`)
      if (value === Number.POSITIVE_INFINITY) return assert(exact > 3.4028235e38)
      const step = Math.max(2 ** -149, 2 ** (Math.floor(Math.log2(Math.max(value, 2 ** -140))) - 23))
      assert(Math.abs(value - exact) <= step * 0.5000001, `${digits}e${exponent}: ${value}`)
      assert.equal(Math.fround(value), value)
    },
  )
  fc.assert(property, { numRuns: runs(500), seed: 13 })
})

test("refuses floats with Java 17's messages", () => {
  const input = (text: string) => `For input string: "${text}"`
  assert.equal(
    messageOf(() => parseFloat32('')),
    'empty String',
  )
  assert.equal(
    messageOf(() => parseFloat32(' \t')),
    'empty String',
  )
  assert.equal(
    messageOf(() => parseFloat32(' abc ')),
    input('abc'),
  )
  assert.equal(
    messageOf(() => parseFloat32('1..2')),
    'multiple points',
  )
  assert.equal(
    messageOf(() => parseFloat32('+.90.3x')),
    'multiple points',
  )
  const refused = [
    '0,2',
    '.',
    '+',
    '--1',
    '1e',
    '1e+',
    '.e5',
    '1e1.5',
    '0x',
    '0x1',
    '0x.p1',
    '0x1p',
    '1ff',
    '1_0',
  ]
  for (const text of [...refused, 'nan', 'NaNf', 'inf', 'f', '1 f', '0x1p1L', '\u0663', '\u00a01']) {
    assert.equal(
      messageOf(() => parseFloat32(text)),
      input(text),
    )
  }
})

test('reads ints as Java 17 does, including digits of any script in the BMP', () => {
  for (const [text, value] of [
    ['2', 2],
    ['+2', 2],
    ['-5', -5],
    ['-0', 0],
    ['007', 7],
  ] as const) {
    assert(Object.is(parseInt32(text), value), text)
  }
  assert.equal(parseInt32('2147483647'), 2147483647)
  assert.equal(parseInt32('-2147483648'), -2147483648)
  assert.equal(parseInt32('1\u0663\uff15'), 135)
  assert.equal(parseInt32('-aF', 16), -175)
  assert.equal(parseInt32('\uff21\uff42', 16), 171)
  const digits = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(unit =>
    /^\p{Nd}$/u.test(unit),
  )
  assert.equal(digits.length, 370)
  digits.forEach((digit, i) => {
    assert.equal(parseInt32(digit), i % 10)
  })
})

test("refuses ints with Java 17's messages", () => {
  const refused = [
    '',
    ' ',
    '+',
    '-',
    '2.0',
    ' 2',
    '0x2',
    '2147483648',
    '-2147483649',
    '99999999999',
    'a',
    '\ud835\udfce',
  ]
  for (const text of refused) {
    assert.equal(
      messageOf(() => parseInt32(text)),
      `For input string: "${text}"`,
    )
  }
  assert.equal(
    messageOf(() => parseInt32('g', 16)),
    'For input string: "g" under radix 16',
  )
  assert.equal(
    messageOf(() => parseInt32('80000000', 16)),
    'For input string: "80000000" under radix 16',
  )
})

test('trims units up to U+0020 and no other blanks', () => {
  assert.equal(trimBlanks('\u0000 \u00a0a b\u2003\u001f\n'), '\u00a0a b\u2003')
  assert.equal(trimBlanks(' \t'), '')
})
