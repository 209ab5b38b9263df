/** Documents that must stay apart do not match, whatever their similarity. */
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { Verifier } from '../cluster/candidates.ts'
import type { Judgements } from '../decisions/judgements.ts'

/** A verifier for clustering, by which documents that must stay apart do not match. */
export function apartVerifier(verifier: Verifier, judgements: Judgements | undefined): Verifier {
  if (judgements === undefined) return verifier
  return {
    async measure(left, right, isUrgent) {
      const apart = Array.from(left, (document, pair) => judgements.areApart(document, right[pair]))
      const similarity = await verifier.measure(left, right, isUrgent)
      return similarity.map((value, pair) => (apart[pair] ? 0 : value))
    },
  }
}

/** Rows without pairs that must stay apart. */
export function withoutApart<Rows extends PairRows>(rows: Rows, judgements: Judgements | undefined): Rows {
  if (judgements === undefined) return rows
  const { left, right, similarity } = rows
  const kept = Int32Array.from(left.keys()).filter(row => !judgements.areApart(left[row], right[row]))
  return {
    ...rows,
    left: kept.map(row => left[row]),
    right: kept.map(row => right[row]),
    similarity: Float64Array.from(kept, row => similarity[row]),
  }
}
