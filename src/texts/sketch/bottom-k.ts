/**
 * Bottom-k sketch: the k smallest distinct hashes of a set, ascending.
 *
 * The k smallest of the union of two sets are the k smallest of their two sketches combined, and are a random
 * sample of the union. So with m of them in both sketches, J is about m / k. The sketch of a set with at most k
 * elements is the set itself, and two such sketches give the exact similarity.
 *
 * Source: Broder, "On the resemblance and containment of documents", 1997 (sketch of size s); Cohen, Kaplan,
 * "Summarizing data using bottom-k sketches", PODC 2007.
 * Cost: 8k bytes. Error: standard error of J below sqrt(J(1 - J) / k).
 */
import { checkCount, checkHashes } from '../../ground/options/arguments.ts'

/**
 * The `k` smallest distinct hashes, ascending; fewer if the set is smaller.
 *
 * @param hashes well mixed, u64, any order; not written to
 * @throws NearsameError OPTION_VALUE
 * @example bottomK(new BigUint64Array([9n, 2n, 7n, 2n]), 2) // => new BigUint64Array([2n, 7n])
 */
export function bottomK(hashes: BigUint64Array, k: number): BigUint64Array {
  checkHashes('hashes', hashes)
  checkCount('k', k)
  const sorted = hashes.slice().sort()
  let kept = 0
  for (let i = 0; i < sorted.length && kept < k; i++) {
    if (kept === 0 || sorted[i] !== sorted[kept - 1]) sorted[kept++] = sorted[i]
  }
  return sorted.slice(0, kept)
}

/**
 * Estimated Jaccard similarity of two sets from their sketches with the same `k`; 1 for two empty sets.
 *
 * @throws NearsameError OPTION_VALUE
 * @example estimateJaccardOfBottomK(new BigUint64Array([1n, 2n]), new BigUint64Array([2n, 3n]), 8) // => 1 / 3
 */
export function estimateJaccardOfBottomK(a: BigUint64Array, b: BigUint64Array, k: number): number {
  checkHashes('a', a)
  checkHashes('b', b)
  checkCount('k', k)
  let taken = 0
  let shared = 0
  let i = 0
  let j = 0
  // `taken` is the number of distinct hashes below both a[i] and b[j].
  while (taken < k && (i < a.length || j < b.length)) {
    const isOfA = j === b.length || (i < a.length && a[i] <= b[j])
    const isOfB = i === a.length || (j < b.length && b[j] <= a[i])
    if (isOfA) i++
    if (isOfB) j++
    if (isOfA && isOfB) shared++
    taken++
  }
  return taken === 0 ? 1 : shared / taken
}
