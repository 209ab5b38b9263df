/**
 * Lists likely pairs: those of documents that share enough groups, and whose bound by their sketches reaches the
 * threshold. Counted in kernel memory, in the calling thread.
 */
import type { ListMeetings } from '../../engine/batch/star/likely-pairs.ts'
import type { Candidates } from '../../engine/cluster/candidates.ts'
import { PairList, pairsAtOnce } from '../../engine/cluster/pair-list.ts'
import { type Chunked, copySketches, hasSketches } from '../../engine/columns/chunks.ts'
import {
  type MeetingLayout,
  meetingLayout,
  writeMeetingPlan,
} from '../../texts/kernels/layout/meeting-plan.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import type { Thread } from './thread/thread.ts'

/** Kernel memory that counting may take; more documents than that are not counted in kernels. */
const mostBytes = 2 ** 31

/** @param columns the documents; without sketches there are no bounds */
export function meetingsIn(
  thread: Thread,
  columns: Chunked,
  measure: 'jaccard' | 'containment',
): ListMeetings {
  return (candidates, most, threshold) => {
    const { space, sets } = thread
    const { agree, groups } = candidates
    if (!hasSketches(columns)) return undefined
    const meeting = meetingDocuments(candidates)
    const memberships = meeting.reduce((sum, document) => sum + sizeOf(candidates, document), 0)
    sets.clear()
    const shape = { documents: meeting.length, groups, memberships }
    const layout = meetingLayout(sets.free, shape)
    const out = align64(layout.free + 4 * oddSketchWords * meeting.length)
    if (out > mostBytes) return undefined
    space.reserve(out)
    copyGroups(candidates, meeting, space.words, layout)
    writeMeetingPlan(space.words, layout, shape, agree)
    if (space.kernels.planMeetings(layout.plan) > most) return undefined
    copySketches(columns, meeting, space.words, layout.free / 4)
    const isContainment = Number(measure === 'containment')
    return lists(thread, { ...layout, out, meeting, threshold, isContainment })
  }
}

function sizeOf({ starts }: Candidates, document: number): number {
  return starts[document + 1] - starts[document]
}

/** The documents with enough groups to share, ascending: often half of all. The kernel counts these only. */
function meetingDocuments(candidates: Candidates): Uint32Array {
  const count = candidates.starts.length - 1
  const meeting = new Uint32Array(count)
  let next = 0
  for (let document = 0; document < count; document++) {
    meeting[next] = document // written over by the next one unless it stays
    next += Number(sizeOf(candidates, document) >= candidates.agree)
  }
  return meeting.slice(0, next)
}

function copyGroups(
  { starts, numbers }: Candidates,
  meeting: Uint32Array,
  into: Uint32Array,
  layout: MeetingLayout,
): void {
  const first = layout.numbers / 4
  let to = first
  for (let place = 0; place < meeting.length; place++) {
    into[layout.starts / 4 + place] = to - first
    const end = starts[meeting[place] + 1]
    for (let at = starts[meeting[place]]; at < end; at++) into[to++] = numbers[at]
  }
  into[layout.starts / 4 + meeting.length] = to - first
}

interface Listing extends MeetingLayout {
  /** First free byte behind the sketches, which are at `free`. */
  readonly out: number
  /** The documents that the kernel knows by their places here. */
  readonly meeting: Uint32Array
  readonly threshold: number
  readonly isContainment: number
}

/** REQUIRES: nothing else uses the kernel memory of the thread until all lists are taken. */
function* lists(
  { space }: Thread,
  { plan, free, out, meeting, threshold, isContainment }: Listing,
): Generator<PairList> {
  space.reserve(out + 8 * (pairsAtOnce + space.words[plan / 4 + 9] + 1))
  const pairs = new PairList()
  while (space.words[plan / 4 + 8] < meeting.length) {
    const count = space.kernels.meetings(plan, out, pairsAtOnce)
    const found = space.wordsAt(out, 2 * space.kernels.likely(out, count, free, isContainment, threshold))
    pairs.length = 0
    for (let at = 0; at < found.length; at += 2) pairs.add(meeting[found[at]], meeting[found[at + 1]])
    yield pairs
  }
}
