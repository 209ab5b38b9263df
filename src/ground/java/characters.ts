/**
 * Characters as Java 17 sees them: white space, letter or digit, and lower case, of one UTF-16 unit at a time.
 *
 * `Character.isLetterOrDigit(char)` and `Character.toLowerCase(char)` know a unit, not a code point: a
 * surrogate is never a letter, and lower case is one unit of one (U+0130 becomes `i`, capital sigma is
 * never final). What a letter is follows the Unicode version of the Java: 13 for Java 17. The engine that
 * runs this has a newer one, in which 72 units more are letters, so the tables are fixed here.
 *
 * Source: Java SE 17 API, class `java.lang.Character`; the tables are its answers for all 65536 units.
 * Cost: 128 KiB each, made at the first use.
 */
import { letterOrDigitRuns, lowerCaseRuns } from './generated/characters.ts'

const unitCount = 0x10000

let lowerCase: Uint16Array | undefined
let profile: Uint16Array | undefined

function numbersOf(runs: string): number[] {
  return runs.split(' ').map(digits => Number.parseInt(digits, 36))
}

function lowerCaseUnits(): Uint16Array {
  if (lowerCase) return lowerCase
  const table = Uint16Array.from({ length: unitCount }, (_, unit) => unit)
  const runs = numbersOf(lowerCaseRuns)
  let unit = 0
  for (let at = 0; at < runs.length; at += 4) {
    const [gap, count, step, distance] = runs.slice(at, at + 4)
    unit += gap
    for (let i = 0; i < count; i++) table[unit + i * step] += distance
    unit += (count - 1) * step
  }
  lowerCase = table
  return table
}

/**
 * What every unit is in a text profile: its lower case if it is a letter or a digit, 0 if it separates
 * tokens.
 *
 * @returns shape [65536], one table for all callers: not to be written to.
 * @example profileUnits()[0x41] // => 0x61
 */
export function profileUnits(): Uint16Array {
  if (profile) return profile
  const lower = lowerCaseUnits()
  const table = new Uint16Array(unitCount)
  const runs = numbersOf(letterOrDigitRuns)
  let unit = 0
  for (let at = 0; at < runs.length; at += 2) {
    unit += runs[at]
    const end = unit + runs[at + 1]
    for (; unit < end; unit++) table[unit] = lower[unit]
  }
  profile = table
  return table
}

/**
 * Whether Java 17 takes a UTF-16 unit for a letter (L*) or a decimal digit (Nd); marks and surrogates are
 * neither.
 *
 * @example isLetterOrDigit(0xe9) // => true
 * @example isLetterOrDigit(0x301) // => false
 */
export function isLetterOrDigit(unit: number): boolean {
  return profileUnits()[unit] !== 0
}

/**
 * The lower case of a UTF-16 unit in Java 17, which is one unit too.
 *
 * @example toLowerCase(0x130) // => 0x69
 */
export function toLowerCase(unit: number): number {
  return lowerCaseUnits()[unit]
}

/**
 * Whether Java takes a unit for white space: U+0009 to U+000D, U+001C to U+001F and the separators of Unicode (Zs, Zl,
 * Zp) but for the three that do not break (U+00A0, U+2007, U+202F). All are within the basic plane.
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
