/**
 * Written number: the value of a number as people write it, with signs of currency, of thousands and of debt.
 *
 * -5, -$5 and $-5 are below zero, as are sums with two decimals in parentheses or before a minus, as accounts write
 * them; without decimals these may be years, 1990- or (1990).
 */

/** Longer values are no numbers. */
const mostCharacters = 40
const mayBeNegative = /[-\u2212(]/
const amount = String.raw`\d[\d.,]*[.,]\d{2}[$€£]?`
/** Without spaces. */
const negative = new RegExp(
  String.raw`^(?:[$€£]?[-\u2212][$€£]?[.,]?\d[\d.,]*[$€£%]?|\([$€£]?${amount}\)|[$€£]?${amount}[-\u2212])$`,
)

/**
 * Whether the whole value is a number below zero.
 *
 * @example isNegative('(1,234.50)') // => true
 */
export function isNegative(value: string): boolean {
  if (value.length > mostCharacters || !mayBeNegative.test(value)) return false
  return negative.test(value.replace(/\s+/g, ''))
}

/**
 * Of comma and full stop the last is the decimal sign if both occur; one that repeats, and a comma before exactly three
 * last digits, separates thousands. NaN without a digit.
 *
 * @example writtenNumber('$1,234.50') // => 1234.5
 * @example writtenNumber('1.234,50 €') // => 1234.5
 * @example writtenNumber('0,125') // => 0.125
 * @example writtenNumber('-$5') // => -5
 */
export function writtenNumber(value: string): number {
  const signs = value.replace(/[^\d.,-]/g, '').replace(/^-+/, '')
  const [comma, stop] = [signs.lastIndexOf(','), signs.lastIndexOf('.')]
  const decimal = comma > stop ? ',' : '.'
  const isThousands =
    signs.indexOf(decimal) !== signs.lastIndexOf(decimal) ||
    (decimal === ',' && stop < 0 && /^[1-9]\d{0,2},\d{3}$/.test(signs))
  const plain = isThousands
    ? signs.replaceAll(decimal, '').replaceAll(',', '.')
    : signs.replaceAll(decimal === ',' ? '.' : ',', '').replace(',', '.')
  return Number.parseFloat(plain) * (isNegative(value) ? -1 : 1)
}
