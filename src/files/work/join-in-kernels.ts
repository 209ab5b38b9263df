/**
 * Joins sets in kernel memory, in the calling thread: what `joinSets` does for Jaccard, except that pairs which the odd
 * sketches refuse are left out.
 *
 *     prefixes ─▶ entries (member, set, rank) ─partitioned by member─▶ sortRuns ─▶ likelyRuns ─▶ pairs
 *                                                                                    └ long runs ─▶ lists
 *
 * Ours: all of it. Cost: 88 bytes a set, 16 MB of entries at once, 16 bytes a pair. Error: none.
 */

import { DistinctLists } from '../../engine/batch/join/distinct-lists.ts'
import type { RareGroups, RareSets } from '../../engine/batch/join/rare-sets.ts'
import { RunFilter } from '../../engine/batch/join/run-filter.ts'
import { type Chunked, hasSketches } from '../../engine/columns/chunks.ts'
import type { JoinRuns } from '../../engine/decide/measuring.ts'
import type { Steps } from '../../ground/breath/steps.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { Partitions } from './partitions.ts'
import { RunMemory } from './run-memory.ts'
import type { Thread } from './thread/thread.ts'

/** Sets that an entry can name. */
const mostSets = 2 ** 24
/** Kernel memory that sizes and sketches may take. */
const mostBytes = 2 ** 31

export function joinInKernels(thread: Thread, columns: Chunked): JoinRuns {
  return (documents, prefixes, threshold) => {
    const bytes = 4 * (oddSketchWords + 1) * documents.length
    const isFit = hasSketches(columns) && documents.length <= mostSets && bytes <= mostBytes
    return isFit ? joined(thread, columns, documents, prefixes, threshold) : undefined
  }
}

/** REQUIRES: nothing else uses the kernel memory of the thread meanwhile. */
function* joined(
  { space, sets }: Thread,
  columns: Chunked,
  documents: Int32Array,
  prefixes: RareSets,
  threshold: number,
): Steps<RareGroups> {
  sets.clear()
  const partitions = new Partitions(prefixes)
  const memory = new RunMemory(space, sets.free, partitions, documents.length, threshold)
  memory.setSizes(prefixes.sizes)
  memory.setSketches(columns, documents)
  const lists = new DistinctLists()
  const filter = new RunFilter(prefixes.sizes, { measure: 'jaccard', threshold }, lists)
  for (const round of partitions.rounds()) {
    const ends = partitions.write(round, memory.entries())
    yield
    for (let i = 0; i < ends.length; i++) {
      memory.join(i === 0 ? 0 : ends[i - 1], ends[i], keys => filter.take(keys, 0, keys.length, 0))
      if (i % 64 === 0) yield
    }
  }
  return withPairs(lists.finish(documents), documents, memory.pairs())
}

/** The groups, and behind them the pairs, which are places in `documents`. */
function withPairs(groups: RareGroups, documents: Int32Array, pairs: Uint32Array): RareGroups {
  const before = groups.starts.length
  const used = groups.documents.length
  const starts = new Int32Array(before + pairs.length / 2)
  const members = new Int32Array(used + pairs.length)
  starts.set(groups.starts)
  members.set(groups.documents)
  for (let at = 0; at < pairs.length; at++) members[used + at] = documents[pairs[at]]
  for (let pair = 0; pair < pairs.length / 2; pair++) starts[before + pair] = used + 2 * (pair + 1)
  return { starts, documents: members }
}
