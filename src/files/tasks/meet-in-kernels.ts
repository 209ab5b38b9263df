/** Lists the pairs of documents that share enough groups, counted in kernel memory, in the calling thread. */
import type { ListMeetings } from '../../engine/batch/star/likely-pairs.ts'
import { PairList, pairsAtOnce } from '../../engine/cluster/pair-list.ts'
import {
  type MeetingLayout,
  meetingLayout,
  writeMeetingPlan,
} from '../../texts/kernels/layout/meeting-plan.ts'
import type { Thread } from '../thread/thread.ts'

/** Kernel memory that counting may take; more documents than that are not counted in kernels. */
const mostBytes = 2 ** 31

export function meetingsIn(thread: Thread): ListMeetings {
  return (candidates, most) => {
    const { space, sets } = thread
    const { agree, groups, numbers, starts } = candidates
    sets.clear()
    const shape = { documents: starts.length - 1, groups, memberships: numbers.length }
    const layout = meetingLayout(sets.free, shape)
    if (layout.free > mostBytes) return undefined
    space.reserve(layout.free)
    space.words.set(starts, layout.starts / 4)
    space.words.set(numbers, layout.numbers / 4)
    writeMeetingPlan(space.words, layout, shape, agree)
    if (space.kernels.planMeetings(layout.plan) > most) return undefined
    return lists(thread, layout)
  }
}

/** REQUIRES: nothing else uses the kernel memory of the thread until all lists are taken. */
function* lists({ space }: Thread, { plan, free }: MeetingLayout): Generator<PairList> {
  const documents = space.words[plan / 4]
  space.reserve(free + 8 * (pairsAtOnce + space.words[plan / 4 + 9] + 1))
  const pairs = new PairList()
  while (space.words[plan / 4 + 8] < documents) {
    const count = space.kernels.meetings(plan, free, pairsAtOnce)
    const found = space.wordsAt(free, 2 * count)
    pairs.length = 0
    for (let at = 0; at < found.length; at += 2) pairs.add(found[at], found[at + 1])
    yield pairs
  }
}
