/**
 * Number texts: doubles and floats as Java's `Double.toString` and `Float.toString` write them, up to Java 18; doubles
 * as later ones do, too, which write the fewest digits.
 *
 * The form is plain from `0.001` to `9999999.0`, otherwise `d.ddE±n`. The digits come from Java's old conversion and
 * are not always the shortest: 2e23 gives `1.9999999999999998E23`, the smallest double `4.9E-324`. With the value =
 * B / S * 10^e and M half the distance to the next double on the scale of B, the digits of B / S are generated until
 *
 *     rest < M (low)   or   rest + M > S (high),                                                       (1)
 *
 * and then the last digit is rounded up for high, and to the nearer side for both. If B and 10 S fit in 31 or 63 bits,
 * Java computes in such words, and M may overflow: that also ends the digits. Forms with an exponent get a second
 * digit even where one would do. Whole numbers below 2^63 are first written in full; then the digits beyond the
 * precision of the type are rounded away.
 *
 * Source: Java's class library, documentation of `Double.toString`; digits compared with those of Java 17.
 * Ours: one loop in big integers for words of all sizes, and two shortcuts by the engine's own digits.
 * Cost: 0.2 microseconds for numbers of up to 15 digits, 1 or 2 for most others, 20 at worst.
 */

/** Significant bits of the two types, including the hidden one. */
const doubleBits = 53
const floatBits = 24

const word = new DataView(new ArrayBuffer(8))

/**
 * `Double.toString` of Java 18 and before.
 *
 * @example doubleText(1e7) // => '1.0E7'
 * @example doubleText(0.1 + 0.2) // => '0.30000000000000004'
 * @example doubleText(2e23) // => '1.9999999999999998E23'
 */
export function doubleText(value: number): string {
  return special(value) ?? shortcut(value) ?? inForm(value, digitsOf(Math.abs(value), doubleBits))
}

/**
 * `Double.toString` of Java 19 and later: the fewest digits that round to the double, at least two, and of several such
 * decimals the nearest.
 *
 * @example shortDoubleText(2e23) // => '2.0E23'
 * @example shortDoubleText(5e-324) // => '4.9E-324'
 */
export function shortDoubleText(value: number): string {
  const known = special(value)
  if (known !== undefined) return known
  const size = Math.abs(value)
  const shortest = size.toExponential()
  const text = /^\de/.test(shortest) ? size.toExponential(1) : shortest
  const [mantissa, exponent] = text.split('e')
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  return inForm(value, { digits, point: Number(exponent) + 1 })
}

/** `Double.toString` of a version of Java. */
export function doubleTextOf(javaVersion: number): (value: number) => string {
  return javaVersion < 19 ? doubleText : shortDoubleText
}

/**
 * `Float.toString` of Java 18 and before, of the float nearest to `value`.
 *
 * @example floatText(0.2) // => '0.2'
 * @example floatText(16777216) // => '1.6777216E7'
 */
export function floatText(value: number): string {
  const float = Math.fround(value)
  return special(float) ?? inForm(float, digitsOf(Math.abs(float), floatBits))
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  if (Number.isFinite(value)) return undefined
  return value > 0 ? 'Infinity' : '-Infinity'
}

/**
 * Uses the engine's shortest digits if there are at most 15. Decimals of 15 digits are further apart than doubles, so
 * only one of them meets (1). It lies inside the interval and not on its edge, because the edges of doubles in this
 * range need more digits. Powers of two are excluded: Java takes their interval to be narrower.
 */
