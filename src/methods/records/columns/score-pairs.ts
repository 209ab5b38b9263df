/**
 * Scores of pairs: the levels of all columns, and by a learnt model the probability of a match.
 *
 * A run learns the model from the levels of its candidates, and rivals lower probabilities there (`match-weights.ts`);
 * with a frozen model each pair is decided alone.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import type { Column } from '../values/column-values.ts'
import { levelCombinations } from './level-combinations.ts'
import { type MatchModel, weighPairs } from './match-weights.ts'
import {
  type Comparable,
  columnLevels,
  comparableColumns,
  textColumnLevels,
  withoutThin,
} from './pair-levels.ts'
import { type SwappedColumns, withSwappedNames } from './swapped-names.ts'

/** Pairs, and what the whole texts of their records say. */
export interface ComparedPairs {
  readonly pairs: CandidatePairs
  /** The words of each record. */
  readonly words: readonly (readonly string[])[]
  /** Of the whole texts, one for each pair. */
  readonly similarities: Float64Array
}

/** The levels of the columns, then of the whole texts, [columns + 1][pairs]. */
export function* levelsOfPairs(
  columns: readonly Column[],
  swapped: SwappedColumns,
  { pairs, words, similarities }: ComparedPairs,
): Steps<{ levels: Uint8Array[]; comparable: Comparable }> {
  const levels: Uint8Array[] = []
  for (const column of columns) levels.push(yield* columnLevels(column, pairs))
  yield* withSwappedNames(columns, swapped, pairs, levels)
  const comparable = comparableColumns(columns, [...levels], pairs, words)
  levels.push(textColumnLevels(similarities, comparable))
  return { levels, comparable }
}

/** The probability of each pair, without rivals. @param columns those of the model */
export function* scoresAlone(
  model: MatchModel,
  columns: readonly Column[],
  swapped: SwappedColumns,
  compared: ComparedPairs,
): Steps<Float64Array> {
  const { levels, comparable } = yield* levelsOfPairs(columns, swapped, compared)
  const rows = compared.words.length
  const { probabilities } = weighPairs(model, {
    ...{ ...compared.pairs, rows, combinations: yield* levelCombinations(levels) },
    rivals: () => false,
  })
  return withoutThin(probabilities, comparable)
}
