/**
 * Null records: those without a text. They are never compared, so they are no documents; kept ones go to KEPT between
 * the documents around them.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ofAgainst } from '../../sources/side.ts'
import type { PlainSource } from '../../sources/source.ts'
import type { RangeResult } from '../../tasks/scan-range.ts'

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

const none: readonly NullRecord[] = []

export class NullRecords {
  count = 0
  readonly #sources: readonly PlainSource[]
  readonly #keeps: boolean
  /** Of each side. */
  #first: NearsameError | undefined
  #firstAgainst: NearsameError | undefined
  readonly #ofSource = new Map<number, NullRecord[]>()

  /** @param keeps whether their places are kept, to write them */
  constructor(sources: readonly PlainSource[], keeps: boolean) {
    this.#sources = sources
    this.#keeps = keeps
  }

  /** Adds those of the next range; `records` of its source and `documents` of the input come before it. */
  append({ source, nulls, nullParts }: RangeResult, records: number, documents: number): void {
    for (const { count } of nulls) this.count += count
    if (nullParts !== undefined) {
      const { path, isAgainst } = this.#sources[source]
      const where = `${path}:${records + nulls[0].index + 1}`
      const error = new NearsameError('TEXT_MISSING', { ...nullParts, where })
      if (isAgainst) this.#firstAgainst ??= ofAgainst(error)
      else this.#first ??= error
    }
    if (!this.#keeps || nulls.length === 0) return
    const list = this.#ofSource.get(source) ?? []
    for (const { index, documents: before, count, offset, length } of nulls)
      list.push({ document: documents + before, record: records + index + 1, count, offset, length })
    this.#ofSource.set(source, list)
  }

  /** The error for a side in which no record has a text; undefined if only blank lines have none. */
  firstError(isAgainst: boolean): NearsameError | undefined {
    return isAgainst ? this.#firstAgainst : this.#first
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
