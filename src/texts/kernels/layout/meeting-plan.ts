/** The plan of `Kernels.meetings` in kernel memory: where the groups of documents are, and room to count in. */

import { align64 } from './memory-layout.ts'

/** u32 words of a plan. */
export const meetingWords = 10

/** Documents with groups in [1, groups]. */
interface GroupsShape {
  readonly documents: number
  readonly groups: number
  /** Memberships in all. */
  readonly memberships: number
}

/** Addresses of the plan and of what it names. */
export interface MeetingLayout {
  readonly plan: number
  /** u32 [documents + 1] where the groups of each document start among the numbers. */
  readonly starts: number
  /** u32 [memberships] group numbers. */
  readonly numbers: number
  /** u64 [groups + 1], u32 [memberships], u64 [documents]: for the kernel. */
  readonly table: number
  readonly members: number
  readonly counts: number
  /** First free byte. */
  readonly free: number
}

/** @param at free kernel memory */
export function meetingLayout(at: number, { documents, groups, memberships }: GroupsShape): MeetingLayout {
  const plan = align64(at)
  const starts = align64(plan + 4 * meetingWords)
  const numbers = align64(starts + 4 * (documents + 1))
  const table = align64(numbers + 4 * memberships)
  const members = align64(table + 8 * (groups + 1))
  const counts = align64(members + 4 * memberships)
  return { plan, starts, numbers, table, members, counts, free: align64(counts + 8 * documents) }
}

/** Writes the plan. @param agree minimum number of groups that a pair shares, 1 or more */
export function writeMeetingPlan(
  words: Uint32Array,
  { plan, starts, numbers, table, members, counts }: MeetingLayout,
  { documents, groups }: GroupsShape,
  agree: number,
): void {
  words.set([documents, groups, agree, starts, numbers, table, members, counts, 0, 0], plan / 4)
}
