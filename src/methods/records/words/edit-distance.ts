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
  return editsWithin(a, b, most) <= most
}

/** The edits between two values; Infinity if they are more than `most`. */
export function editsWithin(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (a.length > longest || b.length > longest || Math.abs(a.length - b.length) > most)
    return Number.POSITIVE_INFINITY
  if (!lettersAllow(lettersOf(a), lettersOf(b), most)) return Number.POSITIVE_INFINITY
  return letterDistance(a, b, most)
}

/** Whether values of these letters may be `most` edits apart: an edit changes at most two of those that occur. */
export function lettersAllow(a: number, b: number, most: number): boolean {
  return bitCount(a ^ b) <= 2 * most
}
