/**
 * Groups equal texts and bands, and lists groups, in kernel memory: `groupTexts`, `groupBand` and `groupListOf` with
 * the same results, compiled before they are called. Bands and lists run in any thread, equal texts in the calling one.
 */
import { type BandTask, copyBand, groupBand } from '../../engine/batch/group-band.ts'
import { type GroupEqual, groupTexts } from '../../engine/batch/group-equal.ts'
import type { GroupList, ListTask } from '../../engine/batch/list-groups.ts'
import { type Chunked, gathered } from '../../engine/columns/chunks.ts'
import { align64, groupScratchBytes } from '../../texts/kernels/layout/memory-layout.ts'
import type { Thread } from '../thread/thread.ts'

/** Maximum number of documents whose keys, parts and table kernel memory of 4 GiB holds for sure. */
const mostDocuments = 2 ** 26

/** Equal texts of a run, in memory that its other work uses again. */
export function equalInKernels({ space, sets }: Thread): GroupEqual {
  return (columns, name, first, order) => {
    const count = first.length
    if (count > mostDocuments) return groupTexts(columns, name, first, order)
    sets.clear()
    const hashes = align64(sets.free)
    const takes = align64(hashes + 16 * count)
    const orderAt = align64(takes + 4 * count)
    const firstAt = align64(orderAt + 4 * count)
    const scratch = align64(firstAt + 4 * count)
    space.reserve(scratch + groupScratchBytes(count))
    copyHashes(columns, name, count, space.words, hashes / 4)
    if (name === 'exact') space.wordsAt(takes, count).fill(1)
    else space.words.set(gathered(columns, count, 'tokenCount'), takes / 4)
    if (order !== undefined) space.words.set(order, orderAt / 4)
    space.words.set(first, firstAt / 4)
    space.kernels.firstWithHash(hashes, count, takes, order === undefined ? 0 : orderAt, firstAt, scratch)
    first.set(space.wordsAt(firstAt, count))
  }
}

/** Writes the hashes of documents [0, count) to `into` from `at` on: those in consecutive rows at once. */
function copyHashes(
  { chunks, chunkBits, slots }: Chunked,
  name: 'exact' | 'tokens',
  count: number,
  into: Uint32Array,
  at: number,
): void {
  const mask = 2 ** chunkBits - 1
  for (let from = 0, to = 1; from < count; from = to++) {
    while (to < count && slots[to] === slots[to - 1] + 1 && (slots[to] & mask) !== 0) to++
    const row = 4 * (slots[from] & mask)
    const words = chunks[slots[from] >>> chunkBits][name].subarray(row, row + 4 * (to - from))
    into.set(words, at + 4 * from)
  }
}

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
