/** A verifier that answers pairs by the bound of their sketches where that is low enough, and asks for the others. */
import type { Verifier } from '../cluster/candidates.ts'
import { type OddSketches, oddBound } from './odd-bound.ts'

export interface BoundSettings {
  /** Of all documents; empty where there are none, and nothing is refused. */
  readonly sketches: OddSketches
  readonly measure: 'jaccard' | 'containment'
  /** A pair below it may be answered by a bound that is below it, too. */
  readonly atLeast: number
  /** Awaited where nobody else is asked: nothing else may happen between two calls then. */
  readonly rest?: () => Promise<void>
}

/** @param verifier gives exact similarities */
export function boundedVerifier(
  verifier: Verifier,
  { sketches, measure, atLeast, rest }: BoundSettings,
): Verifier {
  if (sketches.length === 0) return verifier
  return {
    async measure(left, right, isUrgent) {
      const similarities = new Float64Array(left.length)
      const open = new Int32Array(left.length)
      let count = 0
      for (let pair = 0; pair < left.length; pair++) {
        similarities[pair] = oddBound(measure, sketches, left[pair], right[pair])
        if (similarities[pair] >= atLeast) open[count++] = pair
      }
      if (count === 0) {
        await rest?.()
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
