/**
 * Levels of pairs: how far each column of two records agrees; and as a last column, how alike their whole texts are.
 *
 *     levels  [columns][pairs]   255: one of them has no value, which is no evidence
 *
 * The text column counts where columns say little: in pairs of three filled columns or more, or of long records. A
 * record with one value would count it twice.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import type { Column } from '../values/column-values.ts'
import { levelOfValues } from '../values/compare-values.ts'

export const noLevel = 255
export const textLevels = 20
const filledColumns = 3
const longRecord = 10
export const leastFilled = 2
/** About a millisecond. */
const pairsAStep = 1024
/** Columns of fewer distinct values remember the levels of all pairs of values. */
const fewValues = 1500
const unknown = 254

/** The levels of one column. */
export function* columnLevels(column: Column, { left, right }: CandidatePairs): Steps<Uint8Array> {
  const { value, raw } = column
  const levels = new Uint8Array(left.length)
  const values = raw.length
  const known = values <= fewValues ? new Uint8Array(values * values).fill(unknown) : undefined
  const levelOf = levelOfValues(column)
  yield* inBlocks(left.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      const a = Math.min(value[left[p]], value[right[p]])
      const b = Math.max(value[left[p]], value[right[p]])
      if (a < 0) levels[p] = noLevel
      else if (known === undefined) levels[p] = levelOf(a, b)
      else {
        const at = a * values + b
        if (known[at] === unknown) known[at] = levelOf(a, b)
        levels[p] = known[at]
      }
    }
  })
  return levels
}

/** For a pair, the number of columns that can be compared; infinite if both records are long. */
export type Comparable = (pair: number) => number

/** An e-mail address alone says who someone is. */
function worthOf({ kind }: Column): number {
  return kind === 'email' ? leastFilled : 1
}

export function comparableColumns(
  columns: readonly Column[],
  levels: readonly Uint8Array[],
  { left, right }: CandidatePairs,
  words: readonly (readonly string[])[],
): Comparable {
  const worth = columns.map(worthOf)
  return pair =>
    Math.min(words[left[pair]].length, words[right[pair]].length) >= longRecord
      ? Number.POSITIVE_INFINITY
      : levels.reduce((count, column, c) => count + (column[pair] === noLevel ? 0 : worth[c]), 0)
}

/** The levels of the whole texts. */
export function textColumnLevels(similarities: Float64Array, comparable: Comparable): Uint8Array {
  // `Uint8Array.from` would make a list of all of them first.
  const levels = new Uint8Array(similarities.length)
  for (let p = 0; p < levels.length; p++)
    levels[p] = comparable(p) >= filledColumns ? textLevelOf(similarities[p]) : noLevel
  return levels
}

/** Whether a row is short and has one value: equality with another says too little. */
export function thinRows(
  columns: readonly Column[],
  words: readonly (readonly string[])[],
): (row: number) => boolean {
  return row =>
    words[row].length < longRecord &&
    columns.reduce((count, column) => count + (column.value[row] < 0 ? 0 : worthOf(column)), 0) <
      leastFilled
}

/** The pairs of which fewer than two columns can be compared get probability 0, unless both are long. */
export function withoutThin(probabilities: Float64Array, comparable: Comparable): Float64Array {
  return probabilities.map((probability, p) => (comparable(p) >= leastFilled ? probability : 0))
}

/** The level of a similarity in [0, 1]. */
export function textLevelOf(similarity: number): number {
  return Math.min(textLevels - 1, Math.floor(similarity * textLevels))
}
