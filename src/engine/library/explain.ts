/**
 * Explain: why two texts match or not: measures, shingles, bands, and the words in which they differ.
 *
 * Measures are exact, on the full shingle sets; a run has only the estimate and the bands before it measures.
 */

import { isBlankText } from '../../ground/blank-text.ts'
import { checkString } from '../../ground/options/arguments.ts'
import { measuredBandsOf } from '../../methods/options/decision.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { type ComparedText, type Comparison, compareParts } from '../explain/comparison.ts'
import { type Explanation, signaturePair } from '../explain/explanation.ts'
import { comparedWords, textParts } from '../explain/text-parts.ts'
import { decidedValue, explanationOf } from '../explain/verdict.ts'
import type { Words } from '../explain/word-diff.ts'
import { type TextEngine, useEngine } from './open-engine.ts'
import type { EngineOptions } from './settings.ts'

/** The explanation of two records without their names. */
export type TextExplanation = Omit<Explanation, 'a' | 'b' | 'passages'>

/**
 * Explains two texts as `deduplicate` would see them under the same options if there were no others: a method that
 * reads all texts at once gets these two. A text of nothing but white space matches none.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE
 * @example explain('the old bridge', 'The old, old bridge').then(({ kind, matches }) => [kind, matches]) // => ['different', false]
 */
export async function explain(a: string, b: string, options: EngineOptions = {}): Promise<TextExplanation> {
  const { settings, comparison, keys } = await useEngine(options, engine => ({
    ...engine,
    comparison: comparisonBy(engine, a, b),
    keys: engine.trials && ([trialKeysOf(engine, a), trialKeysOf(engine, b)] as const),
  }))
  const decided = await decidedValue(settings.decision, comparison.equality, {
    trialKeys: () => keys as NonNullable<typeof keys>,
    textPairs: (pairs, explained) => pairs([a, b], { explained }),
    numbers: [0, 1],
  })
  const explained = explanationOf(settings, comparison, decided)
  if (!isBlankText(a) && !isBlankText(b)) return explained
  const unpaired = explained.decided && { decided: { ...explained.decided, value: null } }
  return { ...explained, ...unpaired, kind: 'different', matches: false }
}

/**
 * Compares two texts without a verdict, for callers who know the decision from elsewhere.
 *
 * @throws NearsameError like `explain`
 */
export function compareTexts(a: string, b: string, options: EngineOptions = {}): Promise<Comparison> {
  return useEngine(options, engine => comparisonBy(engine, a, b))
}

function comparisonBy(engine: TextEngine, a: string, b: string): Comparison {
  checkString('a', a)
  checkString('b', b)
  const { settings, signature } = engine
  const shape = measuredBandsOf(settings.result, settings.decision)
  const [left, right] = [a, b].map(text => partsOf(engine, shape, text))
  const signatures = signature && signaturePair(settings.result.method, signature(a), signature(b))
  return compareParts(left, right, a === b, shape, signatures)
}

function partsOf({ reader, space }: TextEngine, shape: AgreeingBands, text: string): ComparedText {
  const at = space.free
  const words = reader.hasTokenRule
    ? tokensAsWords(reader.tokens(text, at))
    : comparedWords(space, text, at)
  const canonical = reader.canonical(text, at)
  const { count } = space.cutTokens(canonical, at)
  return { words, ...textParts(space, canonical, { at, count }, shape) }
}

/** With a token rule only the tokens can be shown. */
function tokensAsWords(tokens: readonly string[]): Words {
  return { words: tokens, keys: tokens }
}

/** The keys of the trials that decide; undefined for a text without tokens. */
function trialKeysOf({ reader, space, trials }: TextEngine, text: string): Uint32Array | undefined {
  const { count } = space.cutTokens(reader.canonical(text, space.free), space.free)
  return trials?.keys(space.free, count)
}
