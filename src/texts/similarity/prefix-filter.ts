/**
 * Prefix filter: how few members of two sets have to be compared to see that the sets cannot match.
 *
 * Sets of a and b members with a Jaccard of at least t share at least
 *
 *     o(a, b) = the least o with o / (a + b - o) >= t,    about t / (1 + t) * (a + b).                       (1)
 *
 * With the members of all sets in one order, no matter which, the first a - o + 1 of one and the first b - o + 1 of the
 * other then have a common member: the first shared one has o - 1 shared ones after it. The rarer the first members
 * are, the fewer sets pass. (1) grows with b, so o of the smallest b also works for all larger ones.
 *
 * Source: Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins in data cleaning", ICDE 2006; Xiao et
 * al., "Efficient similarity joins for near duplicate detection", WWW 2008, for prefixes by the size of the partner.
 * Error: none; (1) is computed in the same doubles as the measure.
 */
import { similarityOf } from './overlap.ts'

/**
 * Equation (1): the minimum number of shared members if two sets match; more than the smaller set has if they cannot.
 * REQUIRES: threshold in (0, 1]; a and b of at least 1.
 *
 * @example leastShared(0.8, 100, 100) // => 89
 */
export function leastShared(threshold: number, a: number, b: number): number {
  let shared = Math.ceil((threshold / (1 + threshold)) * (a + b))
  const reaches = (shared: number) => similarityOf('jaccard', { shared, a, b }) >= threshold
  while (shared > 1 && reaches(shared - 1)) shared--
  while (!reaches(shared)) shared++
  return shared
}

/**
 * Length of the prefix of a set of `size` members, for partners with at least `partner` members; 0 if none of those
 * can match. REQUIRES: as of `leastShared`.
 *
 * @example prefixLength(0.8, 100, 100) // => 12
 */
export function prefixLength(threshold: number, size: number, partner: number): number {
  return Math.max(0, size - leastShared(threshold, size, partner) + 1)
}

/**
 * The prefix length for partners of any size: the smallest partner that can match shares all its members.
 *
 * @example longestPrefix(0.8, 100) // => 21
 */
export function longestPrefix(threshold: number, size: number): number {
  const isPartner = (partner: number) => partner / size >= threshold
  let partner = Math.max(1, Math.ceil(threshold * size))
  while (partner > 1 && isPartner(partner - 1)) partner--
  while (!isPartner(partner)) partner++
  return size - partner + 1
}
