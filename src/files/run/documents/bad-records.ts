/** Bad records: those that the scan skipped, counted, and kept with their places as far as the caller wants them. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { PlainSource } from '../../sources/source.ts'
import type { BadInRange, RangeResult } from '../../tasks/scan-range.ts'

/** A skipped record with its place. */
interface BadRecord extends Omit<BadInRange, 'index'> {
  readonly source: number
  /** Its number in the source, from 1. */
  readonly record: number
}

/** Number of bad records in a report, and the number kept unless all are. */
const shownBad = 10

export class BadRecords {
  count = 0
  /** The sum of their weights. */
  weight = 0
  /** The first ones, or all, in input order. */
  readonly kept: BadRecord[] = []
  readonly #sources: readonly PlainSource[]
  readonly #most: number

  constructor(sources: readonly PlainSource[], keepsAll: boolean) {
    this.#sources = sources
    this.#most = keepsAll ? Number.POSITIVE_INFINITY : shownBad
  }

  /** Adds the bad records of the next range; `before` records of its source come before it. */
  append({ source, bad }: RangeResult, before: number): void {
    for (const { index, ...rest } of bad) {
      this.weight += rest.weight
      if (this.kept.length < this.#most) this.kept.push({ ...rest, source, record: before + index + 1 })
    }
    this.count += bad.length
  }

  /** The records that a report shows. */
  get shown(): readonly BadRecord[] {
    return this.kept.slice(0, shownBad)
  }

  /** `file:record`, as for a document. */
  at({ source, record }: BadRecord): string {
    return `${this.#sources[source].path}:${record}`
  }

  /** What was wrong, with its position. */
  errorOf(bad: BadRecord): NearsameError {
    return new NearsameError(bad.code, { ...bad.parts, where: this.at(bad) })
  }

  /** The error of the first one. REQUIRES: there is one. */
  get firstError(): NearsameError {
    return this.errorOf(this.kept[0])
  }
}
