/**
 * Read-ahead: a stretch of a source in kernel memory. Records that stand close together are read at once, because a
 * call of the system costs as much as copying tens of kilobytes.
 */
import { readSync } from 'node:fs'
import type { OpenFiles, PlainSource } from '../sources/source.ts'
import type { Workspace } from './workspace.ts'

/** Of the order of a core's second-level cache. */
const stretchBytes = 256 * 1024
/** Bytes between two records that are rather read than left out. */
const gapBytes = 32 * 1024

/** Where records stand; see `placesOf`. */
interface Places {
  readonly sources: Readonly<Record<number, PlainSource>>
  readonly source: Int32Array
  readonly offset: Float64Array
  readonly length: Uint32Array
}

export class ReadAhead {
  readonly #space: Workspace
  readonly #files: OpenFiles
  readonly #at: number
  #source: PlainSource | undefined
  #from = 0
  #to = 0

  /** Claims its room: no task is at work. */
  constructor(space: Workspace, files: OpenFiles) {
    this.#space = space
    this.#files = files
    this.#at = space.claim(stretchBytes + 128)
  }

  /** Address of a record that lies in the stretch as a whole, or -1. */
  addressOf(source: PlainSource, offset: number, length: number): number {
    const isInside = source === this.#source && offset >= this.#from && offset + length <= this.#to
    return isInside ? this.#at + (offset - this.#from) : -1
  }

  /**
   * Reads the records in stretches and calls `use` with each while it is in memory. Those that stand alone or are too
   * long are left out.
   *
   * @param indexes of `places`, in the order of the file
   */
  each(places: Places, indexes: readonly number[], use: (index: number) => void): void {
    for (let first = 0; first < indexes.length; ) {
      const last = this.#stretch(places, indexes, first)
      if (last > first + 1) {
        this.#load(places, indexes[first], indexes[last - 1])
        for (let i = first; i < last; i++) use(indexes[i])
        this.#source = undefined // what is known of a source is not kept longer than needed
      }
      first = Math.max(last, first + 1)
    }
  }

  /** The end of the stretch that begins with the record `first`. */
  #stretch({ source, offset, length }: Places, indexes: readonly number[], first: number): number {
    const start = offset[indexes[first]]
    let end = start
    let i = first
    for (; i < indexes.length; i++) {
      const index = indexes[i]
      const next = offset[index] + length[index]
      const fits = next - start <= stretchBytes && offset[index] - end <= gapBytes
      if (source[index] !== source[indexes[first]] || !fits) break
      end = next
    }
    return i
  }

  /** A source that has become shorter is noticed by who reads a record of it. */
  #load({ sources, source, offset, length }: Places, first: number, last: number): void {
    const from = offset[first]
    const bytes = offset[last] + length[last] - from
    this.#source = sources[source[first]]
    this.#from = from
    this.#to = from + readSync(this.#files.of(this.#source.file), this.#space.bytes, this.#at, bytes, from)
  }
}
