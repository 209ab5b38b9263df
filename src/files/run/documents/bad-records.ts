/**
 * Bad records: those that the scan skipped, counted, and the first of them with their errors; the places of all, 32
 * bytes each, only if the caller wants them.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { DoubleList } from '../../../ground/lists/growing-lists.ts'
import { ofAgainst } from '../../inputs/side.ts'
import type { Source } from '../../inputs/source.ts'
import { type BadReason, shownBad } from '../../work/bad-rows.ts'
import type { RangeResult } from '../../work/scan-range.ts'
import type { RecordPlace } from '../../work/thread/record-reader.ts'

/** A skipped record that a report shows. */
interface BadRecord extends BadReason {
  readonly source: number
  /** Its number in the source, from 1. */
  readonly record: number
}

/** The place of a skipped record, and its name `file:record`. */
interface BadPlace extends RecordPlace {
  readonly at: string
}

export class BadRecords {
  count = 0
  /** The sum of their weights. */
  weight = 0
  /** The first ones, which a report shows, in input order. */
  readonly shown: BadRecord[] = []
  readonly #sources: readonly Source[]
  readonly #keepsAll: boolean
  /** Of each, in input order, if all are kept: source, number in it, offset, length. */
  readonly #places = new DoubleList(0)

  constructor(sources: readonly Source[], keepsAll: boolean) {
    this.#sources = sources
    this.#keepsAll = keepsAll
  }

  /** Adds the bad records of the next range; `before` records of its source come before it. */
  append({ source, bad }: RangeResult, before: number): void {
    for (const [i, reason] of bad.reasons.entries()) {
      if (this.shown.length < shownBad)
        this.shown.push({ ...reason, source, record: before + bad.index[i] + 1 })
    }
    for (let i = 0; i < bad.index.length; i++) {
      this.weight += bad.weight[i]
      if (!this.#keepsAll) continue
      for (const value of [source, before + bad.index[i] + 1, bad.offset[i], bad.length[i]]) {
        this.#places.push(value)
      }
    }
    this.count += bad.index.length
  }

  /** Forgets the places of all but the first `count`. */
  endAt(count: number): void {
    this.#places.length = Math.min(this.#places.length, 4 * count)
  }

  /** The places of all, in input order. REQUIRES: all are kept. */
  *places(): Generator<BadPlace> {
    for (let i = 0; i < this.#places.length; i += 4) {
      const [source, record, offset, length] = this.#places.values.subarray(i, i + 4)
      yield { source: this.#sources[source], offset, length, at: this.at({ source, record }) }
    }
  }

  /** `file:record`, as for a document. */
  at({ source, record }: Pick<BadRecord, 'source' | 'record'>): string {
    return `${this.#sources[source].path}:${record}`
  }

  /** What was wrong, with its position. */
  errorOf(bad: BadRecord): NearsameError {
    const error = new NearsameError(bad.code, { ...bad.parts, where: this.at(bad) })
    return this.#sources[bad.source].isAgainst ? ofAgainst(error) : error
  }

  /** The error of the first one. REQUIRES: there is one. */
  get firstError(): NearsameError {
    return this.errorOf(this.shown[0])
  }
}
