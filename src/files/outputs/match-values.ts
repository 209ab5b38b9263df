/**
 * Match values: for each record of B its best record of A, as fields to write into it.
 *
 *     {"id":"b7","name":"Ann Lee"}  ─▶  {"id":"b7","name":"Ann Lee","match":"a3","similarity":0.93}
 */
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import type { FlatKind } from './gathered-types.ts'
import type { Cell } from './table-lines.ts'
import { kindOfIds } from './write-table.ts'

export const matchFields = ['match', 'similarity'] as const

export class MatchValues {
  readonly #run: Run
  readonly #split: number
  /** For each document of B its best one of A, or -1. */
  readonly #best: Int32Array
  readonly #similarity: Float64Array

  /** @param split the first document of B @param isDistance whether a smaller value is nearer */
  constructor(run: Run, batches: Iterable<PairRows>, split: number, isDistance: boolean) {
    this.#run = run
    this.#split = split
    this.#best = new Int32Array(run.documents.count - split).fill(-1)
    this.#similarity = new Float64Array(this.#best.length).fill(Number.NaN)
    for (const { left, right, similarity } of batches) {
      for (let row = 0; row < left.length; row++) {
        const at = right[row] - split
        const isNearer = isDistance
          ? similarity[row] < this.#similarity[at]
          : similarity[row] > this.#similarity[at]
        if (this.#best[at] >= 0 && !isNearer) continue
        this.#best[at] = left[row]
        this.#similarity[at] = similarity[row]
      }
    }
  }

  /** Their types. */
  get kinds(): readonly FlatKind[] {
    const matched = [...this.#best].filter(document => document >= 0)
    return [kindOfIds(matched.map(document => idOfDocument(this.#run, document))), 'double']
  }

  /** The values of a document of B, in the order of `matchFields`. */
  of(document: number): readonly Cell[] {
    const at = document - this.#split
    if (this.#best[at] < 0) return MatchValues.none
    return [idOfDocument(this.#run, this.#best[at]), this.#similarity[at]]
  }

  /** Those of a record without a match. */
  static readonly none: readonly Cell[] = [null, null]
}
