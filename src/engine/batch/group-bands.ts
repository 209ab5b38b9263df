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
import type { Candidates, DocumentGroups } from '../cluster/candidates.ts'
import { gathered, without } from '../columns/chunks.ts'
import type { Columns } from './columns.ts'
import { type BandTask, groupBand } from './group-band.ts'

/** Runs a task of each band, in any order, perhaps in other threads. @returns for each band the number of groups */
export type RunBands = (tasks: readonly BandTask[]) => Promise<readonly number[]>

type Cells = Omit<BandTask, 'kind' | 'band'>

/** Documents whose cells are read together: those of all bands fit into a core's cache. */
const blockDocuments = 4096

/**
 * Turns the keys, which are dropped, into `columns.groups`, and returns them as candidates. Each step is one band.
 *
 * @param representative from `representatives`; not written.
 * @param agree minimum number of bands that a candidate pair shares
 */
export function* groupBands(columns: Columns, representative: Int32Array, agree = 1): Steps<Candidates> {
  const { documents, cells } = taking(columns, representative)
  const sizes: number[] = []
  for (const task of tasksOf(columns, cells)) {
    sizes.push(groupBand(task))
    yield
  }
  return finished({ columns, documents, cells, agree }, sizes)
}

/** The same by tasks, in any threads. */
export async function groupBandsBy(
  run: RunBands,
  columns: Columns,
  representative: Int32Array,
  agree: number,
): Promise<Candidates> {
  const { documents, cells } = taking(columns, representative)
  const sizes = await run(tasksOf(columns, cells))
  return finished({ columns, documents, cells, agree }, sizes)
}

function tasksOf({ bands }: Columns, cells: Cells): BandTask[] {
  return Array.from({ length: bands }, (_, band) => ({ kind: 'band', ...cells, band }))
}

interface Taking {
  readonly documents: Int32Array
  readonly cells: Cells
}

/** The documents that take part, and their slots. */
function taking(columns: Columns, representative: Int32Array): Taking {
  const { chunkBits, chunks, count } = columns
  const tokenCount = gathered(columns, count, 'tokenCount')
  const all = new Int32Array(count)
  let taken = 0
  for (let document = 0; document < count; document++) {
    if (representative[document] === document && tokenCount[document] !== 0) all[taken++] = document
  }
  const documents = all.subarray(0, taken)
  const keys = chunks.map(chunk => chunk.keys)
  const isShared = chunks.length > 0 && keys[0].buffer instanceof SharedArrayBuffer
  const slots = new Uint32Array(isShared ? new SharedArrayBuffer(4 * taken) : new ArrayBuffer(4 * taken))
  for (let at = 0; at < taken; at++) slots[at] = columns.slots[documents[at]]
  return { documents, cells: { keys, chunkBits, slots } }
}

interface Grouped extends Taking {
  readonly columns: Columns
  readonly agree: number
}

/** @param sizes number of groups of each band */
function finished({ columns, documents, cells, agree }: Grouped, sizes: readonly number[]): Candidates {
  const groups = sizes.reduce((sum, size) => sum + size, 0)
  columns.groups = packed(columns.count, documents, cells, sizes)
  columns.chunks = without(columns.chunks, ['keys'])
  return { agree, groups, ...columns.groups }
}

/** Lists the groups of each document. @param sizes number of groups of each band */
function packed(
  count: number,
  documents: Int32Array,
  cells: Cells,
  sizes: readonly number[],
): DocumentGroups {
  const own = new Uint16Array(count)
  eachGroup(documents, cells, sizes, document => {
    own[document]++
  })
  let total = 0
  for (let document = 0; document < count; document++) total += own[document]
  const starts = total < 2 ** 32 ? new Uint32Array(count + 1) : new Float64Array(count + 1)
  // At first starts [d + 1] is where document d begins; it ends where d ends.
  for (let document = 1; document < count; document++)
    starts[document + 1] = starts[document] + own[document - 1]
  const numbers = new Uint32Array(total)
  eachGroup(documents, cells, sizes, (document, group) => {
    numbers[starts[document + 1]++] = group
  })
  return { starts, numbers }
}

/** Calls `use` for each group of each document; those of a document ascend. */
function eachGroup(
  documents: Int32Array,
  { keys, chunkBits, slots }: Cells,
  sizes: readonly number[],
  use: (document: number, group: number) => void,
): void {
  const mask = 2 ** chunkBits - 1
  for (let from = 0; from < documents.length; from += blockDocuments) {
    const to = Math.min(documents.length, from + blockDocuments)
    let before = 0
    for (let band = 0; band < sizes.length; band++) {
      const base = band * 2 ** chunkBits
      for (let at = from; at < to; at++) {
        const slot = slots[at]
        const group = keys[slot >>> chunkBits][base + (slot & mask)]
        if (group !== 0) use(documents[at], before + group)
      }
      before += sizes[band]
    }
  }
}
