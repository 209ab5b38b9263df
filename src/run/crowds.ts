/** Crowds of a run's documents: what is left to measure where many share something and few match. */
import { splitCrowds } from '../batch/crowds/crowds.ts'
import type { Candidates } from '../cluster/candidates.ts'
import { boundsOf, verifierOf } from './pair-tasks.ts'
import { rareShinglesOf } from './rare-shingles.ts'
import type { Run } from './run.ts'

/**
 * Candidates with all matches of the given ones. REQUIRES: the run is scanned, the threshold that of its options.
 *
 * @param split the first document of the other side, where only pairs across are wanted
 */
export async function withoutCrowds(
  run: Run,
  candidates: Candidates,
  threshold: number,
  split?: number,
): Promise<Candidates> {
  const isJaccard = run.decision === 'measure' && run.settings.result.measure === 'jaccard'
  if (!isJaccard) return candidates
  return splitCrowds({
    candidates,
    threshold,
    verifier: verifierOf(run),
    bounds: boundsOf(run),
    rare: rareShinglesOf(run),
    split,
  })
}
