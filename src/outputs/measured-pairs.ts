/** Matches seen while clustering, for `dedupe --pairs`: kept as flat columns, sorted at the end. */

import { kinds, type Outcome } from '../batch/columns.ts'
import { DoubleList, IntList } from '../cluster/lists.ts'
import type { PairRow } from './write-tables.ts'

export class MeasuredPairs {
  readonly #threshold: number
  readonly #left = new IntList()
  readonly #right = new IntList()
  readonly #similarity = new DoubleList()

  add = (left: number, right: number, similarity: number): void => {
    if (similarity < this.#threshold) return
    this.#left.push(left)
    this.#right.push(right)
    this.#similarity.push(similarity)
  }

  constructor(threshold: number) {
    this.#threshold = threshold
  }

  /** The measured matches, and each equal text with its survivor, by position. */
  *rows({ survivor, kind }: Outcome, measure: string): Generator<PairRow> {
    for (let document = 0; document < kind.length; document++) {
      if (kind[document] === kinds.exact || kind[document] === kinds.normalised) {
        const [left, right] = [document, survivor[document]].sort((a, b) => a - b)
        this.add(left, right, 1)
      }
    }
    const left = this.#left.values
    const right = this.#right.values
    const similarity = this.#similarity.values
    const order = Int32Array.from({ length: this.#left.length }, (_, i) => i).sort(
      (a, b) => left[a] - left[b] || right[a] - right[b],
    )
    for (const i of order) yield { left: left[i], right: right[i], measure, similarity: similarity[i] }
  }
}
