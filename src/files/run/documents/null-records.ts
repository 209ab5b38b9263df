/**
 * Null records: those without a text. They are never compared, so they are no documents; kept ones go to KEPT between
 * the documents around them.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ofAgainst } from '../../inputs/side.ts'
import type { Source } from '../../inputs/source.ts'
import type { RangeResult } from '../../work/scan-range.ts'

/** Adjacent records without a text, and the number of documents before them in the whole input. */
interface NullRecord {
  readonly document: number
  /** The number of the first one in the source, from 1. */
  readonly record: number
  readonly count: number
  readonly offset: number
  /** Bytes of all. */
  readonly length: number
}

/** Those of one side: how many, how many have none of the text fields, and the error of the first of these. */
class NullsOfSide {
  count = 0
  lacking = 0
  first: NearsameError | undefined
}

const none: readonly NullRecord[] = []

export class NullRecords {
  count = 0
  readonly #sources: readonly Source[]
  readonly #keeps: boolean
  readonly #side = new NullsOfSide()
  readonly #against = new NullsOfSide()
  readonly #ofSource = new Map<number, NullRecord[]>()

  /** @param keeps whether their places are kept, to write them */
  constructor(sources: readonly Source[], keeps: boolean) {
    this.#sources = sources
    this.#keeps = keeps
  }

  /** Adds those of the next range; `records` of its source and `documents` of the input come before it. */
  append({ source, nulls, lacking }: RangeResult, records: number, documents: number): void {
    if (nulls.length === 0) return
    const { path, isAgainst } = this.#sources[source]
    const side = isAgainst ? this.#against : this.#side
    for (const { count } of nulls) {
      this.count += count
      side.count += count
    }
    if (lacking !== undefined) {
      const where = `${path}:${records + lacking.index + 1}`
      const error = new NearsameError('TEXT_MISSING', { ...lacking.parts, where })
      side.lacking += lacking.count
      side.first ??= isAgainst ? ofAgainst(error) : error
    }
    if (!this.#keeps) return
    const list = this.#ofSource.get(source) ?? []
    for (const { index, documents: before, count, offset, length } of nulls)
      list.push({ document: documents + before, record: records + index + 1, count, offset, length })
    this.#ofSource.set(source, list)
  }

  /** The error for a side in which no record has a text; undefined if one has a text field, be it null or blank. */
  firstError(isAgainst: boolean): NearsameError | undefined {
    const { count, lacking, first } = isAgainst ? this.#against : this.#side
    return lacking === count ? first : undefined
  }

  /** Those of a source that KEPT gets, in input order. */
  keptOf(source: number): readonly NullRecord[] {
    return this.#ofSource.get(source) ?? none
  }

  /** The number that KEPT gets of the first `sources` sources. */
  keptCount(sources: number): number {
    let count = 0
    for (const [source, list] of this.#ofSource)
      if (source < sources) for (const nulls of list) count += nulls.count
    return count
  }
}
