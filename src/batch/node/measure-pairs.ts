/**
 * Exact measures of pairs: texts read again, cut into shingle sets and compared. Runs in any thread.
 */
import { NearsameError } from '../../errors/nearsame-error.ts'
import { scratchBytes } from '../../kernels/plan-layout.ts'
import { readText } from './record-reader.ts'
import type { PlainSource } from './source.ts'
import type { Thread } from './thread.ts'
import { align64 } from './workspace.ts'

export interface MeasureTask {
  readonly kind: 'measure'
  readonly sources: Readonly<Record<number, PlainSource>>
  /** The documents of the pairs: where they stand. */
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
  /** Pairs as indexes into these. */
  readonly left: Int32Array
  readonly right: Int32Array
  readonly measure: 'jaccard' | 'containment'
}

interface ShingleSet {
  readonly at: number
  readonly count: number
}

/** Shingle hashes kept at once; pairs come sorted by their left document, so few are cut twice. */
const keptBytes = 32 * 2 ** 20

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
  readonly #sets = new Map<number, ShingleSet>()
  #free: number

  constructor(thread: Thread, task: MeasureTask) {
    this.#thread = thread
    this.#task = task
    this.#free = thread.space.free
  }

  run(): Float64Array {
    const { left, right } = this.#task
    const similarities = new Float64Array(left.length)
    for (let i = 0; i < left.length; i++) {
      if (this.#free - this.#thread.space.free > keptBytes) {
        this.#sets.clear()
        this.#free = this.#thread.space.free
      }
      similarities[i] = this.#compare(this.#setOf(left[i]), this.#setOf(right[i]))
    }
    return similarities
  }

  #setOf(index: number): ShingleSet {
    const known = this.#sets.get(index)
    if (known !== undefined) return known
    const { sources, source, offset, length } = this.#task
    const { space } = this.#thread
    const place = { source: sources[source[index]], offset: offset[index], length: length[index] }
    const room = this.#free
    const text = readText(this.#thread, place, room)
    const scratch = text.free
    const size = text.to - text.from
    space.reserve(scratch + scratchBytes(size, space.plan) + 8 * size + 128)
    // The record is no longer needed once its shingles are known: they take its place.
    const count = space.kernels.shinglesOf(text.from, text.to, space.planAt, scratch, room)
    const set = { at: room, count }
    this.#free = align64(room + 8 * count)
    this.#sets.set(index, set)
    return set
  }

  #compare(left: ShingleSet, right: ShingleSet): number {
    const { space } = this.#thread
    if (left.count === 0 || right.count === 0) throw noShingles()
    const bits = Math.max(3, Math.ceil(Math.log2(2 * (left.count + right.count))))
    const marks = align64(this.#free)
    const keys = align64(marks + 2 ** bits)
    space.reserve(keys + 8 * 2 ** bits)
    space.bytes.fill(0, marks, marks + 2 ** bits)
    space.kernels.overlap(left.at, left.count, right.at, right.count, marks, keys, space.resultAt)
    const result = space.resultAt / 4
    const [shared, distinctLeft, distinctRight] = space.words.subarray(result, result + 3)
    return similarityOf(this.#task.measure, shared, distinctLeft, distinctRight)
  }
}

function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
