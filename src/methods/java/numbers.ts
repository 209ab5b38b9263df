/**
 * Numbers in settings: text to float32 and int32, like Java's `Float.parseFloat` and `Integer.parseInt`.
 *
 *     float = blanks [+-] ("NaN" | "Infinity" | decimal | hexadecimal) blanks
 *     decimal = (digits [. [digits]] | . digits) [e [+-] digits] [f | d]
 *     hexadecimal = 0x (digits [. [digits]] | . digits) p [+-] digits [f | d]
 *     int = [+-] digits, decimal digits of any script of the BMP, no blanks
 *
 * Letters may be capitals. Blanks are the units up to U+0020. Refusals have Java 17's messages.
 *
 * Source: Java SE 17 API, `Double.valueOf(String)` for the grammar, `Character.digit` for digits.
 */
import { roundToFloat32 } from './exact-float32.ts'
import { JavaException } from './java-exception.ts'

const decimal = /^(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d+))?[fd]?$/i
const hexadecimal = /^0x([\da-f]+(?:\.[\da-f]*)?|\.[\da-f]+)p([+-]?\d+)[fd]?$/i
const secondPoint = /^\d*\.\d*\./

/** Units of the digit zero; the nine units after each are one to nine. */
const zeros = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
]
/** Units of the letter a; it and the next five are digits in base 16. */
const letters = [0x41, 0x61, 0xff21, 0xff41]

function refuse(message: string): JavaException {
  return new JavaException('java.lang.NumberFormatException', message)
}

/**
 * `String.trim()`: removes units up to U+0020 at both ends. Other blanks stay.
 *
 * @example trimBlanks('\u00a0x\t ') // => '\u00a0x'
 */
export function trimBlanks(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) <= 0x20) from++
  while (from < to && text.charCodeAt(to - 1) <= 0x20) to--
  return text.slice(from, to)
}

/**
 * `Float.parseFloat(text)`: the float32 nearest to the number as written.
 *
 * @throws JavaException NumberFormatException
 * @example parseFloat32(' 0x1p-2f') // => 0.25
 * @example parseFloat32('.2') === Math.fround(0.2) // => true
 */
export function parseFloat32(text: string): number {
  const trimmed = trimBlanks(text)
  if (trimmed === '') throw refuse('empty String')
  const unsigned = /^[+-]/.test(trimmed) ? trimmed.slice(1) : trimmed
  const value = parseUnsigned(unsigned)
  if (value === undefined) {
    throw refuse(secondPoint.test(unsigned) ? 'multiple points' : `For input string: "${trimmed}"`)
  }
  return trimmed.startsWith('-') ? -value : value
}

function parseUnsigned(text: string): number | undefined {
  if (text === 'NaN') return Number.NaN
  if (text === 'Infinity') return Number.POSITIVE_INFINITY
  const inDecimal = decimal.exec(text)
  if (inDecimal) return scale('', inDecimal[1], Number(inDecimal[2] ?? 0), 10n)
  const inHex = hexadecimal.exec(text)
  if (inHex) return scale('0x', inHex[1], Number(inHex[2]), 2n)
  return undefined
}

/** `digits`, with or without a point, times `base` to the `exponent`. */
function scale(prefix: '' | '0x', digits: string, exponent: number, base: bigint): number {
  const [whole, fraction = ''] = digits.split('.')
  const value = BigInt(`${prefix}${whole}${fraction}`)
  const bitsOfDigit = prefix === '' ? 1 : 4
  const power = exponent - fraction.length * bitsOfDigit
  // Larger powers turn any value into Infinity or 0, so computing them is pointless.
  const size = (whole.length + fraction.length) * bitsOfDigit
  if (value === 0n || power + size < -160) return 0
  if (power > 160) return Number.POSITIVE_INFINITY
  return power < 0
    ? roundToFloat32(value, base ** BigInt(-power))
    : roundToFloat32(value * base ** BigInt(power), 1n)
}

/** `Character.digit(unit, radix)`: -1 if it is not a digit. */
function digitOf(unit: number, radix: 10 | 16): number {
  for (const zero of zeros) if (unit >= zero && unit <= zero + 9) return unit - zero
  if (radix === 16) for (const a of letters) if (unit >= a && unit <= a + 5) return unit - a + 10
  return -1
}

/**
 * The text with decimal digits of other scripts replaced by ASCII digits, one unit for one.
 *
 * @example inAsciiDigits('-\u0661\u0662x') // => '-12x'
 */
export function inAsciiDigits(text: string): string {
  return text.replace(/[^\0-\x7f]/g, unit => {
    const digit = digitOf(unit.charCodeAt(0), 10)
    return digit < 0 ? unit : String(digit)
  })
}

/**
 * `Integer.parseInt(text, radix)`.
 *
 * @throws JavaException NumberFormatException, also beyond int32
 * @example parseInt32('+12') // => 12
 * @example parseInt32('\u0661\u0662') // => 12
 */
export function parseInt32(text: string, radix: 10 | 16 = 10): number {
  const problem = `For input string: "${text}"${radix === 10 ? '' : ` under radix ${radix}`}`
  const isNegative = text.startsWith('-')
  const from = isNegative || text.startsWith('+') ? 1 : 0
  if (from === text.length) throw refuse(problem)
  let value = 0
  for (let i = from; i < text.length; i++) {
    const digit = digitOf(text.charCodeAt(i), radix)
    value = value * radix + digit
    if (digit < 0 || value > 2 ** 31) throw refuse(problem)
  }
  if (value === 2 ** 31 && !isNegative) throw refuse(problem)
  // No -0.
  return isNegative ? 0 - value : value
}