function shortcut(value: number): string | undefined {
  const size = Math.abs(value)
  if (size < 1e-300 || size >= 9e15) return undefined
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value)
    if (text.length > 15) return undefined
    return Number.isInteger(value) ? `${text}.0` : text
  }
  const text = value.toExponential()
  const end = text.indexOf('e')
  if (end > 16 || isPowerOfTwo(value)) return undefined
  const mantissa = text.slice(0, end)
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(text.slice(end + 1))}`
}

function isPowerOfTwo(value: number): boolean {
  word.setFloat64(0, value)
  return word.getUint32(4) === 0 && (word.getUint32(0) & 0xfffff) === 0
}

interface Digits {
  readonly digits: string
  /** Position of the point: the value is 0.digits * 10^point. */
  readonly point: number
}

function inForm(value: number, { digits, point }: Digits): string {
  const sign = value < 0 ? '-' : ''
  if (point > 0 && point < 8) {
    return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point) || '0'}`
  }
  if (point > -3 && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${point - 1}`
}

/** A value as odd * 2^shift, with its highest bit at 2^exponent and `precision` significant bits. */
interface Binary {
  readonly odd: bigint
  readonly length: number
  readonly shift: number
  readonly exponent: number
  readonly precision: number
}

function binaryOf(value: number, bitsOfType: number): Binary {
  word.setFloat64(0, value)
  const high = word.getUint32(0)
  const low = word.getUint32(4)
  const biased = high >>> 20
  const highFraction = (high & 0xfffff) | (biased === 0 ? 0 : 0x100000)
  const zeros = low !== 0 ? lowZeros(low) : 32 + lowZeros(highFraction)
  const bits = highFraction !== 0 ? 64 - Math.clz32(highFraction) : 32 - Math.clz32(low)
  const shift = Math.max(biased, 1) - 1075 + zeros
  const length = bits - zeros
  const exponent = shift + length - 1
  // Below the smallest normal value of the type, every step down costs a bit.
  const smallest = bitsOfType === doubleBits ? -1022 : -126
  return {
    odd: BigInt((highFraction * 2 ** 32 + low) / 2 ** zeros),
    length,
    shift,
    exponent,
    precision: bitsOfType - Math.max(0, smallest - exponent),
  }
}

function lowZeros(word: number): number {
  return 31 - Math.clz32(word & -word)
}

function digitsOf(value: number, bitsOfType: number): Digits {
  const binary = binaryOf(value, bitsOfType)
  if (binary.shift >= 0 && binary.exponent <= 62) return wholeDigits(binary)
  const quick = bitsOfType === doubleBits ? foreseenDigits(value, binary) : undefined
  return quick ?? developedDigits(binary)
}

/** Rounds away digits below half a unit of the last bit. */
function wholeDigits({ odd, shift, exponent, precision }: Binary): Digits {
  const value = odd << BigInt(shift)
  const spareBits = exponent - precision - 1
  const dropped = spareBits > 1 ? Math.floor(spareBits * Math.log10(2)) : 0
  const unit = 10n ** BigInt(dropped)
  const isUp = dropped > 0 && value % unit >= unit >> 1n
  const text = String(value / unit + (isUp ? 1n : 0n))
  return { digits: text.replace(/(?<!0)0+$/, ''), point: text.length + dropped }
}

/** Java's guess of floor(log10) from the tangent at 1.5; at most one too high. */
function guessedExponent({ odd, length, exponent }: Binary): number {
  const mantissa = Number(odd) / 2 ** (length - 1)
  return Math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981)
}

const fives = Array.from({ length: 352 }, (_, power) => 5n ** BigInt(power))

/** Bits of 5^power as Java counts them to choose a word size. */
const bitsOfFive = fives.map((five, power) =>
  power === 0 ? 0 : power < 27 ? five.toString(2).length : 3 * power,
)

/** The value is b / s * 10^exponent, and half a unit of its last bit is m / s * 10^exponent. */
interface Ratio {
  readonly b: bigint
  readonly s: bigint
  readonly m: bigint
  /** Word size of Java's computation; 0 for unlimited. */
  readonly width: 0 | 32 | 64
}

function ratioOf({ odd, length, exponent, precision }: Binary, decimal: number): Ratio {
  const fivesOfB = Math.max(0, -decimal)
  const fivesOfS = Math.max(0, decimal)
  const fraction = Math.max(0, length - exponent - 1)
  let twos = fivesOfB + fraction + exponent - (length - 1)
  let twosOfS = fivesOfS + fraction
  // Below a power of two the next value is only half as far away.
  let twosOfM = fivesOfB + fraction + exponent - precision - (length === 1 ? 1 : 0)
  const shared = Math.min(twos, twosOfS, twosOfM)
  twos -= shared
  twosOfS -= shared
  twosOfM -= shared
  const bits = Math.max(length + twos + bitsOfFive[fivesOfB], twosOfS + 1 + bitsOfFive[fivesOfS + 1])
  return {
    b: (odd * fives[fivesOfB]) << BigInt(twos),
    s: fives[fivesOfS] << BigInt(twosOfS),
    m: fives[fivesOfB] << BigInt(twosOfM),
    width: bits < 32 ? 32 : bits < 64 ? 64 : 0,
  }
}

/**
 * All digits in one division, if (1) holds after as many digits as the engine's shortest. It cannot hold earlier,
 * because the engine accepts every text that Java does. Undefined if more digits are needed, or words could overflow.
 */
function foreseenDigits(value: number, binary: Binary): Digits | undefined {
  const text = value.toExponential()
  const end = text.indexOf('e')
  if (end < 3) return undefined
  const count = end - 1
  const exponent = Number(text.slice(end + 1))
  const { b, s, m, width } = ratioOf(binary, exponent)
  const half = m * tens[count]
  if (width !== 0 && half >= 0x2000000000000000n) return undefined
  const scaled = b * tens[count - 1]
  const quotient = scaled / s
  const rest = (scaled - quotient * s) * 10n
  const isLow = rest < half
  const isHigh = rest + half > s * 10n
  if (!isLow && !isHigh) return undefined
  return rounded(String(quotient), exponent, { isLow, isHigh, side: rest * 2n - s * 10n })
}

const tens = Array.from({ length: 20 }, (_, power) => 10n ** BigInt(power))

function developedDigits(binary: Binary): Digits {
  const guess = guessedExponent(binary)
  const { b, s, m, width } = ratioOf(binary, guess)
  const inWord = (value: bigint) => (width === 0 ? value : BigInt.asIntN(width, value))
  const ten = s * 10n
  let exponent = guess
  let rest = b
  let half = m
  let digits = ''
  let isLow = false
  let isHigh = false
  for (let isFirst = true; isFirst || !(isLow || isHigh); isFirst = false) {
    const digit = rest / s
    rest = inWord((rest % s) * 10n)
    half = inWord(half * 10n)
    const hasWrapped = !isFirst && half <= 0n
    isLow = hasWrapped || rest < half
    isHigh = hasWrapped || inWord(rest + half) > ten
    // The guess was too high.
    if (isFirst && digit === 0n && !isHigh) exponent--
    else digits += digit
    if (isFirst && (exponent < -3 || exponent >= 8)) isLow = isHigh = false
  }
  return rounded(digits, exponent, { isLow, isHigh, side: rest * 2n - ten })
}

/** `side` is the sign of the direction from the middle of two decimals; in the middle, even digits win. */
function rounded(
  digits: string,
  exponent: number,
  { isLow, isHigh, side }: { isLow: boolean; isHigh: boolean; side: bigint },
): Digits {
  const isNearer = side > 0n || (side === 0n && Number(digits.at(-1)) % 2 === 1)
  if (!isHigh || (isLow && !isNearer)) return { digits, point: exponent + 1 }
  const up = String(BigInt(digits) + 1n).padStart(digits.length, '0')
  if (up.length === digits.length) return { digits: up, point: exponent + 1 }
  return { digits: up.slice(0, -1), point: exponent + 2 }
}
