/** Code points in UTF-16 texts, and sets of them as ranges. */

/**
 * Whether a set has a code point.
 *
 * @param ranges `[from, to, from, to, …]`, both ends within
 * @example isIn([0x30, 0x39, 0x41, 0x46], 0x42) // => true
 */
export function isIn(ranges: readonly number[], codePoint: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (codePoint >= ranges[i] && codePoint <= ranges[i + 1]) return true
  }
  return false
}

/**
 * Whether a pair of surrogates begins at `at`.
 *
 * @example isPair('a\u{1f600}', 1) // => true
 */
export function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
