/**
 * Explain: why two texts do or do not match: measures, shingles, bands, and the words in which they differ.
 *
 * Measures are exact, on the full shingle sets; the estimate and the bands are what a run sees before it measures.
 */
import { type Explanation, signaturePair } from '../explain/explanation.ts'
import { shingleOverlap } from '../explain/shingle-overlap.ts'
import { type Comparison, explanationOf, pairValue, trialValue } from '../explain/verdict.ts'
import { type Words, wordDiff } from '../explain/word-diff.ts'
import { wordsIn } from '../explain/words.ts'
import type { BandShape } from '../lsh/banding.ts'
import { measuredBandsOf } from '../method/methods.ts'
import { checkString } from '../options/arguments.ts'
import { similarityOf } from '../similarity/overlap.ts'
import { decodeText, encodeText } from '../sketch/text-bytes.ts'
import { type Engine, useEngine } from './open-engine.ts'
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

function comparisonBy(engine: Engine, a: string, b: string): Comparison {
  checkString('a', a)
  checkString('b', b)
  const { reader, settings, signature, space } = engine
  const { result } = settings
  const shape = measuredBandsOf(result)
  const sketcher = new Sketcher(engine)
  const { shared, onlyA, onlyB, ...lists } = shingleOverlap(
    sketcher.shingledText(a),
    sketcher.shingledText(b),
  )
  const sequence = reader.sequence(a, space.free)
  const isNormalised = sequence !== '' && sequence === reader.sequence(b, space.free)
  const sizes = { shared, a: shared + onlyA, b: shared + onlyB }
  const measured = (measure: 'jaccard' | 'containment') => (a === b ? 1 : similarityOf(measure, sizes))
  const signatures = signature && signaturePair(result.method, signature(a), signature(b))
  const { estimate, bandsMet } = signaturesOf(shape, sketcher, a, b)
  return {
    equality: a === b ? 'exact' : isNormalised ? 'normalised' : undefined,
    measures: {
      jaccard: measured('jaccard'),
      containment: measured('containment'),
      shared,
      onlyA,
      onlyB,
      estimate,
    },
    ...(signatures && { signatures }),
    bandsMet,
    bands: shape.bands,
    rows: shape.rows,
    agree: shape.agree,
    ...lists,
    diff: wordDiff(wordsOf(engine, a), wordsOf(engine, b)),
  }
}

type Keys = Uint32Array | undefined
type TwoKeys = [a: Keys, b: Keys]

/** The keys of the trials that decide; undefined for a text without tokens. */
function trialKeysOf({ reader, space, trials }: Engine, text: string): Keys {
  const { count } = space.cutTokens(reader.canonical(text, space.free), space.free)
  if (trials === undefined || count === 0) return undefined
  const keys = new Uint32Array(trials.trials)
  trials.write(space.words(space.free, 2 * count), keys)
  return keys
}

/** What the two signatures say; a text without tokens has none. */
function signaturesOf(
  shape: BandShape,
  sketcher: Sketcher,
  a: string,
  b: string,
): { estimate: number; bandsMet: number[] } {
  const left = sketcher.minHash(a)
  const right = sketcher.minHash(b)
  if (left === undefined || right === undefined) return { estimate: a === b ? 1 : 0, bandsMet: [] }
  const estimate = equalPlaces(left.values, right.values).length / left.values.length
  if (shape.bands === 0) return { estimate, bandsMet: [] }
  return { estimate, bandsMet: equalPlaces(bandKeys(left, shape), bandKeys(right, shape)) }
}

/** Words as they stand in the text, compared by their canonical form; by a token rule, its tokens. */
function wordsOf({ reader, space }: Engine, text: string): Words {
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

function equalPlaces(a: Uint32Array, b: Uint32Array): number[] {
  return [...a.keys()].filter(place => a[place] === b[place])
}
