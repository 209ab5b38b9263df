/**
 * Meetings: the pairs of documents that share enough groups.
 *
 *     pairs = {(e, d): e < d, |groups(e) ∩ groups(d)| >= agree}, by d, then in the order in which e reaches `agree`
 *             when the groups of d are read one after the other, and the members of each by number
 *
 * Plan, u32: documents, groups, agree, addresses of starts, numbers, table, members and counts, the next document, and
 * a limit of the pairs of one document: members of the largest group times the most groups of a document, at most all
 * documents.
 */
import { meetingWords } from '../layout/meeting-plan.ts'

/** See `Kernels.planMeetings`. */
export function planMeetings(memory: Uint8Array, planAt: number): number {
  const words = new Uint32Array(memory.buffer)
  const plan = words.subarray(planAt / 4, planAt / 4 + meetingWords)
  const [documents, groups, , starts, numbers] = plan
  const total = words[starts / 4 + documents]
  const sizes = new Array<number>(groups + 1).fill(0)
  for (const number of words.subarray(numbers / 4, numbers / 4 + total)) sizes[number]++
  let widest = 0
  for (let at = starts / 4; at < starts / 4 + documents; at++)
    widest = Math.max(widest, words[at + 1] - words[at])
  plan[8] = 0
  plan[9] = Math.min(documents, widest * Math.max(...sizes))
  return Math.min(
    2 ** 31 - 1,
    sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0),
  )
}

/** See `Kernels.meetings`. */
export function meetings(memory: Uint8Array, planAt: number, out: number, room: number): number {
  const words = new Uint32Array(memory.buffer)
  const plan = words.subarray(planAt / 4, planAt / 4 + meetingWords)
  const [documents, , agree, starts, numbers] = plan
  const groupsOf = (document: number) => {
    const [from, to] = words.subarray(starts / 4 + document, starts / 4 + document + 2)
    return words.subarray(numbers / 4 + from, numbers / 4 + to)
  }
  const members = new Map<number, number[]>()
  const join = (document: number) => {
    for (const group of groupsOf(document)) members.set(group, [...(members.get(group) ?? []), document])
  }
  for (let document = 0; document < plan[8]; document++) join(document)
  let written = 0
  for (; plan[8] < documents && written < room; plan[8]++) {
    const counts = new Map<number, number>()
    for (const group of groupsOf(plan[8])) {
      for (const other of members.get(group) ?? []) {
        const count = (counts.get(other) ?? 0) + 1
        counts.set(other, count)
        if (count === agree) words.set([other, plan[8]], out / 4 + 2 * written++)
      }
    }
    join(plan[8])
  }
  return written
}
