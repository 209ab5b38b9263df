/**
 * Measured bands: of the pairs in each bin of similarity, the share that the bands of a run propose.
 *
 * Where all pairs are known it is counted. Else only proposed pairs are known, and each band is tried on the pairs that
 * the others propose without it, which is no matter of that band:
 *
 *     p = successes / trials of single bands        share = P(at least m of b bands agree), each with p
 *
 * A pair that shares k bands has k successes if k > m, and b - k failures.
 *
 * Ours: the estimate. Cost: O(bands) a pair. Error: of the estimate, about sqrt(p (1 - p) / trials) for p.
 */
import { sharedGroups } from '../../engine/cluster/candidates.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import type { Run } from '../run/run.ts'
import type { MeasuredBand } from './report-data.ts'

const bins = 20

/** @param pairs all of at least some similarity. REQUIRES: the run is grouped */
export function countedBands({ documents, settings }: Run, pairs: PairRows): MeasuredBand[] {
  const { groups } = documents
  if (groups === undefined) return []
  const counts = Array.from({ length: bins }, () => ({ pairs: 0, found: 0 }))
  for (let row = 0; row < pairs.left.length; row++) {
    const bin = counts[binOf(pairs.similarity[row])]
    bin.pairs++
    if (sharedGroups(groups, pairs.left[row], pairs.right[row]) >= settings.shape.agree) bin.found++
  }
  return listed(counts, ({ found, pairs }) => found / pairs)
}

/** @param batches pairs that the bands of the run proposed, and others, which are left out */
export function estimatedBands({ documents, settings }: Run, batches: Iterable<PairRows>): MeasuredBand[] {
  const { groups } = documents
  const { bands, agree } = settings.shape
  if (groups === undefined || bands === 0) return []
  const counts = Array.from({ length: bins }, () => ({ pairs: 0, successes: 0, trials: 0 }))
  for (const { left, right, similarity } of batches) {
    for (let row = 0; row < left.length; row++) {
      const shared = sharedGroups(groups, left[row], right[row])
      if (shared < agree || !(similarity[row] >= 0)) continue
      const bin = counts[binOf(similarity[row])]
      const successes = shared > agree ? shared : 0
      bin.pairs++
      bin.successes += successes
      bin.trials += successes + bands - shared
    }
  }
  const shares = ({ successes, trials }: (typeof counts)[number]) =>
    agreeingProbability({ bands, rows: 1, agree }, trials === 0 ? 0 : successes / trials)
  return listed(counts, shares).map(band => ({ ...band, isEstimated: true }))
}

const binOf = (similarity: number) => Math.min(bins - 1, Math.floor(similarity * bins))

function listed<B extends { readonly pairs: number }>(
  counts: readonly B[],
  shareOf: (bin: B) => number,
): MeasuredBand[] {
  return counts.flatMap((bin, i) =>
    bin.pairs === 0 ? [] : [{ from: i / bins, to: (i + 1) / bins, pairs: bin.pairs, share: shareOf(bin) }],
  )
}
