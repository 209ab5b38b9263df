/** Lookup: the progress of one query through its candidates, lowest numbers first. */
import type { Compared, Measured } from '../../../methods/contract/online-method.ts'

/** A stored document that a text matches. */
export interface Match extends Measured {
  readonly number: number
  readonly name: string
  readonly cluster: number
}

export interface Query extends Compared {
  /** A stored document to leave out: the query itself. */
  readonly except?: number | undefined
  /** Other documents to leave out, without reading them. */
  readonly gone?: ReadonlySet<number> | undefined
  /** Whether the caller needs only the clusters, and the best of the candidates examined. */
  readonly isAdd?: boolean
}

/** What a query found. */
export interface Found {
  /** Best first, then by number. */
  readonly matches: Match[]
  /** Whether candidates were skipped, so there may be more matches, and better ones. */
  readonly isCut: boolean
}

// Almost every query has fewer candidates; only texts that flood a collection have more.
const step = 256

export class Lookup {
  readonly query: Query
  readonly matches: Match[] = []
  verified = 0
  #isCut = false
  readonly #candidates: Uint32Array
  readonly #enough: number
  #same = 0
  /** Number of the last equal text needed. */
  #last = 0
  #at = 0

  /** @param enough number of equal texts after which nothing better can come */
  constructor(query: Query, candidates: Uint32Array, enough: number) {
    this.query = query
    this.#candidates = candidates
    this.#enough = enough
  }

  get candidates(): number {
    return this.#candidates.length
  }

  get isDone(): boolean {
    return this.#at >= this.#candidates.length || this.hasEnough
  }

  /** Whether nothing better can come. */
  get hasEnough(): boolean {
    return this.isLong && this.#same >= this.#enough
  }

  /** Whether the candidates need more than one step. */
  get isLong(): boolean {
    return this.#candidates.length > step
  }

  /** Whether candidates were skipped. */
  get isCut(): boolean {
    return this.#isCut || this.#at < this.#candidates.length
  }

  /** Records that candidates were skipped. */
  cut(): void {
    this.#isCut = true
  }

  next(): number[] {
    const part = Array.from(this.#candidates.subarray(this.#at, this.#at + step))
    this.#at += step
    const { except, gone } = this.query
    return part.filter(number => number !== except && gone?.has(number) !== true)
  }

  /** Takes a match of the highest similarity. These come in order of number. */
  takeSame(match: Match): void {
    this.matches.push(match)
    if (++this.#same === this.#enough) this.#last = match.number
  }

  /** The candidates in `open` that may still rank before a known match; the others are skipped. */
  needed<T extends { readonly number: number }>(open: readonly T[]): readonly T[] {
    if (!this.hasEnough) return open
    // An add needs none: an equal text is in every cluster that the query can join. Otherwise ties go by number.
    const needed = this.query.isAdd === true ? [] : open.filter(({ number }) => number < this.#last)
    if (needed.length < open.length) this.#isCut = true
    return needed
  }
}
