/** Edit distance of short values: whether two differ by a few typing errors. */
import { letterDistance } from '../../../ground/options/letter-distance.ts'

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
  return a.length <= longest && b.length <= longest && letterDistance(a, b, most) <= most
}
