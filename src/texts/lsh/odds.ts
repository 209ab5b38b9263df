/**
 * Odds: tables of the probability that a pair is found, by its similarity (rows) and by settings (columns).
 *
 * Nothing is measured here: the cells are equation (1) of `trials.ts`, for bands as in `agreeing-bands.ts`.
 */
import { type AgreeingBands, agreeingProbability } from './agreeing-bands.ts'
import { duplicateProbability, type TrialShape } from './trials.ts'

/** `probabilities[row][column]` belongs to `similarities[row]` and `columns[column]`. */
export interface OddsTable<Shape> {
  readonly columns: readonly Shape[]
  readonly similarities: readonly number[]
  readonly probabilities: readonly (readonly number[])[]
}

/** Default similarities of a table: 1, 0.99 … 0.9, then 0.85 … 0.5. */
export const defaultSimilarities: readonly number[] = Object.freeze([
  ...Array.from({ length: 11 }, (_, i) => (100 - i) / 100),
  ...Array.from({ length: 8 }, (_, i) => (85 - 5 * i) / 100),
])

/** Probability that bands make a pair a candidate. */
export function bandOdds(
  columns: readonly AgreeingBands[],
  similarities: readonly number[] = defaultSimilarities,
): OddsTable<AgreeingBands> {
  return table(columns, similarities, agreeingProbability)
}

/** Probability that repeated trials call a pair duplicates. */
export function trialOdds(
  columns: readonly TrialShape[],
  similarities: readonly number[] = defaultSimilarities,
): OddsTable<TrialShape> {
  return table(columns, similarities, duplicateProbability)
}

/**
 * The similarity at which a curve reaches `probability`: its threshold in practice. In [0, 1], to 1e-9.
 *
 * @example similarityAt(s => agreeingProbability({ bands: 20, rows: 5, agree: 1 }, s), 0.5).toFixed(3) // => '0.509'
 */
export function similarityAt(curve: (similarity: number) => number, probability: number): number {
  let low = 0
  let high = 1
  // The curve rises, so curve(low) < probability <= curve(high) is invariant, except at the ends.
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (curve(middle) < probability) low = middle
    else high = middle
  }
  return high
}

function table<Shape>(
  columns: readonly Shape[],
  similarities: readonly number[],
  probability: (shape: Shape, similarity: number) => number,
): OddsTable<Shape> {
  const probabilities = similarities.map(similarity => columns.map(shape => probability(shape, similarity)))
  return { columns, similarities, probabilities }
}
