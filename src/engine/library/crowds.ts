/** Crowds of a corpus' documents: what is left to measure where many share something and few match. */
import { splitCrowds } from '../batch/crowds/crowds.ts'
import type { Candidates, Verifier } from '../cluster/candidates.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'
import { boundsOf, ShingleSets } from './shingle-sets.ts'

/** What of a job on documents is looked at. */
interface Given {
  readonly candidates: Candidates
  /** From `verifierOf`: whoever else measures with it keeps its sets. */
  readonly verifier: Verifier
  readonly threshold: number
  /** The first document of the other side, where only pairs across are wanted. */
  readonly split?: number | undefined
}

/** Candidates with all matches of the given ones. */
export async function withoutCrowds(engine: Engine, corpus: Corpus, given: Given): Promise<Candidates> {
  const { candidates, verifier } = given
  const isJaccard = engine.settings.result.measure === 'jaccard'
  if (!isJaccard || !(verifier instanceof ShingleSets)) return candidates
  return splitCrowds({ ...given, verifier, bounds: boundsOf(engine, corpus), rare: verifier })
}
