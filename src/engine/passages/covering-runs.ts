/**
 * Covering runs: which documents of A have a part of a document of B.
 *
 * Runs with the same place in B are one group with its documents. The groups that share a window with consecutive first
 * places [from, to) are found among those that begin before `to`, from the last one back, until none before reaches
 * `from`.
 */
import { firstWhere } from '../../ground/lists/bisection.ts'
import type { PassageRows } from './passage-rows.ts'

export class CoveringRuns {
  /** The rows, by first place, then length. */
  readonly #order: Uint32Array
  readonly #rows: PassageRows
  readonly #windowsOf: (length: number) => number
  /** [rows in order] the furthest end of the windows of rows up to here. */
  readonly #ends: Float64Array
  readonly #documentOf: (row: number) => number

  /**
   * @param windowsOf number of windows in a run of a length
   * @param documentOf the document of A of a row
   */
  constructor(
    rows: PassageRows,
    windowsOf: (length: number) => number,
    documentOf: (row: number) => number,
  ) {
    const { count, first, copied } = rows
    this.#rows = rows
    this.#windowsOf = windowsOf
    this.#documentOf = documentOf
    this.#order = Uint32Array.from({ length: count }, (_, i) => i)
    this.#order.sort((a, b) => first[a] - first[b] || copied[a] - copied[b] || a - b)
    this.#ends = new Float64Array(count)
    let end = 0
    this.#order.forEach((row, i) => {
      end = Math.max(end, first[row] + windowsOf(copied[row]))
      this.#ends[i] = end
    })
  }

  /** Adds documents that have a window whose first place is in [from, to), until there are `most`. */
  collect(from: number, to: number, most: number, documents: Set<number>): void {
    const { first, copied } = this.#rows
    let i = firstWhere(0, this.#order.length, at => first[this.#order[at]] >= to) - 1
    for (; i >= 0 && this.#ends[i] > from && documents.size < most; i--) {
      const row = this.#order[i]
      if (first[row] + this.#windowsOf(copied[row]) > from) documents.add(this.#documentOf(row))
    }
  }
}
