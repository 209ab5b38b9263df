/** A verifier that measures only the pairs that bounds do not decide. */
import type { Bounds, Verifier } from './candidates.ts'
import { measureOpen } from './measure-open.ts'

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
      const similarity = new Float64Array(left.length)
      for (let pair = 0; pair < left.length; pair++)
        if (bounds.bound(left[pair], right[pair]) >= atLeast) similarity[pair] = Number.NaN
      if (!similarity.includes(Number.NaN)) await bounds.rest?.()
      return measureOpen(similarity, left, right, (...open) => verifier.measure(...open, isUrgent))
    },
  }
}
