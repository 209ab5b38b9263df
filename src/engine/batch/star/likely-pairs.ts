/**
 * Likely pairs: candidates of few documents each, in place of groups that many share.
 *
 *     groups of documents ─▶ pairs that share enough ─bound >= threshold─▶ a group of its own for each pair
 *
 * Most documents share groups with others, and few match one. So the loops of `star` see only pairs that may match, and
 * a kernel counts the rest. The outcome stays: a pair that is left out cannot match.
 *
 * Where groups are large, or most pairs may match, `star` meets survivors only and looks at fewer pairs than all of
 * these: then the groups stay.
 *
 * Ours: all of it. Cost: that of the meetings, and 16 bytes a likely pair. Error: none.
 */
import type { Breath } from '../../../ground/breath/breath.ts'
import type { Candidates } from '../../cluster/candidates.ts'
import { areWithin } from '../../cluster/candidates.ts'
import { PairList } from '../../cluster/pair-list.ts'

/**
 * Lists the pairs of documents that share enough groups and whose bound reaches the threshold, each once, smaller
 * number left, in lists that the next one overwrites; undefined if the groups have more than `most` pairs of members,
 * need too much memory, or there are no bounds.
 */
export type ListMeetings = (
  candidates: Candidates,
  most: number,
  threshold: number,
) => Iterable<PairList> | undefined

interface LikelyWork {
  readonly candidates: Candidates
  readonly threshold: number
  readonly meetings: ListMeetings
  /** Awaited between two lists. */
  readonly rest: Breath
}

/** Pairs of members of groups for each membership: a few nanoseconds each. */
const mostMeetings = 16
/** Memberships for each likely pair, which has two. */
const leastMemberships = 4

/** Candidates with the same matches. */
export async function likelyPairs({
  candidates,
  threshold,
  meetings,
  rest,
}: LikelyWork): Promise<Candidates> {
  const memberships = candidates.numbers.length
  if (memberships === 0) return candidates
  const lists = meetings(candidates, mostMeetings * memberships, threshold)
  if (lists === undefined) return candidates
  const likely = new PairList()
  for (const { left, right, length } of lists) {
    for (let pair = 0; pair < length; pair++)
      if (areWithin(candidates, left[pair], right[pair])) likely.add(left[pair], right[pair])
    if (leastMemberships * likely.length > memberships) return candidates
    await rest()
  }
  return pairGroups(likely, candidates.starts.length - 1)
}

/** Candidates that are these pairs: pair p is the group p + 1. */
function pairGroups({ left, right, length }: PairList, count: number): Candidates {
  const starts = new Uint32Array(count + 1)
  for (let pair = 0; pair < length; pair++) {
    starts[left[pair] + 1]++
    starts[right[pair] + 1]++
  }
  for (let document = 0; document < count; document++) starts[document + 1] += starts[document]
  const ends = starts.slice(0, count)
  const numbers = new Uint32Array(2 * length)
  for (let pair = 0; pair < length; pair++) {
    numbers[ends[left[pair]]++] = pair + 1
    numbers[ends[right[pair]]++] = pair + 1
  }
  return { agree: 1, groups: length, starts, numbers }
}
