/** Every candidate pair that is wanted, each measured once, however many groups it shares. */
import { bothSides, firstSide, secondSide } from '../../ground/pair-rows/classes.ts'
import { areWithin, type Candidates, membersOfGroups, mostGroups, type Verifier } from './candidates.ts'
import { Meetings } from './meetings.ts'
import { type Answer, PairQueue } from './pair-queue.ts'

/** Which pairs are measured. */
interface PairsToMeasure {
  readonly candidates: Candidates
  /** [count] sides of every document: pairs of which both stand on the same one only are left out. */
  readonly sides: Uint8Array
  readonly verifier: Verifier
}

/**
 * Measures all wanted candidate pairs; the answers come in no useful order, and either document may be the left one.
 *
 * Those of the first side alone come first, then those of both, then those of the second alone. Each meets who came
 * before it, but for the first, who meet nobody, and the last, who are met by nobody: unwanted pairs cost nothing,
 * however hot a group is on one side.
 */
export async function measureCandidates(pairs: PairsToMeasure, answer: Answer): Promise<void> {
  const { candidates, sides, verifier } = pairs
  const order = bySides(sides)
  const { starts: begins, members } = membersOfGroups(candidates, order)
  const { agree, starts, numbers } = candidates
  const ends = begins.slice() // of the members of a group who came before and may be met
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
    // The one at hand is sent as left: batches are sorted by left within a side.
    for (const other of meetings.met.subarray(0, meetings.found)) {
      if (areWithin(candidates, document, other) && queue.add(document, other)) await queue.send()
    }
  }
  await queue.drain()
}

/** All documents: those of the first side alone, those of both, those of the second alone, each by number. */
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
