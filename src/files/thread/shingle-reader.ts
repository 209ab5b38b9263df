/** Shingle reader: texts read again by their places and cut into sets, by any plan. Uses memory behind `sets.free`. */

import type { Shingle } from '../../ground/options/shingle-option.ts'
import { align64, setTableBytes } from '../../texts/kernels/layout/memory-layout.ts'
import {
  type KernelPlan,
  planBytes,
  scratchBytes,
  writePlan,
} from '../../texts/kernels/layout/plan-layout.ts'
import type { PlainSource } from '../sources/source.ts'
import { readText } from './record-reader.ts'
import type { Thread } from './thread.ts'

/** Where some documents stand, as plain data for a task. */
export interface Places {
  readonly sources: Readonly<Record<number, PlainSource>>
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
}

/** How a signature is made and cut into keys. */
export interface KeyShape {
  readonly signatureLength: number
  readonly seed: number
  readonly bands: number
  readonly rows: number
}

export class ShingleReader {
  readonly #thread: Thread
  readonly #plan: KernelPlan
  readonly #planAt: number
  readonly #start: number
  #free = 0
  #count = 0

  /** REQUIRES: nothing else puts anything behind `sets.free` between two reads of one reader. */
  constructor(thread: Thread, shingle: Shingle) {
    const { space, sets } = thread
    this.#thread = thread
    this.#plan = { ...space.plan, sequence: 1, ...shingle }
    this.#planAt = align64(sets.free)
    this.#start = align64(this.#planAt + planBytes)
    space.reserve(this.#start)
    writePlan(space.kernels.memory.buffer, this.#planAt, this.#plan)
  }

  /** The distinct shingles of text i, two halves each; a view that the next read overwrites. */
  read({ sources, source, offset, length }: Places, i: number): Uint32Array {
    const { space } = this.#thread
    const { kernels } = space
    const place = { source: sources[source[i]], offset: offset[i], length: length[i] }
    const text = readText(this.#thread, place, this.#start)
    const size = text.to - text.from
    space.reserve(text.free + scratchBytes(size, this.#plan))
    // The record is no longer needed once its shingles are known: they take its place.
    const cut = kernels.shinglesOf(text.from, text.to, this.#planAt, text.free, this.#start)
    const table = align64(this.#start + 8 * cut)
    space.reserve(table + setTableBytes(Math.max(1, cut)))
    this.#count = cut === 0 ? 0 : kernels.distinct(this.#start, cut, table, this.#start)
    this.#free = align64(this.#start + 8 * this.#count)
    return space.words.subarray(this.#start / 4, this.#start / 4 + 2 * this.#count)
  }

  /** The band keys of the text that was read last; zeros when it has no shingle. Afterwards take the view anew. */
  keys({ signatureLength, seed, bands, rows }: KeyShape): Uint32Array {
    const { space } = this.#thread
    const keys = align64(this.#free + 4 * signatureLength + 64)
    space.reserve(keys + 4 * bands + 64)
    if (this.#count === 0) return new Uint32Array(bands)
    space.kernels.signature(this.#start, this.#count, signatureLength, seed, this.#free)
    space.kernels.bandKeys(this.#free, bands, rows, keys)
    return space.words.slice(keys / 4, keys / 4 + bands)
  }
}
