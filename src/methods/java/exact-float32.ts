/**
 * Exact float32: from a fraction of whole numbers to the nearest float32.
 *
 * Converting a decimal to a double and then to a float32 rounds twice, and can end one float off: 1 + 2^-24 + 10^-30
 * lies above the middle of two floats, but its double is the middle. So the fraction is divided in whole numbers, to
 * 24 bits and a remainder that decides.
 *
 * Source: IEEE 754, round to nearest, ties to even, subnormal numbers included.
 */

const mantissaBits = 24
/** Exponent of the last bit of the smallest float32. */
const lowestExponent = -149

function bitLength(value: bigint): number {
  return value.toString(16).length * 4
}

/**
 * @param numerator >= 0
 * @param denominator > 0
 * @returns a float32, `Infinity` included.
 * @example roundToFloat32(1n, 3n) // => Math.fround(1 / 3)
 */
export function roundToFloat32(numerator: bigint, denominator: bigint): number {
  // Up to 7 too low, so that the first quotient has at least 24 bits, unless the number is subnormal.
  let exponent = bitLength(numerator) - bitLength(denominator) - mantissaBits - 4
  if (exponent < lowestExponent) exponent = lowestExponent
  for (;;) {
    const dividend = exponent < 0 ? numerator << BigInt(-exponent) : numerator
    const divisor = exponent < 0 ? denominator : denominator << BigInt(exponent)
    const quotient = dividend / divisor
    if (quotient >> BigInt(mantissaBits) !== 0n) {
      exponent++
      continue
    }
    const twice = 2n * (dividend - quotient * divisor)
    const isUp = twice > divisor || (twice === divisor && (quotient & 1n) === 1n)
    // Beyond the largest float32 the product is at least 2^128, which is Infinity as float32.
    return Math.fround(Number(isUp ? quotient + 1n : quotient) * 2 ** exponent)
  }
}
