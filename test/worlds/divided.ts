/** The candidates of a work in blocks, as files have them. */
import type { ClusterWork } from '../../src/engine/batch/columns.ts'
import type { DividedCandidates, WordFile } from '../../src/engine/cluster/divided.ts'
import { divideCandidates } from '../../src/engine/spilled/candidate-blocks.ts'
import { type PrunedGroups, pruneGroups } from '../../src/engine/spilled/pruned-groups.ts'

function inMemory(): WordFile {
  const pieces: Uint32Array[] = []
  return { append: piece => pieces.push(piece.slice()), read: () => pieces }
}

/** The candidates of a work as memberships. */
export function prunedOf({ candidates, columns }: ClusterWork): PrunedGroups {
  const { agree, groups, starts, numbers } = candidates
  const pairs: [number, number][] = []
  for (let document = 0; document < columns.count; document++)
    for (let at = starts[document]; at < starts[document + 1]; at++) pairs.push([document, numbers[at]])
  pairs.sort((a, b) => a[1] - b[1])
  return pruneGroups(columns.count, groups, agree, () => pairs.map(pair => Uint32Array.from(pair)))
}

/** The candidates of a work in blocks of a few memberships. */
export function divided(work: ClusterWork, mostMemberships: number): DividedCandidates {
  return divideCandidates(prunedOf(work), { order: work.order, mostMemberships, open: inMemory })
}
