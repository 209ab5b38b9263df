/** Pairs of a run's documents: the work that `pairs` and `match` share between the scan and the report. */
import { type DecidedPairs, decidePairs, rowsBeside } from '../../engine/decide.ts'
import type { Judgements } from '../../engine/decisions/judgements.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { PairsLimit } from '../../ground/pair-rows/pairs-limit.ts'
import { writePairTable } from '../outputs/pair-table.ts'
import { runPorts } from '../run/ports.ts'
import type { Run } from '../run/run.ts'
import type { TextPairsRequest } from '../run/text-pairs.ts'

/**
 * The matches of a scanned run, measured and counted.
 *
 * @param request `split`, the first document of B, if only pairs across the sides are wanted; the rest is for methods
 * that look at all texts at once
 * @throws NearsameError PAIRS_LIMIT
 */
export function findPairsOfRun(
  run: Run,
  limit: PairsLimit,
  request: TextPairsRequest = {},
  judgements?: Judgements,
): Promise<DecidedPairs> {
  return decidePairs(runPorts(run, request, judgements), limit, request.split)
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
