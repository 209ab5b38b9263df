/**
 * Characters as Java 17 sees them: white space, letters and digits, and lower case, one UTF-16 unit at a time.
 *
 * `Character.isLetterOrDigit(char)` and `Character.toLowerCase(char)` take a unit, not a code point: a surrogate is
 * never a letter, and lower case maps one unit to one (U+0130 becomes `i`, capital sigma is never final). Letters
 * depend on the Unicode version: 13 in Java 17. JavaScript engines have a newer one with 72 more letters, so the
 * tables are fixed here.
 *
 * Source: Java SE 17 API, class `java.lang.Character`; the tables are its answers for all 65536 units.
 * Cost: 128 KiB each, built on first use.
 */
import { letterOrDigitIntervals, lowerCaseIntervals } from './generated/characters.ts'

const unitCount = 0x10000

let lowerCase: Uint16Array | undefined
let profile: Uint16Array | undefined

function numbersOf(intervals: string): number[] {
  return intervals.split(' ').map(digits => Number.parseInt(digits, 36))
}

function lowerCaseUnits(): Uint16Array {
  if (lowerCase) return lowerCase
  const table = Uint16Array.from({ length: unitCount }, (_, unit) => unit)
  const intervals = numbersOf(lowerCaseIntervals)
  let unit = 0
  for (let at = 0; at < intervals.length; at += 4) {
    const [gap, count, step, distance] = intervals.slice(at, at + 4)
    unit += gap
    for (let i = 0; i < count; i++) table[unit + i * step] += distance
    unit += (count - 1) * step
  }
  lowerCase = table
  return table
}

/**
 * The role of every unit in a text profile: its lower case if it is a letter or a digit, 0 if it separates tokens.
 *
 * @returns shape [65536], one table shared by all callers: do not write to it.
 * @example profileUnits()[0x41] // => 0x61
 */
export function profileUnits(): Uint16Array {
  if (profile) return profile
  const lower = lowerCaseUnits()
  const table = new Uint16Array(unitCount)
  const intervals = numbersOf(letterOrDigitIntervals)
  let unit = 0
  for (let at = 0; at < intervals.length; at += 2) {
    unit += intervals[at]
    const end = unit + intervals[at + 1]
    for (; unit < end; unit++) table[unit] = lower[unit]
  }
  profile = table
  return table
}

/**
 * Whether a UTF-16 unit is a letter (L*) or a decimal digit (Nd) in Java 17; marks and surrogates are neither.
 *
 * @example isLetterOrDigit(0xe9) // => true
 * @example isLetterOrDigit(0x301) // => false
 */
export function isLetterOrDigit(unit: number): boolean {
  return profileUnits()[unit] !== 0
}

/**
 * The lower case of a UTF-16 unit in Java 17, which is also one unit.
 *
 * @example toLowerCase(0x130) // => 0x69
 */
export function toLowerCase(unit: number): number {
  return lowerCaseUnits()[unit]
}

/**
 * Whether a unit is white space in Java: U+0009 to U+000D, U+001C to U+001F and Unicode's separators (Zs, Zl, Zp)
 * except the three no-break spaces (U+00A0, U+2007, U+202F). All are in the basic plane.
 *
 * Source: `Character.isWhitespace`.
 * @example isJavaWhitespace(0x3000) // => true
 */
export function isJavaWhitespace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c
  if (unit < 0x1680) return false
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x205f ||
    unit === 0x3000
  )
}
