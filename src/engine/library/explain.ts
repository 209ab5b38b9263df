/**
 * Explain: why two texts do or do not match: measures, shingles, bands, and the words in which they differ.
 *
 * Measures are exact, on the full shingle sets; the estimate and the bands are what a run sees before it measures.
 */

import { checkString } from '../../ground/options/arguments.ts'
import { measuredBandsOf } from '../../methods/options/chosen-method.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import { type Comparison, compareParts, type TextParts } from '../explain/comparison.ts'
import { type Explanation, signaturePair } from '../explain/explanation.ts'
import { explanationOf, pairValue, trialValue } from '../explain/verdict.ts'
import type { Words } from '../explain/word-diff.ts'
import { wordsIn } from '../explain/words.ts'
import { type TextEngine, useEngine } from './open-engine.ts'
import type { EngineOptions } from './settings.ts'
import { bandKeys, Sketcher } from './sketcher.ts'

/** The same as of two records, without what names these. */
export type TextExplanation = Omit<Explanation, 'a' | 'b'>

/**
 * Explains two texts as `deduplicate` would see them under the same options, if there were no others: a method that
 * looks at all texts at once is given these two.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE
 * @example explain('the old bridge', 'The old, old bridge').then(({ kind, matches }) => [kind, matches]) // => ['different', false]
 */
export async function explain(a: string, b: string, options: EngineOptions = {}): Promise<TextExplanation> {
  const { settings, pairs, comparison, trials } = await useEngine(options, engine => ({
    ...engine,
    comparison: comparisonBy(engine, a, b),
    trials: engine.trials && ([a, b].map(text => trialKeysOf(engine, text)) as TwoKeys),
  }))
  const { result } = settings
  if (trials !== undefined)
    return explanationOf(result, comparison, trialValue(result, comparison.equality, ...trials))
  if (pairs === undefined) return explanationOf(result, comparison)
  return explanationOf(result, comparison, pairValue(result, await pairs([a, b]), 0, 1))
}

/**
 * What there is to see in two texts, for those who know better than two texts tell what decides about them.
 *
 * @throws NearsameError as `explain`
 */
export function compareTexts(a: string, b: string, options: EngineOptions = {}): Promise<Comparison> {
  return useEngine(options, engine => comparisonBy(engine, a, b))
}

function comparisonBy(engine: TextEngine, a: string, b: string): Comparison {
  checkString('a', a)
  checkString('b', b)
  const { settings, signature } = engine
  const shape = measuredBandsOf(settings.result)
  const [left, right] = [a, b].map(text => partsOf(engine, shape, text))
  const signatures = signature && signaturePair(settings.result.method, signature(a), signature(b))
  return compareParts(left, right, a === b, shape, signatures)
}

function partsOf(engine: TextEngine, shape: AgreeingBands, text: string): TextParts {
  const { reader, space } = engine
  const sketcher = new Sketcher(engine)
  const signature = sketcher.minHash(text)
  return {
    words: wordsOf(engine, text),
    sequence: reader.sequence(text, space.free),
    shingles: sketcher.shingledText(text),
    signature: signature?.values,
    bandKeys: signature && shape.bands > 0 ? bandKeys(signature, shape) : undefined,
  }
}

type Keys = Uint32Array | undefined
type TwoKeys = [a: Keys, b: Keys]

/** The keys of the trials that decide; undefined for a text without tokens. */
function trialKeysOf({ reader, space, trials }: TextEngine, text: string): Keys {
  const { count } = space.cutTokens(reader.canonical(text, space.free), space.free)
  if (trials === undefined || count === 0) return undefined
  const keys = new Uint32Array(trials.trials)
  trials.write(space.words(space.free, 2 * count), keys)
  return keys
}

/** Words as they stand in the text, compared by their canonical form; by a token rule, its tokens. */
function wordsOf({ reader, space }: TextEngine, text: string): Words {
  if (reader.hasTokenRule) {
    const tokens = reader.tokens(text, space.free)
    return { words: tokens, keys: tokens }
  }
  const words = wordsIn(text)
  const known = new Map<string, string>()
  const keyOf = (word: string): string => {
    const key = known.get(word) ?? decodeText(space.canonicalise(encodeText(word), space.free))
    known.set(word, key)
    return key
  }
  return { words, keys: words.map(keyOf) }
}
