/** Search: how far one query has come through its candidates, lowest numbers first. */
import type { Compared, Measured } from '../../../methods/contract/online-method.ts'

/** A stored document that a text matches. */
export interface Match extends Measured {
  readonly number: number
  readonly name: string
  readonly cluster: number
}

export interface Query extends Compared {
  /** A stored document that is not to be named: itself. */
  readonly except?: number | undefined
  /** Others that are not to be named, nor read. */
  readonly gone?: ReadonlySet<number> | undefined
  /** Whether only the clusters are wanted, and what is best of the candidates looked at. */
  readonly isAdd?: boolean
}

/** What a query found. */
export interface Found {
  /** Best first, then by number. */
  readonly matches: Match[]
  /** Whether candidates were passed over, so that there may be more, and better ones. */
  readonly isCut: boolean
}

// Almost every query has fewer candidates than this; more of them are texts that flood a collection.
const step = 256

export class Search {
  readonly query: Query
  readonly matches: Match[] = []
  verified = 0
  #isCut = false
  readonly #candidates: Uint32Array
  readonly #enough: number
  #same = 0
  /** The last of enough equal texts. */
  #last = 0
  #at = 0

  /** @param enough matches of equal texts after which nothing better can come */
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

  /** Whether there are more candidates than are looked at together. */
  get isLong(): boolean {
    return this.#candidates.length > step
  }

  /** Whether candidates were passed over. */
  get isCut(): boolean {
    return this.#isCut || this.#at < this.#candidates.length
  }

  /** Candidates are passed over. */
  cut(): void {
    this.#isCut = true
  }

  next(): number[] {
    const part = Array.from(this.#candidates.subarray(this.#at, this.#at + step))
    this.#at += step
    const { except, gone } = this.query
    return part.filter(number => number !== except && gone?.has(number) !== true)
  }

  /** A match that none is better than; they come by number. */
  takeSame(match: Match): void {
    this.matches.push(match)
    if (++this.#same === this.#enough) this.#last = match.number
  }

  /** Those of the next candidates that may still come before a match that is there; the others are passed over. */
  needed<T extends { readonly number: number }>(open: readonly T[]): readonly T[] {
    if (!this.hasEnough) return open
    // An equal text is in all clusters that the query can join. Else those that are as good come by number.
    const needed = this.query.isAdd === true ? [] : open.filter(({ number }) => number < this.#last)
    if (needed.length < open.length) this.#isCut = true
    return needed
  }
}
