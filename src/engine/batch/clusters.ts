/** Clusters of an outcome, without an object per document. Cost: 9 bytes a document. */
import { grouped } from '../../ground/lists/grouped.ts'
import type { Outcome } from './columns.ts'

/** The members of each cluster of at least two, ascending, as a view; clusters are ordered by their first member. */
export function* membersOfClusters({ survivor }: Pick<Outcome, 'survivor'>): Generator<Int32Array> {
  const { starts, members } = grouped(survivor, survivor.length)
  const isDone = new Uint8Array(survivor.length)
  for (const head of survivor) {
    if (isDone[head] === 1) continue
    isDone[head] = 1
    if (starts[head + 1] - starts[head] > 1) yield members.subarray(starts[head], starts[head + 1])
  }
}
