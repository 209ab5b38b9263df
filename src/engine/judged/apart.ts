/** Documents that must stay apart do not match, whatever their similarity. */
import { type PairRows, pickedRows } from '../../ground/pair-rows/pair-rows.ts'
import type { Verifier } from '../cluster/candidates.ts'
import { measureOpen } from '../cluster/measure-open.ts'
import type { Judgements } from '../decisions/judgements.ts'

/** A verifier for clustering, by which documents that must stay apart do not match. */
export function apartVerifier(verifier: Verifier, judgements: Judgements | undefined): Verifier {
  if (judgements === undefined) return verifier
  return {
    async measure(left, right, isUrgent) {
      const apart = (document: number, pair: number) => judgements.areApart(document, right[pair])
      const similarity = Float64Array.from(left, (...each) => (apart(...each) ? 0 : Number.NaN))
      return measureOpen(similarity, left, right, (...open) => verifier.measure(...open, isUrgent))
    },
  }
}

/** Rows without pairs that must stay apart. */
export function withoutApart<Rows extends PairRows>(rows: Rows, judgements: Judgements | undefined): Rows {
  if (judgements === undefined) return rows
  const { left, right } = rows
  const kept = Int32Array.from(left.keys()).filter(row => !judgements.areApart(left[row], right[row]))
  return { ...rows, ...pickedRows(rows, kept) }
}
