/** Cross pairs: the matches of a corpus A with a corpus B, and the choice of one twin for each. */

import { DocumentClasses } from '../../ground/pair-rows/classes.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { expandMatches, type Pairs, type PairsJob } from './all-pairs.ts'

/**
 * Every pair with left < split <= right whose similarity is >= threshold: documents [0, split) are A, the others B.
 * Candidates of one side only are not measured.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`.
 */
export async function crossPairs(job: PairsJob, split: number): Promise<Pairs> {
  return expandMatches(job, new DocumentClasses(job.representative, job.columns.count, split))
}

/**
 * The most similar pairs such that no document is in two, chosen one after the other; of equally similar ones the
 * one with the smaller left, then right.
 *
 * @param rows not written.
 * @param isDistance whether a smaller value is nearer
 * @returns rows by left, owned by the caller.
 */
export function oneToOne({ left, right, similarity }: PairRows, isDistance = false): PairRows {
  const sign = isDistance ? -1 : 1
  const rows = new Int32Array(left.length)
  let last = -1
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row
    last = Math.max(last, left[row], right[row])
  }
  rows.sort((a, b) => sign * (similarity[b] - similarity[a]) || left[a] - left[b] || right[a] - right[b])
  const isTaken = new Uint8Array(last + 1)
  let taken = 0
  for (const row of rows) {
    if (isTaken[left[row]] === 1 || isTaken[right[row]] === 1) continue
    isTaken[left[row]] = 1
    isTaken[right[row]] = 1
    rows[taken++] = row
  }
  const chosen = rows.subarray(0, taken).sort((a, b) => left[a] - left[b])
  return {
    left: Int32Array.from(chosen, row => left[row]),
    right: Int32Array.from(chosen, row => right[row]),
    similarity: Float64Array.from(chosen, row => similarity[row]),
  }
}
