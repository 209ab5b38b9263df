/** Trial agreement: how many trials two documents agree on, from their groups; nothing is measured anew. */
import type { DocumentGroups, Verifier } from '../cluster/candidates.ts'
import type { Columns } from './columns.ts'

/**
 * A verifier whose similarity is the number of trials agreed on.
 *
 * REQUIRES: `groupBands` has made groups of the keys before anything is measured.
 */
export function trialAgreement(columns: Columns): Verifier {
  return {
    measure: async (left, right) =>
      Float64Array.from(left, (document, pair) =>
        sharedGroups(columns.groups as DocumentGroups, document, right[pair]),
      ),
  }
}

/** Steps through both ascending lists at once. */
function sharedGroups({ starts, numbers }: DocumentGroups, a: number, b: number): number {
  let shared = 0
  for (let i = starts[a], j = starts[b]; i < starts[a + 1] && j < starts[b + 1]; ) {
    const difference = numbers[i] - numbers[j]
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}
