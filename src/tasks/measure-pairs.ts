/**
 * Exact measures of pairs: texts read again, cut into shingle sets and compared. Runs in any thread.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import { align64, setTableBytes } from '../kernels/memory-layout.ts'
import { scratchBytes } from '../kernels/plan-layout.ts'
import { similarityOf } from '../similarity/overlap.ts'
import type { PlainSource } from '../sources/source.ts'
import { readText } from '../thread/record-reader.ts'
import { type ShingleSet, tableRoom } from '../thread/shingle-cache.ts'
import type { Thread } from '../thread/thread.ts'

export interface MeasureTask {
  readonly kind: 'measure'
  readonly sources: Readonly<Record<number, PlainSource>>
  /** The documents of the pairs: their numbers and where they stand. */
  readonly documents: Int32Array
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
  /** Pairs as indexes into these. */
  readonly left: Int32Array
  readonly right: Int32Array
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
 * The table of a very large document stands behind the kept sets, and nothing is kept while it does.
 */
class PairMeasurer {
  readonly #thread: Thread
  readonly #task: MeasureTask
  #table = 0
  /** Shingles of the left document: repeats counted, which its table was made for, and without. */
  #tabled = 0
  #leftSize = 0
  /** Where records may be cut. */
  #free = 0

  constructor(thread: Thread, task: MeasureTask) {
    this.#thread = thread
    this.#task = task
  }

  run(): Float64Array {
    const { left, right, measure } = this.#task
    const { kernels } = this.#thread.space
    const similarities = new Float64Array(left.length)
    for (let i = 0; i < left.length; i++) {
      if (i === 0 || left[i] !== left[i - 1]) this.#tableOf(left[i])
      const { at, count } = this.#setOf(right[i])
      const shared = kernels.shared(this.#table, this.#tabled, at, count)
      similarities[i] = similarityOf(measure, { shared, a: this.#leftSize, b: count })
    }
    return similarities
  }

  #tableOf(index: number): void {
    const { space, sets } = this.#thread
    sets.trim()
    const known = sets.get(this.#task.documents[index])
    const at = known?.at ?? sets.free
    const count = known?.count ?? this.#cut(index, at)
    const isLarge = setTableBytes(count) > tableRoom
    this.#table = isLarge ? align64(sets.free + 8 * count) : space.free
    this.#free = isLarge ? align64(this.#table + setTableBytes(count)) : sets.free
    space.reserve(this.#table + setTableBytes(count))
    this.#leftSize = space.kernels.tableOf(at, count, this.#table)
    this.#tabled = count
  }

  #setOf(index: number): ShingleSet {
    const { space, sets } = this.#thread
    const document = this.#task.documents[index]
    const known = sets.get(document)
    if (known !== undefined) return known
    const isKept = this.#table === space.free
    if (isKept) sets.trim()
    const at = isKept ? sets.free : this.#free
    const count = this.#cut(index, at)
    const table = align64(at + 8 * count)
    space.reserve(table + setTableBytes(count))
    const size = space.kernels.distinct(at, count, table, at)
    return isKept ? sets.add(document, size) : { at, count: size }
  }

  /** Shingles of a document at `at`, which the record stood behind. @returns how many, repeats counted */
  #cut(index: number, at: number): number {
    const { sources, source, offset, length } = this.#task
    const { space } = this.#thread
    const place = { source: sources[source[index]], offset: offset[index], length: length[index] }
    const { from, to, free } = readText(this.#thread, place, at)
    space.reserve(free + scratchBytes(to - from, space.plan) + 8 * (to - from) + 128)
    // The record is no longer needed once its shingles are known: they take its place.
    const count = space.kernels.shinglesOf(from, to, space.planAt, free, at)
    if (count === 0) throw noShingles()
    return count
  }
}

function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
