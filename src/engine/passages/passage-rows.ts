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
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import { FirstPlaces } from '../../texts/passages/first-places.ts'
import { TableRegions } from '../../texts/passages/table-regions.ts'
import type { PassageRuns } from './passage-runs.ts'

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

/** Windows that are looked up together. */
const batch = 1 << 17
/** Of these, those that a loop takes: a longer one would long run before it is compiled. */
const together = 1024

/** Notes windows of documents as they come, and finds those that stand earlier. */
export class EarlierWindows {
  readonly #table: FirstPlaces
  readonly #runs: PassageRuns
  readonly #regions = new TableRegions(batch)
  /** Windows, and blocks of several, that wait: hash, hash, place, number of windows, each. */
  readonly #waiting = new Uint32Array(4 * batch)
  #count = 0

  /**
   * @param runs take what is repeated, at last when this is finished
   * @param expected different windows, about
   */
  constructor(runs: PassageRuns, expected = 0) {
    this.#runs = runs
    this.#table = new FirstPlaces(expected)
  }

  /** Bytes that the table of windows takes. */
  get bytes(): number {
    return this.#table.bytes
  }

  /** Takes the windows of a document whose first place is `start`. */
  take(start: number, { runs, hashes }: Pick<DocumentWindows, 'runs' | 'hashes'>): void {
    let next = 0
    for (let i = 0; i < runs.length; i += 3) {
      const [from, to] = [runs[i], runs[i + 1]]
      const windows = runs[i + 2] === 1 ? to - from : 1
      for (let at = from; at < to; at += windows, next += 2) {
        if (this.#count === batch) this.#lookUp()
        const wait = 4 * this.#count++
        this.#waiting[wait] = hashes[next]
        this.#waiting[wait + 1] = hashes[next + 1]
        this.#waiting[wait + 2] = start + at
        this.#waiting[wait + 3] = windows
      }
    }
  }

  /** The passages; afterwards it takes no more. */
  finish(): PassageRows {
    this.#lookUp()
    this.#table.clear()
    return this.#runs.finish()
  }

  #lookUp(): void {
    const [waiting, count] = [this.#waiting, this.#count]
    this.#table.makeRoom(count)
    for (const part of this.#regions.partsOf(waiting, 0, count, 4)) this.#note(part)
    for (let from = 0; from < count; from += together) this.#add(from, Math.min(count, from + together))
    this.#count = 0
  }

  /** Puts the first places of some where their hashes were. */
  #note(part: Uint32Array): void {
    const [waiting, table] = [this.#waiting, this.#table]
    for (let i = 0; i < part.length; i++) {
      const at = 4 * part[i]
      waiting[at] = table.noteFirst(waiting[at], waiting[at + 1], waiting[at + 2])
    }
  }

  #add(from: number, to: number): void {
    const waiting = this.#waiting
    for (let at = 4 * from; at < 4 * to; at += 4)
      if (waiting[at] !== waiting[at + 2]) this.#runs.add(waiting[at + 2], waiting[at], waiting[at + 3])
  }
}
