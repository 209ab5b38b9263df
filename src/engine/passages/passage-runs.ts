/**
 * Passage runs: joins windows, and runs that repeat one place with a period.
 *
 *     first places of windows   7 8 9   4 5 4 5 4 5 4   0 0 0 0
 *     passages                  7       4, period 2     0, period 1
 *
 * A run has consecutive first places. Runs that follow each other at once and have the same first place are one passage
 * if there are two of the same number of windows, which is the period, or more of them; a shorter one may end it.
 */
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { PassageRows } from './passage-rows.ts'

/** Consecutive windows. */
interface Run {
  readonly from: number
  readonly first: number
  windows: number
}

/** Runs with the same first place. */
interface Cycle extends Run {
  /** Windows of its first run. */
  readonly period: number
  /** How many runs have as many. */
  turns: number
}

/** Windows are added in ascending order of their places. */
export class PassageRuns {
  readonly #least: number
  readonly #joins: boolean
  readonly #at = new WordList()
  readonly #lengths = new WordList()
  readonly #firsts = new WordList()
  readonly #copied = new WordList()
  readonly #periods = new WordList()
  #run: Run | undefined
  #cycle: Cycle | undefined

  /** @param least tokens of a window. Default: a window is a line or paragraph, and joined only by a period */
  constructor(least?: number) {
    this.#least = least ?? 1
    this.#joins = least !== undefined
  }

  /** Adds a repeated window, or several consecutive ones. @param first the first place of the first of them */
  add(place: number, first: number, windows = 1): void {
    const run = this.#run
    if (run !== undefined && place === run.from + run.windows && first === run.first + run.windows) {
      run.windows += windows
      return
    }
    if (run !== undefined) this.#turn(run)
    this.#run = { from: place, first, windows }
  }

  finish(): PassageRows {
    if (this.#run !== undefined) this.#turn(this.#run)
    if (this.#cycle !== undefined) this.#close(this.#cycle)
    const at = this.#at.taken()
    return {
      count: at.length,
      at,
      ...{ length: this.#lengths.taken(), first: this.#firsts.taken() },
      ...{ copied: this.#copied.taken(), period: this.#periods.taken() },
    }
  }

  /** Adds a run that ends. */
  #turn({ from, first, windows }: Run): void {
    const cycle = this.#cycle
    if (cycle !== undefined) {
      const { period, turns } = cycle
      const follows = from === cycle.from + cycle.windows && first === cycle.first
      // A shorter run has been its last one.
      const isOpen = cycle.windows === turns * period
      if (follows && isOpen && (windows === period || (windows < period && turns > 1))) {
        cycle.windows += windows
        if (windows === period) cycle.turns++
        return
      }
      this.#close(cycle)
    }
    this.#cycle = { from, first, windows, period: windows, turns: 1 }
  }

  #close({ from, first, windows, period, turns }: Cycle): void {
    if (turns > 1) this.#push(from, first, windows, period)
    else if (this.#joins) this.#push(from, first, windows, 0)
    else for (let i = 0; i < windows; i++) this.#push(from + i, first + i, 1, 0)
  }

  #push(from: number, first: number, windows: number, period: number): void {
    this.#at.push(from)
    this.#lengths.push(windows + this.#least - 1)
    this.#firsts.push(first)
    this.#copied.push((period || windows) + this.#least - 1)
    this.#periods.push(period)
  }
}
