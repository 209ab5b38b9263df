/**
 * Exact measures of pairs: texts read again, cut into shingle sets and compared. Runs in any thread.
 */
import { align64, setTableBytes } from '../../texts/kernels/layout/memory-layout.ts'
import { noShingles, similarityOf } from '../../texts/similarity/overlap.ts'
import { tableRoom } from '../../texts/workspace/shingle-cache.ts'
import type { PlacedShingles } from '../../texts/workspace/workspace.ts'
import { readText } from '../thread/record-reader.ts'
import type { Places } from '../thread/shingle-reader.ts'
import type { Thread } from '../thread/thread.ts'

export interface MeasureTask {
  readonly kind: 'measure'
  /** The left documents of all pairs, then the right ones: their numbers and where they stand. */
  readonly documents: Int32Array
  readonly places: Places
  readonly measure: 'jaccard' | 'containment'
}

export function measurePairs(thread: Thread, task: MeasureTask): Float64Array {
  return new PairMeasurer(thread, task).run()
}

/**
 * Pairs come in runs of one left document. Its shingles are put into a table and forgotten; those of right documents,
 * which are survivors that often come again, are kept for a while:
 *
 *     │ table of the left │ kept sets of right ones ... │ the record being cut ... │
 *     free                start of `sets`               sets.free
 *
 * Of a very large left document the set itself is kept, and its table made anew for each right one, where that was cut:
 * two records of 256 MB find room so. Nothing else is kept meanwhile.
 *
 *     │ ... kept sets │ the left set │ the right set │ table │
 */
class PairMeasurer {
  readonly #thread: Thread
  readonly #task: MeasureTask
  /** Distinct shingles of the left document; where they are, as long as no table was made of them for all. */
  #leftSize = 0
  #leftAt: number | undefined
  /** Shingles that the table of the left was made for, repeats counted. */
  #tabled = 0
  /** Where right documents may be cut. */
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

  /** Table of the left set behind the right one, which ends at `end` unless it is one of the kept. */
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

  /** Shingles of a document at `at`, which the record stood behind. @returns how many, repeats counted */
  #cut(index: number, at: number): number {
    const { sources, source, offset, length } = this.#task.places
    const { space } = this.#thread
    const place = { source: sources[source[index]], offset: offset[index], length: length[index] }
    const { from, to, free } = readText(this.#thread, place, at)
    // The record is no longer needed once its shingles are known: they take its place.
    const count = space.shingles(from, to, free, at)
    if (count === 0) throw noShingles()
    return count
  }
}
