/**
 * Open chunk: where a thread writes rows; behind it into a new one.
 *
 * Shared chunks go to the calling thread with every range in them, which costs nothing, and stay open. Those of a run
 * that forgets its rows are moved to the calling thread instead, so each task has its own, of no more rows than it
 * found: a task of many small files waits for its turn with the bytes of its rows.
 */
import { trimmedChunk } from '../../../engine/columns/blocks.ts'
import { type Chunk, type ChunkShape, newChunk } from '../../../engine/columns/chunks.ts'

/** Consecutive rows of a chunk. */
export interface RowRun {
  /** Number of the chunk in the run. */
  readonly number: number
  readonly chunk: Chunk
  readonly row: number
  count: number
}

/** How the threads of a run keep rows. */
export interface RowSettings {
  readonly shape: ChunkShape
  /** Shared by all threads: the number of the next chunk. */
  readonly next: Int32Array
  /** Whether the run forgets rows when it has used them: then chunks are moved, and none is shared. */
  readonly isPassing: boolean
}

/** The open chunk of a thread. */
export class OpenChunk {
  readonly settings: RowSettings
  #open: Omit<RowRun, 'count'> | undefined

  constructor(settings: RowSettings) {
    this.settings = settings
  }

  /** The next rows, up to `count`, as a run. @throws NearsameError MEMORY_EXHAUSTED */
  take(count: number): RowRun {
    const { next, shape } = this.settings
    this.#open ??= { number: Atomics.add(next, 0, 1), chunk: newChunk(shape), row: 0 }
    const open = this.#open
    const run = { ...open, count: Math.min(count, 2 ** shape.bits - open.row) }
    const row = open.row + run.count
    this.#open = row < 2 ** shape.bits ? { ...open, row } : undefined
    return run
  }

  /** The ranges of a task that has ended; what is moved ends with its rows. @throws NearsameError MEMORY_EXHAUSTED */
  ended<Range extends { readonly runs: readonly RowRun[] }>(ranges: Range[]): Range[] {
    const { isPassing, shape } = this.settings
    const open = this.#open
    if (!isPassing || open === undefined) return ranges
    this.#open = undefined
    const chunk = trimmedChunk(open.chunk, open.row, shape)
    return ranges.map(range => ({
      ...range,
      runs: range.runs.map(run => (run.number === open.number ? { ...run, chunk } : run)),
    }))
  }
}
