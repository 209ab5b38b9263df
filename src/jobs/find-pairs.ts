/** Pairs of a run's documents: what `pairs` and `match` share between the scan and the writing of rows. */
import { allPairs, type Pairs, type PairsJob } from '../batch/all-pairs.ts'
import { crossPairs } from '../batch/cross-pairs.ts'
import { groupBands } from '../batch/group-bands.ts'
import { exactRepresentatives, representatives } from '../batch/group-equal.ts'
import type { PairRows } from '../batch/pair-rows.ts'
import type { PairRow } from '../outputs/write-tables.ts'
import { PairTasks } from '../run/pair-tasks.ts'
import type { Run } from '../run/run.ts'

/**
 * The matches of a scanned run, measured and counted.
 *
 * @param split the first document of B, when only pairs across are wanted.
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`.
 */
export async function findPairs(run: Run, maxPairs: number, split?: number): Promise<Pairs> {
  const { documents, settings, stages } = run
  const { near, threshold } = settings.result
  let job: PairsJob | undefined
  await stages.time('group', async () => {
    // Without near duplicates there are no band keys, so there are no candidates either.
    const representative = near ? representatives(documents) : exactRepresentatives(documents)
    const candidates = groupBands(documents, representative, settings.shape.agree)
    const verifier = new PairTasks(run, run.settings.result.threshold)
    job = { columns: documents, representative, candidates, threshold, verifier, maxPairs }
    return documents.count * documents.bands * 4
  })
  let found: Pairs | undefined
  await stages.time('verify', async () => {
    found = split === undefined ? await allPairs(job as PairsJob) : await crossPairs(job as PairsJob, split)
    return 0
  })
  return found as Pairs
}

/** Rows for the writer, one object at a time; stops when the run is ended. */
export function* rowsOf({ settings }: Run, batches: Iterable<PairRows>): Generator<PairRow> {
  const { measure } = settings.result
  let rows = 0
  for (const { left, right, similarity } of batches) {
    settings.events.signal.throwIfAborted()
    for (let row = 0; row < left.length; row++) {
      yield { left: left[row], right: right[row], measure, similarity: similarity[row] }
    }
    rows += left.length
    settings.events.progress({ stage: 'write', documents: rows, bytes: 0, totalBytes: 0 })
  }
}
