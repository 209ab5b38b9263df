/**
 * Decimals: numbers as written, with all their digits.
 *
 *     -0.0123e5 = - 0.123 * 10^4     sign -1, exponent 4, digits 123
 */

interface Decimal {
  /** -1, 0 or 1. */
  readonly sign: number
  /** The value is 0.digits * 10^exponent. */
  readonly exponent: number
  /** Digits without zeros at either end. */
  readonly digits: string
}

const written = /^\s*([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?\s*$/i

/** The lookbehind avoids quadratic time: the search would start again at each zero of a long run. */
const zerosAtEnd = /(?<!0)0+$/

/** REQUIRES: a decimal number, possibly with an exponent. */
function decimalOf(text: string): Decimal {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = written.exec(text) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  if (digits === '') return { sign: 0, exponent: 0, digits }
  return {
    sign: minus === '-' ? -1 : 1,
    exponent: Number(exponent) + whole.length - (all.length - digits.length),
    digits: digits.replace(zerosAtEnd, ''),
  }
}

/**
 * Negative if `a` is smaller, 0 if both are equal, else positive.
 *
 * @example compareDecimals('900719925474099.201', '9.00719925474099202e14') < 0 // => true
 */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [decimalOf(a), decimalOf(b)]
  if (left.sign !== right.sign) return left.sign - right.sign
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -left.sign : left.sign
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -left.sign : left.sign
}

/**
 * The number `unscaled / 10^scale` in digits, without zeros at the end of its fraction.
 *
 * @example decimalText(-1250n, 2) // => '-12.5'
 */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale))
  const minus = unscaled < 0n ? '-' : ''
  const digits = String(unscaled)
    .slice(minus.length)
    .padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(zerosAtEnd, '')
  return minus + digits.slice(0, -scale) + (fraction && `.${fraction}`)
}

/**
 * The same as JSON: a number, or a string if a reader of doubles would lose digits of its fraction.
 *
 * @example decimalJson(12345678901234567890123n, 4) // => '"1234567890123456789.0123"'
 */
export function decimalJson(unscaled: bigint, scale: number): string {
  const digits = decimalText(unscaled, scale)
  const isNumber = !digits.includes('.') || compareDecimals(String(Number(digits)), digits) === 0
  return isNumber ? digits : `"${digits}"`
}
