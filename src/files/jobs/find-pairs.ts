/** Pairs of a run's documents: the work that `pairs` and `match` share between the scan and the report. */
import { type DecidedPairs, decidePairs, rowsBeside } from '../../engine/decide.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { PairsLimit } from '../../ground/pair-rows/pairs-limit.ts'
import type { GivenPairsFiles } from '../job-files.ts'
import { writePairTable } from '../outputs/pair-table.ts'
import { ReviewTable } from '../outputs/review-file.ts'
import { runPorts } from '../run/ports.ts'
import type { Run } from '../run/run.ts'
import type { TextPairsRequest } from '../run/text-pairs.ts'
import { decidedPairs } from './decided-pairs.ts'
import { type RunDecisions, readDecisions } from './decisions-file.ts'

interface FoundPairs extends DecidedPairs {
  readonly judged: RunDecisions | undefined
  /** Writes the doubtful ones. */
  readonly review: ReviewTable
}

/**
 * The matches of a scanned run as people decided, measured and counted.
 *
 * @param wanted `split`, the first document of B, if only pairs across the sides are wanted; the rest is for methods
 * that look at all texts at once
 * @throws NearsameError PAIRS_LIMIT; those of reading decisions
 */
export async function findPairsOfRun(
  run: Run,
  limit: PairsLimit,
  request: Omit<GivenPairsFiles, 'output'>,
  wanted: TextPairsRequest,
): Promise<FoundPairs> {
  const { split } = wanted
  const decided = await decidedPairs(run, request, split)
  const judged = await readDecisions(run, request.decisions, split)
  const review = new ReviewTable(request, judged?.judgements)
  try {
    const ports = runPorts(run, { ...wanted, ...decided, ...review.request }, judged?.judgements)
    return { ...(await decidePairs(ports, limit, split)), judged, review }
  } catch (error) {
    throw await review.publishRefused(run, error)
  }
}

/** Writes rows, with the Jaccard where signatures decided; stops when the run is aborted. */
export async function writePairs(run: Run, path: string, batches: () => Iterable<PairRows>): Promise<void> {
  await writePairTable(run, path, rowsOf(run, batches()), batches())
}

async function* rowsOf(run: Run, batches: Iterable<PairRows>): AsyncGenerator<PairRows> {
  const { events } = run.settings
  let rows = 0
  for await (const batch of rowsBeside(runPorts(run), batches)) {
    events.signal.throwIfAborted()
    yield batch
    rows += batch.left.length
    events.progress({ stage: 'write', documents: rows, unit: 'pair', bytes: 0, totalBytes: 0 })
  }
}
