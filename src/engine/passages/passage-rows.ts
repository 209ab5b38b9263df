/**
 * Passage rows: maximal runs of repeated windows, as columns.
 *
 * A place is a token (or, for whole lines and paragraphs, one of these). Places of all documents are numbered together,
 * in visiting order, with one number left free after each document, so that consecutive places are in one document:
 *
 *     document 0: 0 1 2 3   document 1: 5 6 7   document 2: 9 10 ...          starts: 0, 5, 9
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { firstWhere } from '../../ground/lists/bisection.ts'

/** The columns of passages, each with the place of its first copy. */
export interface PassageRows {
  readonly count: number
  /** Places where they begin, not descending. */
  readonly at: Uint32Array
  /** Numbers of consecutive places. */
  readonly length: Uint32Array
  readonly first: Uint32Array
  /** Numbers of consecutive places of their first copies: fewer than `length` if they have a period. */
  readonly copied: Uint32Array
  /** Places after which they repeat themselves; 0: they do not. */
  readonly period: Uint32Array
}

type Column = Exclude<keyof PassageRows, 'count'>

/** The places of documents. */
export class DocumentPlaces {
  readonly #starts: Float64Array
  #count = 0

  constructor(documents: number) {
    this.#starts = new Float64Array(documents + 1)
  }

  /** Adds the next document. @returns its first place @throws NearsameError MEMORY_EXHAUSTED */
  add(places: number): number {
    const start = this.#starts[this.#count]
    const end = start + places + 1
    if (end >= 2 ** 32) throw tooManyPlaces()
    this.#starts[++this.#count] = end
    return start
  }

  /** All numbers given. */
  get end(): number {
    return this.#starts[this.#count]
  }

  /** First place of document i in visiting order. */
  startOf(i: number): number {
    return this.#starts[i]
  }

  /** Number of places of document i in visiting order. */
  lengthOf(i: number): number {
    return this.#starts[i + 1] - this.#starts[i] - 1
  }

  /** The document of a place, counted in visiting order. */
  documentOf(place: number): number {
    return firstWhere(1, this.#count, i => this.#starts[i] > place) - 1
  }
}

function tooManyPlaces(): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'fewer than 4,294,967,296 tokens',
    got: 'more',
    fix: 'divide the input, and compare each part with those before it by `against`',
  })
}

/** The same with further passages; in the order of `at`, then of `first`. */
export function withRows(rows: PassageRows, more: PassageRows): PassageRows {
  if (more.count === 0) return rows
  const cellOf = (name: Column, i: number) => (i < rows.count ? rows[name][i] : more[name][i - rows.count])
  const order = Uint32Array.from({ length: rows.count + more.count }, (_, i) => i)
  order.sort((a, b) => cellOf('at', a) - cellOf('at', b) || cellOf('first', a) - cellOf('first', b))
  const column = (name: Column) => order.map(i => cellOf(name, i))
  return {
    count: order.length,
    ...{ at: column('at'), length: column('length'), first: column('first') },
    ...{ copied: column('copied'), period: column('period') },
  }
}

/** Tokens of a passage behind those before it. @param covered where these end */
export function newTokens(at: number, length: number, tokens: number, covered: number): number {
  // Lines and paragraphs do not overlap.
  return at >= covered ? tokens : Math.max(0, at + length - covered)
}
