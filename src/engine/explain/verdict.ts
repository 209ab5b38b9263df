/**
 * Verdict: whether two texts match, in the way the method decides.
 *
 *     comparison ─┐
 *                 ├─▶ explanation
 *     value ──────┘   of trials, or of a method that finds pairs by itself
 *
 * It equals the verdict of a run: a measured pair matches if the run would measure it, that is, if enough bands agree
 * (exact recall needs none), and if the measure reaches the threshold. Equal texts need no bands.
 */

import type { FoundTextPairs } from '../../methods/contract/method.ts'
import type { PairByColumns } from '../../methods/contract/pair-by-columns.ts'
import { decisionOf, limitsOf, measureOf } from '../../methods/options/chosen-method.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import { agreedTrials } from '../../texts/lsh/trials.ts'
import type { Comparison, Equality } from './comparison.ts'
import type { Explanation } from './explanation.ts'

/**
 * The explanation of two texts.
 *
 * @param decided of `decidedValue`
 */
export function explanationOf(
  result: ResultOptions,
  comparison: Comparison,
  { byColumns, value }: Decided = {},
): Omit<Explanation, 'a' | 'b' | 'passages'> {
  const { equality, measures, signatures, ...shown } = comparison
  const isMatch = areAlike(result, comparison, value)
  return {
    measures,
    ...(signatures && { signatures }),
    ...(value !== undefined && { decided: { method: result.method, measure: measureOf(result), value } }),
    ...(byColumns && { byColumns }),
    kind: equality ?? (isMatch ? 'near' : 'different'),
    matches: isMatch,
    measure: result.measure,
    threshold: result.threshold,
    ...shown,
  }
}

function areAlike(
  result: ResultOptions,
  { equality, measures, signatures, bandsMet, agree }: Comparison,
  value: number | null | undefined,
): boolean {
  switch (decisionOf(result)) {
    case 'exact':
      return equality === 'exact'
    case 'signature':
      return equality === 'exact' || signatures?.areEqual === true
    case 'trials':
    case 'pairs':
      return typeof value === 'number'
    case 'measure':
      if (equality !== undefined) return true
      return bandsMet.length >= agree && measures[result.measure] >= result.threshold
  }
}

/** What trials or a method that reads all texts say of two. */
interface Decided {
  /** Absent for other methods; null: no pair. */
  readonly value?: number | null
  /** Why, if the method compares columns. */
  readonly byColumns?: PairByColumns | undefined
}

/** Two texts, for methods that need more than their comparison. */
interface TwoTexts {
  /** Trial keys (`TrialKeys`); undefined for a text without tokens, which agrees with no other. */
  trialKeys(): readonly [a: Uint32Array | undefined, b: Uint32Array | undefined]
  /** The pairs that the method finds in all texts, with the fate of these two, and their numbers. */
  textPairs(explained: readonly [number, number]): Promise<FoundTextPairs>
  readonly numbers: readonly [a: number, b: number]
}

/** The decision by trials or by a method that reads all texts at once; empty for other methods. */
export async function decidedValue(
  result: ResultOptions,
  equality: Equality,
  texts: TwoTexts,
): Promise<Decided> {
  const decision = decisionOf(result)
  if (decision === 'trials') return { value: trialValue(result, equality, ...texts.trialKeys()) }
  if (decision !== 'pairs') return {}
  const found = await texts.textPairs(texts.numbers)
  return { value: pairValue(result, found, ...texts.numbers), byColumns: found.explained }
}

/** The number of trials on which two texts agree; null if too few. Equal texts agree on all, even without tokens. */
function trialValue(
  result: ResultOptions,
  equality: Equality,
  a: Uint32Array | undefined,
  b: Uint32Array | undefined,
): number | null {
  const { same, least } = limitsOf(result)
  if (equality !== undefined) return same
  if (a === undefined || b === undefined) return null
  const agreed = agreedTrials(a, b)
  return agreed >= least ? agreed : null
}

/** The value a method found for two texts, by their numbers among all its texts; null: no pair. */
function pairValue(
  result: ResultOptions,
  { left, right, similarity, firstOf }: FoundTextPairs,
  a: number,
  b: number,
): number | null {
  const [first, second] = [a, b].map(text => firstOf?.[text] ?? text).sort((x, y) => x - y)
  if (first === second) return limitsOf(result).same
  const row = left.findIndex((text, at) => text === first && right[at] === second)
  return row === -1 ? null : similarity[row]
}
