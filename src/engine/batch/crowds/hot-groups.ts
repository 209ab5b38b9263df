/** Hot groups: groups in which a document meets many others, with their members. */
import type { Candidates } from '../../cluster/candidates.ts'

export interface HotGroup {
  readonly group: number
  /** Document numbers, ascending. */
  readonly members: Int32Array
  /** The number of wanted pairs among them. */
  readonly pairs: number
}

/**
 * Groups with at least `leastPairs` wanted pairs for each member, by number.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 */
export function hotGroups(candidates: Candidates, leastPairs: number, split?: number): HotGroup[] {
  return membersOfLarge(candidates, 2 * leastPairs)
    .map(([group, members]) => ({ group, members, pairs: wantedPairs(members, split) }))
    .filter(({ members, pairs }) => pairs >= leastPairs * members.length)
}

/** The number of wanted pairs among documents, which ascend by number. */
export function wantedPairs(members: Int32Array, split?: number): number {
  if (split === undefined) return members.length ** 2 / 2
  const first = members.findIndex(document => document >= split)
  return first < 0 ? 0 : first * (members.length - first)
}

/** The groups of `least` documents or more, and those documents. */
function membersOfLarge({ groups, starts, numbers }: Candidates, least: number): [number, Int32Array][] {
  const sizes = new Int32Array(groups + 1)
  for (let at = 0; at < numbers.length; at++) sizes[numbers[at]]++
  const large = new Map<number, Int32Array>()
  for (let group = 1; group <= groups; group++) {
    if (sizes[group] >= least) large.set(group, new Int32Array(sizes[group]))
  }
  if (large.size === 0) return []
  const ends = new Int32Array(groups + 1)
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let at = starts[document]; at < starts[document + 1]; at++) {
      const group = numbers[at]
      if (sizes[group] >= least) (large.get(group) as Int32Array)[ends[group]++] = document
    }
  }
  return [...large]
}
