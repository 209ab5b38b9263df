/** Measures every wanted candidate pair once, however many groups it shares. */
import { bothSides, firstSide, secondSide } from '../../ground/pair-rows/classes.ts'
import { areWithin, type Candidates, membersOfGroups, mostGroups, type Verifier } from './candidates.ts'
import { Meetings } from './meetings.ts'
import { type Answer, PairQueue } from './pair-queue.ts'

/** Which pairs are measured. */
interface PairsToMeasure {
  readonly candidates: Candidates
  /** [count] sides of every document: a pair whose documents are both only on one and the same side is left out. */
  readonly sides: Uint8Array
  readonly verifier: Verifier
}

/**
 * Measures all wanted candidate pairs; the results come in no useful order, and either document may be the left one.
 *
 * Documents only on the first side come first, then those on both, then those only on the second. Each meets the
 * documents before it, except that the first kind meets none and none meets the last kind: unwanted pairs cost nothing,
 * however hot a group is on one side.
 */
export async function measureCandidates(pairs: PairsToMeasure, answer: Answer): Promise<void> {
  const { candidates, sides, verifier } = pairs
  const order = bySides(sides)
  const { starts: begins, members } = membersOfGroups(candidates, order)
  const { agree, starts, numbers } = candidates
  const ends = begins.slice() // end of the earlier members of each group that may be met
  const meetings = new Meetings(sides.length, mostGroups(candidates))
  const queue = new PairQueue(verifier, answer)
  for (const document of order) {
    const side = sides[document]
    meetings.begin(agree)
    for (let at = starts[document]; at < starts[document + 1]; at++) {
      const group = numbers[at]
      if (side !== firstSide) meetings.meet(members, begins[group], ends[group])
      if (side !== secondSide) ends[group]++
    }
    // The current document is sent as left: batches are sorted by left within a side.
    for (const other of meetings.met.subarray(0, meetings.found)) {
      if (areWithin(candidates, document, other) && queue.add(document, other)) await queue.send()
    }
  }
  await queue.drain()
}

/** All documents: those only on the first side, those on both, those only on the second, each by number. */
function bySides(sides: Uint8Array): Int32Array {
  const order = new Int32Array(sides.length)
  let size = 0
  for (const side of [firstSide, bothSides, secondSide]) {
    for (let document = 0; document < sides.length; document++) {
      if (sides[document] === side) order[size++] = document
    }
  }
  return order.subarray(0, size)
}
