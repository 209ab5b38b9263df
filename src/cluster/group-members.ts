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
  const row = new Int32Array(candidates.most)
  const start = new Int32Array(candidates.groups + 2)
  let total = 0
  for (let document = 0; document < order.length; document++) {
    const count = candidates.groupsOf(document, row)
    for (let at = 0; at < count; at++) start[row[at] + 1]++
    total += count
  }
  for (let group = 1; group < start.length; group++) start[group] += start[group - 1]
  const members = new Int32Array(total)
  const end = start.slice()
  for (const document of order) {
    const count = candidates.groupsOf(document, row)
    for (let at = 0; at < count; at++) members[end[row[at]]++] = document
  }
  return { start, members }
}
