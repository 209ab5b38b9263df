/** Clusters of an outcome, without an object for any document. Cost: 9 bytes a document. */
import { grouped } from '../../ground/lists/grouped.ts'
import type { Outcome } from './columns.ts'

/** Members of each cluster of at least two, ascending, a view; clusters by their first member. */
export function* membersOfClusters({ survivor }: Pick<Outcome, 'survivor'>): Generator<Int32Array> {
  const { starts, members } = grouped(survivor, survivor.length)
  const isDone = new Uint8Array(survivor.length)
  for (const head of survivor) {
    if (isDone[head] === 1) continue
    isDone[head] = 1
    if (starts[head + 1] - starts[head] > 1) yield members.subarray(starts[head], starts[head + 1])
  }
}
