/** Clusters of an outcome, without an object for any document. Cost: 17 bytes a document. */
import type { Outcome } from './columns.ts'

/** Members of each cluster of at least two, ascending, a view; clusters by their first member. */
export function* membersOfClusters({ survivor }: Pick<Outcome, 'survivor'>): Generator<Int32Array> {
  const count = survivor.length
  const sizes = new Int32Array(count)
  for (let document = 0; document < count; document++) sizes[survivor[document]]++
  const starts = new Int32Array(count)
  const members = new Int32Array(count)
  let next = 0
  for (let document = 0; document < count; document++) {
    starts[document] = next
    next += sizes[document]
  }
  const filled = starts.slice()
  for (let document = 0; document < count; document++) members[filled[survivor[document]]++] = document
  const isDone = new Uint8Array(count)
  for (let document = 0; document < count; document++) {
    const head = survivor[document]
    if (isDone[head] === 1 || sizes[head] < 2) continue
    isDone[head] = 1
    yield members.subarray(starts[head], starts[head] + sizes[head])
  }
}
