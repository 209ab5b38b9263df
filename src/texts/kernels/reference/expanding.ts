/** Characters that take much room, by their number: the definition of `expanding`. */
import { codePoints } from './utf8.ts'

/**
 * U+0EDC to U+0EDF, U+309F, U+30BF, U+30DF, U+30FF, U+3200 to U+33FF, U+FB00 to U+FDFF: `checkClaims` in
 * `kernels/unicode/properties.ts` verifies that no others do.
 */
const isExpanding = (codePoint: number): boolean =>
  (codePoint >= 0xedc && codePoint <= 0xedf) ||
  [0x309f, 0x30bf, 0x30df, 0x30ff].includes(codePoint) ||
  (codePoint >= 0x3200 && codePoint <= 0x33ff) ||
  (codePoint >= 0xfb00 && codePoint <= 0xfdff)

export function expanding(memory: Uint8Array, from: number, to: number): number {
  let count = 0
  for (const codePoint of codePoints(memory, from, to)) if (isExpanding(codePoint)) count++
  return count
}
