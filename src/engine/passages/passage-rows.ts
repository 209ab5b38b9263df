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
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import { FirstPlaces } from '../../texts/passages/first-places.ts'

/** The columns of passages, each with the place of its first copy. */
export interface PassageRows {
  readonly count: number
  /** Places where they begin, not descending. */
  readonly at: Uint32Array
  /** Numbers of consecutive places. */
  readonly length: Uint32Array
  readonly first: Uint32Array
}

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

/** Joins windows into passages. Windows are added in ascending order of their places. */
export class PassageRuns {
  readonly #least: number
  readonly #joins: boolean
  readonly #at = new WordList()
  readonly #lengths = new WordList()
  readonly #firsts = new WordList()
  #from = -1
  #length = 0
  #first = 0

  /** @param least tokens of a window. Default: each window is a line or a paragraph, which are not joined */
  constructor(least?: number) {
    this.#least = least ?? 1
    this.#joins = least !== undefined
  }

  /** Adds a repeated window, or several consecutive ones. @param first the first place of the first of them */
  add(place: number, first: number, windows = 1): void {
    const isNext =
      this.#from >= 0 && place === this.#from + this.#length && first === this.#first + this.#length
    if (isNext && this.#joins) {
      this.#length += windows
      return
    }
    this.#close()
    this.#from = place
    this.#first = first
    this.#length = windows
  }

  finish(): PassageRows {
    this.#close()
    const [at, length, first] = [this.#at.taken(), this.#lengths.taken(), this.#firsts.taken()]
    return { count: at.length, at, length, first }
  }

  #close(): void {
    if (this.#from < 0) return
    this.#at.push(this.#from)
    this.#lengths.push(this.#length + this.#least - 1)
    this.#firsts.push(this.#first)
  }
}

/** The same with further passages, each {at, length, first}; in the order of `at`, then of `first`. */
export function withRows(rows: PassageRows, more: readonly number[]): PassageRows {
  if (more.length === 0) return rows
  const count = rows.count + more.length / 3
  const value = (i: number, name: 'at' | 'length' | 'first', column: number): number =>
    i < rows.count ? rows[name][i] : more[3 * (i - rows.count) + column]
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  order.sort((a, b) => value(a, 'at', 0) - value(b, 'at', 0) || value(a, 'first', 2) - value(b, 'first', 2))
  const column = (name: 'at' | 'length' | 'first', at: number) => order.map(i => value(i, name, at))
  return { count, at: column('at', 0), length: column('length', 1), first: column('first', 2) }
}

/** Hashes that are brought into the cache together. */
const together = 512

/** Notes windows of documents as they come, and finds those that stand earlier. */
export class EarlierWindows {
  readonly #windows = new FirstPlaces()
  readonly #blocks = new FirstPlaces()
  readonly #runs: PassageRuns

  /** @param runs take what is repeated */
  constructor(runs: PassageRuns) {
    this.#runs = runs
  }

  /** Takes the windows of a document whose first place is `start`. */
  take(start: number, { runs, hashes }: Pick<DocumentWindows, 'runs' | 'hashes'>): void {
    let next = 0
    let ahead = 0
    for (let i = 0; i < runs.length; i += 3) {
      const [from, to] = [runs[i], runs[i + 1]]
      if (runs[i + 2] === 1) {
        const first = this.#blocks.noteFirst(hashes[next], hashes[next + 1], start + from)
        if (first !== start + from) this.#runs.add(start + from, first, to - from)
        next += 2
        continue
      }
      for (let at = from; at < to; at++, next += 2) {
        if (next >= ahead) {
          ahead = Math.min(next + 2 * together, hashes.length)
          this.#windows.readAhead(hashes, next, ahead)
        }
        const place = start + at
        const first = this.#windows.noteFirst(hashes[next], hashes[next + 1], place)
        if (first !== place) this.#runs.add(place, first)
      }
    }
  }
}
