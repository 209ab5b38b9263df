/**
 * Exact measures of pairs: texts read again, cut into shingle sets and compared. Runs in any thread.
 */
import { NearsameError } from '../../errors/nearsame-error.ts'
import { scratchBytes } from '../../kernels/plan-layout.ts'
import { readText } from './record-reader.ts'
import type { ShingleSet } from './shingle-cache.ts'
import type { PlainSource } from './source.ts'
import type { Thread } from './thread.ts'
import { align64 } from './workspace.ts'

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

/** Similarity of two sets from their sizes. */
export function similarityOf(
  measure: MeasureTask['measure'],
  shared: number,
  distinctLeft: number,
  distinctRight: number,
): number {
  const whole = measure === 'jaccard' ? distinctLeft + distinctRight - shared : Math.min(distinctLeft, distinctRight)
  return whole === 0 ? 0 : shared / whole
}

class PairMeasurer {
  readonly #thread: Thread
  readonly #task: MeasureTask

  constructor(thread: Thread, task: MeasureTask) {
    this.#thread = thread
    this.#task = task
  }

  run(): Float64Array {
    const { left, right } = this.#task
    const similarities = new Float64Array(left.length)
    for (let i = 0; i < left.length; i++) {
      this.#thread.sets.trim()
      similarities[i] = this.#compare(this.#setOf(left[i]), this.#setOf(right[i]))
    }
    return similarities
  }

  #setOf(index: number): ShingleSet {
    const { sources, documents, source, offset, length } = this.#task
    const { space, sets } = this.#thread
    const known = sets.get(documents[index])
    if (known !== undefined) return known
    const place = { source: sources[source[index]], offset: offset[index], length: length[index] }
    const text = readText(this.#thread, place, sets.free)
    const scratch = text.free
    const size = text.to - text.from
    space.reserve(scratch + scratchBytes(size, space.plan) + 8 * size + 128)
    // The record is no longer needed once its shingles are known: they take its place.
    return sets.add(documents[index], space.kernels.shinglesOf(text.from, text.to, space.planAt, scratch, sets.free))
  }

  #compare(left: ShingleSet, right: ShingleSet): number {
    const { space, sets } = this.#thread
    if (left.count === 0 || right.count === 0) throw noShingles()
    const bits = Math.max(3, 32 - Math.clz32(2 * (left.count + right.count) - 1))
    const marks = align64(sets.free)
    const keys = align64(marks + 2 ** bits)
    space.reserve(keys + 8 * 2 ** bits)
    space.kernels.overlap(left.at, left.count, right.at, right.count, marks, keys, space.resultAt)
    const { words } = space
    const result = space.resultAt / 4
    return similarityOf(this.#task.measure, words[result], words[result + 1], words[result + 2])
  }
}

function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
