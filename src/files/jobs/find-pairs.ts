/** Pairs of a run's documents: what `pairs` and `match` share between the scan and the writing of rows. */
import { measureBeside } from '../../engine/batch/equal-signatures.ts'
import { boundedVerifier } from '../../engine/cluster/bounded-verifier.ts'
import { allPairs, type Pairs, type PairsJob } from '../../engine/pairs/all-pairs.ts'
import { crossPairs } from '../../engine/pairs/cross-pairs.ts'
import { groupedForPairs } from '../../engine/pairs/grouped.ts'
import { knownPairs } from '../../engine/pairs/known-pairs.ts'
import { breathing } from '../../ground/breath/steps.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { limitsOf } from '../../methods/options/chosen-method.ts'
import { withoutCrowds } from '../run/crowds.ts'
import { boundsOf, PairTasks, verifierOf } from '../run/pair-tasks.ts'
import type { Run } from '../run/run.ts'
import { findTextPairs, type TextPairsRequest } from '../run/text-pairs.ts'

/** Pairs, and what a method says of how it found them. */
interface RunPairs extends Pairs {
  readonly notes?: FoundTextPairs['notes']
}

/**
 * The matches of a scanned run, measured and counted.
 *
 * @param request `split`, the first document of B, when only pairs across are wanted; the rest is for methods that
 * look at all texts at once
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`.
 */
export async function findPairs(
  run: Run,
  maxPairs: number,
  request: TextPairsRequest = {},
): Promise<RunPairs> {
  const { split } = request
  const { documents, settings, stages } = run
  if (run.decision === 'pairs') {
    const found = await stages.time('verify', () => findTextPairs(run, request))
    return { ...knownPairs(found, maxPairs), ...(found.notes && { notes: found.notes }) }
  }
  const { least: threshold, same } = limitsOf(settings.result)
  const group = async (): Promise<PairsJob> => {
    const grouping = groupedForPairs(documents, run.decision, settings.shape.agree)
    const grouped = await breathing(grouping, () => run.rest())
    const verifier = boundedVerifier(verifierOf(run), boundsOf(run), threshold)
    return { columns: documents, ...grouped, threshold, verifier, maxPairs, same }
  }
  const grouped = await stages.time('group', group, () => documents.keyBytes)
  return stages.time('verify', async () => {
    const candidates = await withoutCrowds(run, grouped.candidates, threshold, split)
    const job = { ...grouped, candidates }
    return split === undefined ? allPairs(job) : crossPairs(job, split)
  })
}

/** Batches of rows for the writer, with the Jaccard where signatures decided; stops when the run is ended. */
export async function* rowsOf(run: Run, batches: Iterable<PairRows>): AsyncGenerator<PairRows> {
  const { events } = run.settings
  const verifier = new PairTasks(run)
  let rows = 0
  for (const batch of batches) {
    events.signal.throwIfAborted()
    const { left, right } = batch
    if (run.decision === 'signature') {
      yield { ...batch, jaccard: await measureBeside(run.documents, left, right, verifier) }
    } else yield batch
    rows += left.length
    events.progress({ stage: 'write', documents: rows, bytes: 0, totalBytes: 0 })
  }
}
