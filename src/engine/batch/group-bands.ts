/**
 * Bands to groups: turns band keys into numbered groups of documents that agree on a whole band.
 *
 *     keys ── groupBand, each band in any thread ──▶ numbers of groups, band by band ── packed ──▶ groups of documents
 *
 * Numbers count on from band to band: a group number implies its band, and the groups of a document ascend. Most
 * documents are alone in most bands, so their groups are listed, and the keys dropped. Only representatives with tokens
 * take part: their equals follow them.
 *
 * Ours: all of it. Cost: that of `group-band.ts`; then 4 bytes a document and 4 for each of its groups.
 * Error: none; a shared 32-bit key is a candidate, not a match.
 */
import type { Steps } from '../../ground/breath/steps.ts'
import { type Candidates, checkMemberships, type DocumentGroups } from '../cluster/candidates.ts'
import { gathered, without } from '../columns/chunks.ts'
import type { Columns } from './columns.ts'
import { type BandTask, type Cells, groupBand } from './group-band.ts'
import { type GroupList, groupListOf, type ListTask } from './list-groups.ts'

/** Runs tasks in any order, perhaps in other threads. @returns their results, in the order of the tasks */
export interface RunGroupTasks {
  bands(tasks: readonly BandTask[]): Promise<readonly number[]>
  lists(tasks: readonly ListTask[]): Promise<readonly GroupList[]>
}

/** Cells of a task that lists groups: a few milliseconds. */
const listedCells = 2 ** 20

/**
 * Turns the keys, which are dropped, into `columns.groups`, and returns them as candidates. Each step is one task.
 *
 * @param representative from `representatives`; not written.
 * @param agree minimum number of bands that a candidate pair shares
 */
export function* groupBands(columns: Columns, representative: Int32Array, agree = 1): Steps<Candidates> {
  const sizes: number[] = []
  for (const task of bandTasks(columns, representative)) {
    sizes.push(groupBand(task))
    yield
  }
  const lists: GroupList[] = []
  for (const task of listTasks(columns, sizes)) {
    lists.push(groupListOf(task))
    yield
  }
  return finished(columns, agree, sizes, lists)
}

/** The same by tasks, in any threads. */
export async function groupBandsBy(
  run: RunGroupTasks,
  columns: Columns,
  representative: Int32Array,
  agree: number,
): Promise<Candidates> {
  const sizes = await run.bands(bandTasks(columns, representative))
  const lists = await run.lists(listTasks(columns, sizes))
  return finished(columns, agree, sizes, lists)
}

function bandTasks(columns: Columns, representative: Int32Array): BandTask[] {
  const { bands, chunks, count } = columns
  // A page that is not isolated has no SharedArrayBuffer to ask for.
  const isShared = chunks.length > 0 && !(chunks[0].keys.buffer instanceof ArrayBuffer)
  const takes = new Uint8Array(isShared ? new SharedArrayBuffer(count) : new ArrayBuffer(count))
  const tokenCount = gathered(columns, count, 'tokenCount')
  for (let document = 0; document < count; document++)
    takes[document] = Number(representative[document] === document && tokenCount[document] !== 0)
  const cells = cellsOf(columns, 0, count)
  return Array.from({ length: bands }, (_, band) => ({ kind: 'band', ...cells, band, takes }))
}

/** @param sizes number of groups of each band */
function listTasks(columns: Columns, sizes: readonly number[]): ListTask[] {
  const before = new Uint32Array(sizes.length)
  for (let band = 1; band < sizes.length; band++) before[band] = before[band - 1] + sizes[band - 1]
  const most = Math.max(64, Math.floor(listedCells / Math.max(1, sizes.length)))
  const tasks: ListTask[] = []
  for (let from = 0; from < columns.count; from += most) {
    const to = Math.min(columns.count, from + most)
    tasks.push({ kind: 'list', ...cellsOf(columns, from, to), count: to - from, before })
  }
  return tasks
}

/** The cells of documents [from, to). */
function cellsOf({ chunkBits, chunks, slots }: Columns, from: number, to: number): Cells {
  const mask = 2 ** chunkBits - 1
  const runs: number[] = []
  for (let document = from; document < to; document++) {
    const slot = slots[document]
    const isNext = document > from && slot === slots[document - 1] + 1 && (slot & mask) !== 0
    if (isNext) runs[runs.length - 1]++
    else runs.push(slot, 1)
  }
  return { keys: chunks.map(chunk => chunk.keys), chunkBits, runs: Uint32Array.from(runs) }
}

function finished(
  columns: Columns,
  agree: number,
  sizes: readonly number[],
  lists: readonly GroupList[],
): Candidates {
  const groups = sizes.reduce((sum, size) => sum + size, 0)
  columns.groups = joined(columns.count, lists)
  columns.chunks = without(columns.chunks, ['keys'])
  return { agree, groups, ...columns.groups }
}

function joined(count: number, lists: readonly GroupList[]): DocumentGroups {
  const total = lists.reduce((sum, { numbers }) => sum + numbers.length, 0)
  checkMemberships(total)
  const starts = new Uint32Array(count + 1)
  const numbers = new Uint32Array(total)
  let document = 0
  let before = 0
  for (const list of lists) {
    numbers.set(list.numbers, before)
    for (const end of list.ends) starts[++document] = before + end
    before += list.numbers.length
  }
  return { starts, numbers }
}
