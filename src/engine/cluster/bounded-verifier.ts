/** A verifier that measures only the pairs that bounds do not decide. */
import type { Bounds, Verifier } from './candidates.ts'

/**
 * For callers that need a similarity only if it reaches `atLeast`: a pair whose bound is below gets 0.
 *
 * @param verifier gives exact similarities
 * @param bounds without them all pairs are measured
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
