/** Every candidate pair, each measured once, however many groups it shares. */
import type { Candidates, Verifier } from './candidates.ts'
import { groupMembers } from './group-members.ts'
import { Meetings } from './meetings.ts'
import { type Answer, PairQueue } from './pair-queue.ts'

/** Which pairs are measured. */
export interface PairsToMeasure {
  readonly candidates: Candidates
  /** Documents are numbered [0, count). */
  readonly count: number
  /** Pairs for which this is false are left out. */
  readonly isWanted: (left: number, right: number) => boolean
  readonly verifier: Verifier
}

/** Measures all wanted candidate pairs; answers have left < right and come by right, then in no useful order. */
export async function measureCandidates(pairs: PairsToMeasure, answer: Answer): Promise<void> {
  const { candidates, count, isWanted, verifier } = pairs
  const order = new Int32Array(count)
  for (let document = 0; document < count; document++) order[document] = document
  const { start, members } = groupMembers(candidates, order)
  const { agree, starts, numbers } = candidates
  const ends = start.slice() // of the members of a group before the document at hand
  const meetings = new Meetings(count)
  // The later document is sent as left: batches are then sorted by left.
  const queue = new PairQueue(verifier, (left, right, similarity, tag) =>
    answer(right, left, similarity, tag),
  )
  for (let document = 0; document < count; document++) {
    meetings.begin(agree)
    for (let at = starts[document]; at < starts[document + 1]; at++) {
      const group = numbers[at]
      meetings.meet(members, start[group], ends[group]++)
    }
    for (const earlier of meetings.met.subarray(0, meetings.found)) {
      if (isWanted(earlier, document) && queue.add(document, earlier)) await queue.send()
    }
  }
  await queue.drain()
}
