/** A verifier that is asked for those pairs only that a sieve lets through. */
import type { Sieve, Verifier } from './candidates.ts'

/**
 * For pairs of which only matters whether, and then how far, they reach a similarity: what the sieve holds back has
 * similarity 0.
 *
 * @param verifier gives exact similarities
 * @param sieve none: all pairs pass
 * @param atLeast the similarity to reach
 */
export function sievedVerifier(verifier: Verifier, sieve: Sieve | undefined, atLeast: number): Verifier {
  if (sieve === undefined) return verifier
  return {
    async measure(left, right, isUrgent) {
      const similarities = new Float64Array(left.length)
      const open = new Int32Array(left.length)
      let count = 0
      for (let pair = 0; pair < left.length; pair++) {
        if (sieve.bound(left[pair], right[pair]) >= atLeast) open[count++] = pair
      }
      if (count === 0) {
        await sieve.rest?.()
        return similarities
      }
      const places = open.subarray(0, count)
      const measured = await verifier.measure(
        places.map(pair => left[pair]),
        places.map(pair => right[pair]),
        isUrgent,
      )
      for (let at = 0; at < count; at++) similarities[places[at]] = measured[at]
      return similarities
    },
  }
}
