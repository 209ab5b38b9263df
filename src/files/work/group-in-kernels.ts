/**
 * Groups bands, and lists groups, in kernel memory, in any thread: `groupBand` and `groupListOf` with the same results,
 * compiled before they are called.
 */
import { type BandTask, copyBand, groupBand } from '../../engine/batch/group-band.ts'
import type { GroupList, ListTask } from '../../engine/batch/list-groups.ts'
import { align64, groupScratchBytes } from '../../texts/kernels/layout/memory-layout.ts'
import type { Thread } from './thread/thread.ts'

/** Maximum number of documents whose keys, parts and table kernel memory of 4 GiB holds for sure. */
const mostDocuments = 2 ** 26

export function groupInKernels({ space, sets }: Thread, task: BandTask): number {
  const { band, takes } = task
  const count = takes.length
  if (count > mostDocuments) return groupBand(task)
  sets.clear()
  const keys = align64(sets.free)
  const takesAt = align64(keys + 4 * count)
  const scratch = align64(takesAt + count)
  space.reserve(scratch + groupScratchBytes(count))
  copyBand(task, band, (row, at) => space.words.set(row, keys / 4 + at))
  space.bytes.set(takes, takesAt)
  const groups = space.kernels.groupKeys(keys, takesAt, count, scratch)
  const numbers = space.wordsAt(keys, count)
  copyBand(task, band, (row, at) => row.set(numbers.subarray(at, at + row.length)))
  return groups
}

export function listInKernels({ space, sets }: Thread, task: ListTask): GroupList {
  const { before, count } = task
  const bands = before.length
  sets.clear()
  const cells = align64(sets.free)
  const beforeAt = align64(cells + 4 * bands * count)
  const ends = align64(beforeAt + 4 * bands)
  const out = align64(ends + 4 * count)
  space.reserve(out + 4 * bands * count)
  for (let band = 0; band < bands; band++)
    copyBand(task, band, (row, at) => space.words.set(row, cells / 4 + band * count + at))
  space.words.set(before, beforeAt / 4)
  const total = space.kernels.listGroups(cells, bands, count, beforeAt, ends, out)
  return { ends: space.wordsAt(ends, count).slice(), numbers: space.wordsAt(out, total).slice() }
}
