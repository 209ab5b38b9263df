import type { Candidates } from '../../src/engine/cluster/candidates.ts'

/** Candidates from the list of groups of every document. */
export function candidatesOf(groups: number[][]): Candidates {
  const starts = Uint32Array.from({ length: groups.length + 1 }, (_, document) =>
    groups.slice(0, document).reduce((sum, row) => sum + row.length, 0),
  )
  return {
    agree: 1,
    groups: Math.max(0, ...groups.flat()),
    starts,
    numbers: Uint32Array.from(groups.flat()),
  }
}
