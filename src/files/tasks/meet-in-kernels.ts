/**
 * Lists likely pairs: those of documents that share enough groups, and whose bound by their sketches reaches the
 * threshold. Counted in kernel memory, in the calling thread.
 */
import type { ListMeetings } from '../../engine/batch/star/likely-pairs.ts'
import { PairList, pairsAtOnce } from '../../engine/cluster/pair-list.ts'
import { type Chunked, runsOf } from '../../engine/columns/chunks.ts'
import {
  type MeetingLayout,
  meetingLayout,
  writeMeetingPlan,
} from '../../texts/kernels/layout/meeting-plan.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import type { Thread } from '../thread/thread.ts'

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
    const { agree, groups, numbers, starts } = candidates
    if (columns.chunks.length === 0 || columns.chunks[0].sketches.length === 0) return undefined
    sets.clear()
    const shape = { documents: starts.length - 1, groups, memberships: numbers.length }
    const layout = meetingLayout(sets.free, shape)
    const out = align64(layout.free + 4 * oddSketchWords * shape.documents)
    if (out > mostBytes) return undefined
    space.reserve(out)
    space.words.set(starts, layout.starts / 4)
    space.words.set(numbers, layout.numbers / 4)
    writeMeetingPlan(space.words, layout, shape, agree)
    if (space.kernels.planMeetings(layout.plan) > most) return undefined
    copySketches(columns, shape.documents, space.words, layout.free / 4)
    return lists(thread, { ...layout, out, threshold, isContainment: Number(measure === 'containment') })
  }
}

/** Writes the sketches of documents [0, count) to `into` from `at` on. */
function copySketches(columns: Chunked, count: number, into: Uint32Array, at: number): void {
  const rows = 2 ** columns.chunkBits
  const runs = runsOf(columns, 0, count)
  let next = at
  for (let run = 0; run < runs.length; run += 2) {
    const from = (runs[run] & (rows - 1)) * oddSketchWords
    const words = runs[run + 1] * oddSketchWords
    into.set(columns.chunks[runs[run] >>> columns.chunkBits].sketches.subarray(from, from + words), next)
    next += words
  }
}

interface Listing extends MeetingLayout {
  /** First free byte behind the sketches, which are at `free`. */
  readonly out: number
  readonly threshold: number
  readonly isContainment: number
}

/** REQUIRES: nothing else uses the kernel memory of the thread until all lists are taken. */
function* lists(
  { space }: Thread,
  { plan, free, out, threshold, isContainment }: Listing,
): Generator<PairList> {
  const documents = space.words[plan / 4]
  space.reserve(out + 8 * (pairsAtOnce + space.words[plan / 4 + 9] + 1))
  const pairs = new PairList()
  while (space.words[plan / 4 + 8] < documents) {
    const count = space.kernels.meetings(plan, out, pairsAtOnce)
    const found = space.wordsAt(out, 2 * space.kernels.likely(out, count, free, isContainment, threshold))
    pairs.length = 0
    for (let at = 0; at < found.length; at += 2) pairs.add(found[at], found[at + 1])
    yield pairs
  }
}
