/**
 * White space as Java sees it, of one UTF-16 unit: all of it is within the basic plane.
 *
 * It is U+0009 to U+000D, U+001C to U+001F and the separators of Unicode (Zs, Zl, Zp) but for the three that do not
 * break (U+00A0, U+2007, U+202F).
 *
 * Source: Java SE 17 API, `Character.isWhitespace`.
 */

/** @example isJavaWhitespace(0x3000) // => true */
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
