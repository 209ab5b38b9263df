/** Shingle reader: reads texts again by place and cuts them into sets, by any plan. Uses memory behind `sets.free`. */

import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { Shingle } from '../../../ground/options/shingle-option.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import { planBytes, writePlan } from '../../../texts/kernels/layout/plan-layout.ts'
import type { KeyShape, PlacedPlan } from '../../../texts/workspace/workspace.ts'
import { type Places, placeIn, readText } from './record-reader.ts'
import type { Thread } from './thread.ts'

const textsAStep = 16

export class ShingleReader {
  readonly #thread: Thread
  readonly #plan: PlacedPlan
  readonly #start: number
  readonly #classesAt: number
  #count = 0

  /**
   * REQUIRES: nothing else writes behind `sets.free` between two reads of one reader.
   *
   * @param classes of counters, for `rarest`
   */
  constructor(thread: Thread, shingle: Shingle, classes: Uint8Array = new Uint8Array(0)) {
    const { space, sets } = thread
    this.#thread = thread
    const plan = { ...space.plan, sequence: 1, ...shingle }
    const planAt = align64(sets.free)
    this.#plan = { plan, planAt }
    this.#classesAt = align64(planAt + planBytes)
    this.#start = align64(this.#classesAt + classes.length)
    space.reserve(this.#start)
    space.bytes.set(classes, this.#classesAt)
    writePlan(space.kernels.memory.buffer, planAt, plan)
  }

  /** The distinct shingles of text i, two halves each; a view that the next read overwrites. */
  read(places: Places, i: number): Uint32Array {
    const { space } = this.#thread
    const text = readText(this.#thread, placeIn(places, i), this.#start)
    // The shingles overwrite the record, which is no longer needed.
    const cut = space.shingles(text.from, text.to, text.free, this.#start, this.#plan)
    this.#count = space.distinct(this.#start, cut)
    return space.wordsAt(this.#start, 2 * this.#count)
  }

  /** Gives `take` the shingles of each text, as `read` does. */
  *each(places: Places, take: (set: Uint32Array, i: number) => void): Steps<void> {
    yield* inBlocks(places.source.length, textsAStep, (from, to) => {
      for (let i = from; i < to; i++) take(this.read(places, i), i)
    })
  }

  /** The low halves of the rarest `many` shingles of the text read last, in order: a view as that of `read`. */
  rarest(many: number): Uint32Array {
    return this.#thread.space.rarest({ at: this.#start, count: this.#count }, many, this.#classesAt)
  }

  /** The band keys of the text read last; zeros if it has no shingle. Invalidates the view that `read` returned. */
  keys(shape: KeyShape): Uint32Array {
    if (this.#count === 0) return new Uint32Array(shape.bands)
    return this.#thread.space.bandKeys(this.#start, this.#count, shape)
  }
}
