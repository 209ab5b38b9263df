/** Earlier windows: those of documents as they come, looked up together among those before. */
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import { FirstPlaces } from '../../texts/passages/first-places.ts'
import { TableRegions } from '../../texts/passages/table-regions.ts'
import type { PassageRows } from './passage-rows.ts'
import type { PassageRuns } from './passage-runs.ts'

/** Windows that are looked up together. */
const batch = 1 << 17
/** Windows of a batch that one loop takes: short loops keep V8 from running one long loop uncompiled. */
const together = 1024

/** Notes windows of documents in order, and finds those that occur earlier. */
export class EarlierWindows {
  readonly #table: FirstPlaces
  readonly #runs: PassageRuns
  readonly #regions = new TableRegions(batch)
  /** Windows, and blocks of several, that wait: hash, hash, place, number of windows, each. */
  readonly #waiting = new Uint32Array(4 * batch)
  #count = 0

  /**
   * @param runs receives the repeated runs; the last on `finish`
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
