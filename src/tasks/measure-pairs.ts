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
  /** A pair below it may be answered by an upper bound that is below it, too. */
  readonly atLeast: number
}

export function measurePairs(thread: Thread, task: MeasureTask): Float64Array {
  return new PairMeasurer(thread, task).run()
}

class PairMeasurer {
  readonly #thread: Thread
  readonly #task: MeasureTask
  /** Slot of the bitmap of each document of the task, -1 when not looked up; of this generation of the cache. */
  readonly #slots: Int32Array
  #generation: number
  /** The left document whose set the table holds, and where the table is. */
  #tabled: ShingleSet | undefined
  #table = 0

  constructor(thread: Thread, task: MeasureTask) {
    this.#thread = thread
    this.#task = task
    this.#slots = new Int32Array(task.documents.length).fill(-1)
    this.#generation = thread.bitmaps.generation
  }

  run(): Float64Array {
    const { left, right, atLeast } = this.#task
    const similarities = new Float64Array(left.length)
    for (let i = 0; i < left.length; i++) {
      const bound = atLeast > 0 ? this.#bound(left[i], right[i]) : 1
      this.#thread.sets.trim()
      similarities[i] = bound < atLeast ? bound : this.#compare(this.#setOf(left[i]), this.#setOf(right[i]))
    }
    return similarities
  }

  /** No less than the similarity, from the bitmaps: see `kernels/reference/bitmaps.ts`. */
  #bound(left: number, right: number): number {
    const { bitmaps, space } = this.#thread
    let leftSlot = this.#slotOf(left)
    const rightSlot = this.#slotOf(right)
    // Making room for the right one may have dropped the left one.
    if (this.#slots[left] !== leftSlot) leftSlot = this.#slotOf(left)
    const bits = space.kernels.missing(bitmaps.addressOf(leftSlot), bitmaps.addressOf(rightSlot))
    const a = bitmaps.countOf(leftSlot)
    const b = bitmaps.countOf(rightSlot)
    const shared = Math.min(a - (bits >>> 16), b - (bits & 0xffff))
    return similarityOf(this.#task.measure, { shared, a, b })
  }

  #slotOf(index: number): number {
    const { bitmaps, space } = this.#thread
    if (this.#generation !== bitmaps.generation) this.#forgetSlots()
    let slot = this.#slots[index]
    if (slot >= 0) return slot
    const document = this.#task.documents[index]
    slot = bitmaps.slotOf(document)
    if (slot < 0) {
      this.#thread.sets.trim()
      const set = this.#setOf(index)
      slot = bitmaps.add(document, set.count)
      if (this.#generation !== bitmaps.generation) this.#forgetSlots()
      space.kernels.bitmap(set.at, set.count, bitmaps.addressOf(slot))
    }
    this.#slots[index] = slot
    return slot
  }

  #forgetSlots(): void {
    this.#slots.fill(-1)
    this.#generation = this.#thread.bitmaps.generation
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
    const { kernels, planAt } = space
    const count = kernels.shinglesOf(text.from, text.to, planAt, scratch, sets.free)
    if (count === 0) throw noShingles()
    const table = align64(sets.free + 8 * count)
    space.reserve(table + setTableBytes(count))
    if (this.#table !== space.free) this.#tabled = undefined // its table may just have been overwritten
    return sets.add(documents[index], kernels.distinct(sets.free, count, table, sets.free))
  }

  #compare(left: ShingleSet, right: ShingleSet): number {
    const { space, sets } = this.#thread
    if (this.#tabled !== left) {
      this.#tabled = left
      this.#table = setTableBytes(left.count) <= tableRoom ? space.free : align64(sets.free)
      space.reserve(this.#table + setTableBytes(left.count))
      space.kernels.tableOf(left.at, left.count, this.#table)
    }
    const shared = space.kernels.shared(this.#table, left.count, right.at, right.count)
    return similarityOf(this.#task.measure, { shared, a: left.count, b: right.count })
  }
}

function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
