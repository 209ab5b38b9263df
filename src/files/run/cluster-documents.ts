/** Clustering of a run's documents by its result options. */

import type { ClusterJob, Outcome } from '../../engine/batch/columns.ts'
import { signatureOutcome, signatureRepresentatives } from '../../engine/batch/equal-signatures.ts'
import { groupBands } from '../../engine/batch/group-bands.ts'
import { exactOutcome, exactTwins, representatives } from '../../engine/batch/group-equal.ts'
import { keepOrder } from '../../engine/batch/keep-order.ts'
import { inMeasure } from '../../engine/batch/outcome.ts'
import { clusterings } from '../../engine/clusterings.ts'
import { clusterPairs } from '../../engine/pairs/pair-graph.ts'
import { breathing } from '../../ground/breath/steps.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { limitsOf } from '../../methods/options/chosen-method.ts'
import { withoutCrowds } from './crowds.ts'
import { boundsOf, PairTasks, verifierOf } from './pair-tasks.ts'
import type { Run } from './run.ts'
import { findTextPairs } from './text-pairs.ts'

export interface Clustered {
  readonly outcome: Outcome
  /** First visited document of every class of equal texts or token sequences. */
  readonly representative: Int32Array
  /** Where a method looked at all texts at once: what it found. */
  readonly found?: FoundTextPairs
}

/** @param listeners of the clustering, where documents are measured */
export async function clusterDocuments(
  run: Run,
  listeners: Pick<ClusterJob, 'onPair' | 'onSettled'> = {},
): Promise<Clustered> {
  const { documents, settings, stages } = run
  const { result } = settings
  const order = keepOrder(result.keep, documents)
  if (!result.near) {
    const outcome = exactOutcome(documents, order)
    return { outcome, representative: outcome.survivor }
  }
  if (run.decision === 'signature') return clusterBySignature(run, order)
  if (run.decision === 'pairs') return clusterByPairs(run, order)
  const { least, same } = limitsOf(result)
  const representative = representatives(documents, order)
  const group = async (): Promise<ClusterJob> => {
    documents.exactTwin = exactTwins(documents, representative)
    documents.dropHashes()
    const bands = groupBands(documents, representative, settings.shape.agree)
    const candidates = await breathing(bands, () => run.rest())
    documents.dropTokenCounts()
    return {
      columns: documents,
      representative,
      candidates,
      order,
      threshold: least,
      verifier: verifierOf(run),
      bounds: boundsOf(run),
      ...listeners,
    }
  }
  const job = await stages.time('group', group, () => documents.keyBytes)
  const verify = async () => {
    const candidates = await withoutCrowds(run, job.candidates, least)
    return clusterings[result.cluster]({ ...job, candidates })
  }
  const outcome = await stages.time('verify', verify)
  return { outcome: inMeasure(outcome, same), representative }
}

/** All ways of clustering are one here; what remains is to measure the removed documents. */
async function clusterBySignature(run: Run, order: Int32Array | undefined): Promise<Clustered> {
  const { documents, stages } = run
  const representative = await stages.time(
    'group',
    () => signatureRepresentatives(documents, order),
    () => documents.keyBytes,
  )
  const verifier = new PairTasks(run)
  const outcome = await stages.time('verify', () => signatureOutcome(documents, representative, verifier))
  return { outcome, representative }
}

async function clusterByPairs(run: Run, order: Int32Array | undefined): Promise<Clustered> {
  const { documents, settings, stages } = run
  const { cluster } = settings.result
  const values = { ...pairValues[run.measure], ...limitsOf(settings.result) }
  const found = await stages.time('verify', () => findTextPairs(run))
  const outcome = await stages.time('cluster', () =>
    clusterPairs(documents, found, values, clusterings[cluster], order),
  )
  return { outcome, representative: outcome.survivor, found }
}
