/** Grouped documents: what there is to measure when all pairs are wanted, as the method decides. */

import type { Steps } from '../../ground/breath/steps.ts'
import type { Decision } from '../../methods/options/chosen-method.ts'
import type { Columns } from '../batch/columns.ts'
import { signatureRepresentatives } from '../batch/equal-signatures.ts'
import { groupBands } from '../batch/group-bands.ts'
import { exactRepresentatives, representatives } from '../batch/group-equal.ts'
import { noCandidates } from '../cluster/candidates.ts'
import type { PairsJob } from './all-pairs.ts'

/**
 * Classes of equal documents, and who among them might match.
 *
 * @param agree groups that candidates share at least
 */
export function* groupedForPairs(
  columns: Columns,
  decision: Decision,
  agree: number,
): Steps<Pick<PairsJob, 'representative' | 'candidates'>> {
  if (decision === 'signature') {
    return { representative: signatureRepresentatives(columns), candidates: noCandidates(columns.count) }
  }
  // Without near duplicates there are no band keys, so there are no candidates either.
  const representative = decision === 'exact' ? exactRepresentatives(columns) : representatives(columns)
  return { representative, candidates: yield* groupBands(columns, representative, agree) }
}
