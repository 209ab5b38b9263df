/**
 * Word edit distance: the smallest number of words to insert, delete or replace to turn one text into the other.
 *
 * D[i][j], for the first i words of a and the first j of b, is the minimum of D[i-1][j] + 1, D[i][j-1] + 1 and
 * D[i-1][j-1] + (0 if a[i] = b[j], else 1). D[i][j] is at least |i - j|, so with a limit d only the band
 * |i - j| <= d is computed, and the work ends when a whole row of it is above d:
 *
 *          b →                    d = 1: cells outside the band stand for "more than d"
 *        0 1 . . .
 *     a  1 x x . .
 *     ↓  . x x x .
 *        . . x x x
 *
 * Equal words at both ends are removed first; they never add to the distance.
 *
 * Source: Wagner, Fischer, "The string-to-string correction problem", JACM 1974; Ukkonen, "Algorithms for
 * approximate string matching", 1985, for the band.
 * Cost: O(min(n, d) * n) time, O(n) memory for n words.
 */
import { checkArgument, checkList } from '../../ground/options/arguments.ts'

/**
 * The distance, or Infinity if it is above `limit`. `limit` is a whole number or Infinity.
 *
 * @throws NearsameError OPTION_VALUE
 * @example wordEditDistance(['arnie', 'mortons', 'of', 'chicago'], ['arnie', 'morton', 'chicago']) // => 2
 * @example wordEditDistance(['a', 'b', 'c'], ['x', 'y', 'z'], 2) // => Infinity
 */
export function wordEditDistance(
  a: readonly string[],
  b: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): number {
  checkList('a', a, 'words')
  checkList('b', b, 'words')
  const isLimit = limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit >= 0)
  checkArgument(isLimit, 'limit', limit, 'a whole number of at least 0, or Infinity')
  let from = 0
  let endA = a.length
  let endB = b.length
  while (from < endA && from < endB && a[from] === b[from]) from++
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [short, long] =
    endA < endB ? [a.slice(from, endA), b.slice(from, endB)] : [b.slice(from, endB), a.slice(from, endA)]
  if (long.length - short.length > limit) return Number.POSITIVE_INFINITY
  const distance = bandedDistance(short, long, Math.min(limit, long.length))
  return distance > limit ? Number.POSITIVE_INFINITY : distance
}

/** The distance, or any number above `limit`. REQUIRES: short.length <= long.length <= short.length + limit. */
function bandedDistance(short: readonly string[], long: readonly string[], limit: number): number {
  const beyond = limit + 1
  // row[j] is D[i][j] for the long words before i; outside the band it is `beyond`.
  const row = Uint32Array.from({ length: short.length + 2 }, (_, j) => Math.min(j, beyond))
  for (let i = 1; i <= long.length; i++) {
    const first = Math.max(1, i - limit)
    const last = Math.min(short.length, i + limit)
    let diagonal = row[first - 1]
    row[first - 1] = first === 1 ? Math.min(i, beyond) : beyond
    let least = row[first - 1]
    for (let j = first; j <= last; j++) {
      const replaced = diagonal + (long[i - 1] === short[j - 1] ? 0 : 1)
      diagonal = row[j]
      row[j] = Math.min(replaced, row[j] + 1, row[j - 1] + 1, beyond)
      least = Math.min(least, row[j])
    }
    // The next row reaches one cell further than this one.
    if (last < short.length) row[last + 1] = beyond
    if (least > limit) return beyond
  }
  return row[short.length]
}
