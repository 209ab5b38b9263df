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

import type { FoundTextPairs, TextPairs } from '../../methods/contract/method.ts'
import type { PairByColumns } from '../../methods/contract/pair-by-columns.ts'
import type { Decision } from '../../methods/options/decision.ts'
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
  { decision, result }: { readonly decision: Decision; readonly result: ResultOptions },
  comparison: Comparison,
  { byColumns, value }: Decided = {},
): Omit<Explanation, 'a' | 'b' | 'passages'> {
  const { equality, measures, signatures, ...shown } = comparison
  const isMatch = areAlike(decision, comparison, value)
  return {
    measures,
    ...(signatures && { signatures }),
    ...(value !== undefined && { decided: { method: result.method, measure: decision.measure, value } }),
    ...(byColumns && { byColumns }),
    kind: equality ?? (isMatch ? 'near' : 'different'),
    matches: isMatch,
    measure: result.measure,
    threshold: result.threshold,
    ...shown,
  }
}

function areAlike(
  decision: Decision,
  { equality, measures, signatures, bandsMet, agree }: Comparison,
  value: number | null | undefined,
): boolean {
  switch (decision.kind) {
    case 'exact':
      return equality === 'exact'
    case 'signature':
      return equality === 'exact' || signatures?.areEqual === true
    case 'trials':
    case 'pairs':
      return typeof value === 'number'
    case 'measure':
      if (equality !== undefined) return true
      return bandsMet.length >= agree && measures[decision.setMeasure] >= decision.least
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
  textPairs(pairs: TextPairs, explained: readonly [number, number]): Promise<FoundTextPairs>
  readonly numbers: readonly [a: number, b: number]
}

/** The decision by trials or by a method that reads all texts at once; empty for other methods. */
export async function decidedValue(
  decision: Decision,
  equality: Equality,
  texts: TwoTexts,
): Promise<Decided> {
  switch (decision.kind) {
    case 'trials':
      return { value: trialValue(decision, equality, ...texts.trialKeys()) }
    case 'pairs': {
      const found = await texts.textPairs(await decision.pairs(), texts.numbers)
      return { value: pairValue(decision, found, ...texts.numbers), byColumns: found.explained }
    }
    default:
      return {}
  }
}

/** The number of trials on which two texts agree; null if too few. Equal texts agree on all, even without tokens. */
function trialValue(
  { same, least }: Decision,
  equality: Equality,
  a: Uint32Array | undefined,
  b: Uint32Array | undefined,
): number | null {
  if (equality !== undefined) return same
  if (a === undefined || b === undefined) return null
  const agreed = agreedTrials(a, b)
  return agreed >= least ? agreed : null
}

/** The value a method found for two texts, by their numbers among all its texts; null: no pair. */
function pairValue(
  { same }: Decision,
  { left, right, similarity, firstOf }: FoundTextPairs,
  a: number,
  b: number,
): number | null {
  const [first, second] = [a, b].map(text => firstOf?.[text] ?? text).sort((x, y) => x - y)
  if (first === second) return same
  const row = left.findIndex((text, at) => text === first && right[at] === second)
  return row === -1 ? null : similarity[row]
}
