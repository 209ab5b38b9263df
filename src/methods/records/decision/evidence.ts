/** Evidence: everything known about the candidate pairs before the decision. */
import type { ValueWords } from '../words/word-lists.ts'
import type { Neighbours } from './neighbours.ts'
import type { Selector } from './selection.ts'

export interface Evidence extends Selector {
  /** The words of each row, in order. */
  readonly words: readonly (readonly string[])[]
  /** Of columns: those of the columns that count, without numbers that name single rows. */
  readonly countingWords: ValueWords
  readonly neighbours: Neighbours
  /** One for each pair, in [0, 1]. */
  readonly similarities: Float64Array
  /** First row of the second list, 0 for one list. */
  readonly split: number
}
