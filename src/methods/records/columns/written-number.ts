/** Written number: the value of a number as people write it, with signs of currency and of thousands. */

/**
 * Of comma and full stop the last is the decimal sign if both occur; one that repeats, and a comma before exactly three
 * last digits, separates thousands. NaN without a digit.
 *
 * @example numberOf('$1,234.50') // => 1234.5
 * @example numberOf('1.234,50 €') // => 1234.5
 * @example numberOf('0,125') // => 0.125
 */
export function numberOf(value: string): number {
  const signs = value.replace(/[^\d.,-]/g, '')
  const [comma, stop] = [signs.lastIndexOf(','), signs.lastIndexOf('.')]
  const decimal = comma > stop ? ',' : '.'
  const isThousands =
    signs.indexOf(decimal) !== signs.lastIndexOf(decimal) ||
    (decimal === ',' && stop < 0 && /^-?[1-9]\d{0,2},\d{3}$/.test(signs))
  const plain = isThousands
    ? signs.replaceAll(decimal, '').replaceAll(',', '.')
    : signs.replaceAll(decimal === ',' ? '.' : ',', '').replace(',', '.')
  return Number.parseFloat(plain)
}
