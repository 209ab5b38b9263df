/**
 * Group members: from the groups of every document to the documents of every group, in visiting order.
 *
 *     members of group g:  members[start[g]] ... members[start[g + 1] - 1], the first visited first
 *
 * Ours: all of it (a counting sort). Cost: 4 bytes a group and 4 a membership.
 */
import type { Candidates } from './candidates.ts'

export interface GroupMembers {
  /** [groups + 2]. */
  readonly start: Int32Array
  /** Document numbers, group by group. */
  readonly members: Int32Array
}

/** Lists the members of all groups. @param order [count] documents in visiting order. */
export function groupMembers(candidates: Candidates, order: Int32Array): GroupMembers {
  const { groups, starts, numbers } = candidates
  const start = new Int32Array(groups + 2)
  for (let at = 0; at < numbers.length; at++) start[numbers[at] + 1]++
  for (let group = 1; group < start.length; group++) start[group] += start[group - 1]
  const members = new Int32Array(numbers.length)
  const end = start.slice()
  for (const document of order) {
    for (let at = starts[document]; at < starts[document + 1]; at++) members[end[numbers[at]]++] = document
  }
  return { start, members }
}
