/**
 * Exact measures of pairs: reads texts again, cuts them into shingle sets and compares these. Runs in any thread.
 */
import { align64, setTableBytes } from '../../texts/kernels/layout/memory-layout.ts'
import { noShingles, similarityOf } from '../../texts/similarity/overlap.ts'
import { tableRoom } from '../../texts/workspace/shingle-cache.ts'
import type { PlacedShingles } from '../../texts/workspace/workspace.ts'
import { type Places, placeIn, readText } from './thread/record-reader.ts'
import type { Thread } from './thread/thread.ts'

export interface MeasureTask {
  readonly kind: 'measure'
  /** Numbers of the left documents of all pairs, then of the right ones. */
  readonly documents: Int32Array
  readonly places: Places
  readonly measure: 'jaccard' | 'containment'
}

export function measurePairs(thread: Thread, task: MeasureTask): Float64Array {
  return new PairMeasurer(thread, task).run()
}

/**
 * Pairs come in runs with the same left document. Its shingles go into a table and are then dropped; the sets of right
 * documents, survivors that are usually needed again, stay for a while:
 *
 *     │ table of the left │ kept sets of right ones ... │ the record being cut ... │
 *     free                start of `sets`               sets.free
 *
 * For a very large left document the set itself stays, and its table is built again for each right one, in the memory
 * where that was cut: this leaves room for two records of 256 MB. No other sets stay meanwhile.
 *
 *     │ ... kept sets │ the left set │ the right set │ table │
 */
class PairMeasurer {
  readonly #thread: Thread
  readonly #task: MeasureTask
  /** Distinct shingles of the left document; their address, until one table of them serves all pairs. */
  #leftSize = 0
  #leftAt: number | undefined
  /** Shingles in the table of the left document, repeats counted. */
  #tabled = 0
  /** Address at which right documents may be cut. */
  #free = 0

  constructor(thread: Thread, task: MeasureTask) {
    this.#thread = thread
    this.#task = task
  }

  run(): Float64Array {
    const { documents, measure } = this.#task
    const { space } = this.#thread
    const similarities = new Float64Array(documents.length / 2)
    for (let i = 0; i < similarities.length; i++) {
      if (i === 0 || documents[i] !== documents[i - 1]) this.#setLeft(i)
      const { at, count } = this.#setOf(similarities.length + i)
      const table = this.#leftAt === undefined ? space.free : this.#lateTable(at + 8 * count)
      const shared = space.kernels.shared(table, this.#tabled, at, count)
      similarities[i] = similarityOf(measure, { shared, a: this.#leftSize, b: count })
    }
    return similarities
  }

  #setLeft(index: number): void {
    const { space, sets } = this.#thread
    sets.trim()
    const known = sets.get(this.#task.documents[index])
    const at = known?.at ?? sets.free
    const count = known?.count ?? this.#cut(index, at)
    this.#leftAt = undefined
    this.#tabled = count
    if (setTableBytes(count) <= tableRoom) {
      this.#leftSize = space.kernels.tableOf(at, count, space.free)
      this.#free = sets.free
      return
    }
    this.#leftAt = at
    this.#leftSize = known?.count ?? this.#thread.space.distinct(at, count)
    this.#tabled = this.#leftSize
    this.#free = Math.max(sets.free, align64(at + 8 * this.#leftSize))
  }

  /** Builds the table of the left set behind the right one, which ends at `end` unless it is a cached one. */
  #lateTable(end: number): number {
    const { space } = this.#thread
    const table = align64(Math.max(end, this.#free))
    space.reserve(table + setTableBytes(this.#leftSize))
    space.kernels.tableOf(this.#leftAt as number, this.#leftSize, table)
    return table
  }

  #setOf(index: number): PlacedShingles {
    const { sets } = this.#thread
    const document = this.#task.documents[index]
    const known = sets.get(document)
    if (known !== undefined) return known
    const isKept = this.#leftAt === undefined
    if (isKept) sets.trim()
    const at = isKept ? sets.free : this.#free
    const size = this.#thread.space.distinct(at, this.#cut(index, at))
    return isKept ? sets.add(document, size) : { at, count: size }
  }

  /** Puts the shingles of a document at `at`. @returns how many, repeats counted */
  #cut(index: number, at: number): number {
    const { space } = this.#thread
    const place = placeIn(this.#task.places, index)
    const { from, to, free } = readText(this.#thread, place, at)
    const { offset, source } = place
    this.#thread.guard?.check({ from, to, free }, source.path, offset)
    // The shingles overwrite the record, which is no longer needed.
    const count = space.shingles(from, to, free, at)
    this.#thread.guard?.settle()
    if (count === 0) throw noShingles()
    return count
  }
}
