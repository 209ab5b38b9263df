/** Edit distance of short values: whether two differ by a few typing errors. */
import { letterDistance } from '../../../ground/options/letter-distance.ts'
import { bitCount } from '../../../texts/similarity/bit-count.ts'
import { lettersOf } from '../candidates/record-text.ts'

/** Characters of the longest value that is compared; longer ones are near only if they are equal. */
const longest = 128

/**
 * Whether two values are at most `most` edits apart.
 *
 * @example areNear('winkler', 'wniklr', 2) // => true
 * @example areNear('metre', 'litre', 1) // => false
 */
export function areNear(a: string, b: string, most: number): boolean {
  if (a === b) return true
  if (a.length > longest || b.length > longest || Math.abs(a.length - b.length) > most) return false
  // An edit changes at most two of the letters that occur.
  if (bitCount(lettersOf(a) ^ lettersOf(b)) > 2 * most) return false
  return letterDistance(a, b, most) <= most
}
