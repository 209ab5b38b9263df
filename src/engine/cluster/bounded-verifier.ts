/** A verifier that is asked for those pairs only whose bounds do not decide them. */
import type { Bounds, Verifier } from './candidates.ts'

/**
 * For pairs of which only matters whether, and then how far, they reach a similarity: a pair with a bound below that is
 * given the similarity 0.
 *
 * @param verifier gives exact similarities
 * @param bounds none: it is asked for all pairs
 * @param atLeast the similarity to reach
 */
export function boundedVerifier(verifier: Verifier, bounds: Bounds | undefined, atLeast: number): Verifier {
  if (bounds === undefined) return verifier
  return {
    async measure(left, right, isUrgent) {
      const similarities = new Float64Array(left.length)
      const open = new Int32Array(left.length)
      let count = 0
      for (let pair = 0; pair < left.length; pair++) {
        if (bounds.bound(left[pair], right[pair]) >= atLeast) open[count++] = pair
      }
      if (count === 0) {
        await bounds.rest?.()
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
