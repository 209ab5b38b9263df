/** Pair by columns: why a method that compares the columns of records pairs two of them, or not. Plain JSON. */

/**
 * Why two records are a pair or none.
 *
 * - `equal`: the same words, column by column
 * - `match`: the score reaches the threshold
 * - `below`: it does not
 * - `rival`: it does, but one of the two matches another record better
 * - `sparse`: fewer than two columns have a value in both
 * - `must-agree`: a column does not meet its gate: `must-agree`, `alike`, `numbers` or `within`
 * - `no-candidate`: too little in common to be compared
 */
export type PairFate = 'equal' | 'match' | 'below' | 'rival' | 'sparse' | 'must-agree' | 'no-candidate'

/** How far two records agree in a column. */
export interface ColumnAgreement {
  readonly name: string
  /** What its values are; `ignored` if the caller said so. */
  readonly kind: string
  /** The values of the two records, as read. */
  readonly a: string
  readonly b: string
  /** From 0 (different) to `levels - 1` (equal); null if one of the two has no value, or the column does not count. */
  readonly level: number | null
  readonly levels: number
  /** The level in words. */
  readonly agreement: string
  /** What the level adds to the weight of the pair; null without a level, or if the text decided. */
  readonly weight: number | null
}

export interface PairByColumns {
  /** What decided in this run: the columns, or the similarity of the whole texts. */
  readonly decidedBy: 'columns' | 'text'
  readonly fate: PairFate
  /** In [0, 1]: by columns the probability of a match, by text the similarity; null if they were not compared. */
  readonly score: number | null
  readonly threshold: number
  /** By columns: the share of matches among the candidates. */
  readonly prior?: number
  /** By columns: the sum of the weights, of the text, too. */
  readonly weight?: number
  /** By columns: the probability if neither had another candidate, 1 / (1 + exp(-weight) (1 - prior) / prior). */
  readonly alone?: number
  /** The similarity of the whole texts, which is one more column; its weight null if it does not count. */
  readonly text: { readonly similarity: number | null; readonly weight: number | null }
  readonly columns: readonly ColumnAgreement[]
}
