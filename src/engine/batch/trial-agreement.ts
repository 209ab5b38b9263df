/** Trial agreement: how many trials two documents agree on, from their groups; nothing is measured anew. */
import { type DocumentGroups, sharedGroups, type Verifier } from '../cluster/candidates.ts'
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
