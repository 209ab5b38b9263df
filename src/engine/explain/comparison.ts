/**
 * Comparison: everything about two texts that does not depend on how the method decides.
 *
 * Measures are exact, on the full shingle sets; a run has only the estimate and the bands before it measures.
 */
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import type { Explanation } from './explanation.ts'
import { shingleOverlap } from './shingle-overlap.ts'
import type { TextParts } from './text-parts.ts'
import { type Words, wordDiff } from './word-diff.ts'

export interface Comparison
  extends Omit<
    Explanation,
    'a' | 'b' | 'decided' | 'kind' | 'matches' | 'measure' | 'threshold' | 'passages'
  > {
  /** The same bytes, or else the same tokens, at least one. */
  readonly equality: 'exact' | 'normalised' | undefined
}

export type Equality = Comparison['equality']

/** A text in parts. */
export interface ComparedText extends TextParts {
  readonly words: Words
}

/**
 * Compares two texts by their parts.
 *
 * @param isSame whether they are the same text
 * @param signatures those of the method, if they decide
 */
export function compareParts(
  a: ComparedText,
  b: ComparedText,
  isSame: boolean,
  { bands, rows, agree }: AgreeingBands,
  signatures: Explanation['signatures'],
): Comparison {
  const { shared, onlyA, onlyB, ...lists } = shingleOverlap(a.shingles, b.shingles)
  const sizes = { shared, a: shared + onlyA, b: shared + onlyB }
  const measured = (measure: 'jaccard' | 'containment') => (isSame ? 1 : similarityOf(measure, sizes))
  const isNormalised = a.sequence !== '' && a.sequence === b.sequence
  return {
    equality: isSame ? 'exact' : isNormalised ? 'normalised' : undefined,
    measures: {
      jaccard: measured('jaccard'),
      containment: measured('containment'),
      shared,
      onlyA,
      onlyB,
      estimate: isSame ? 1 : estimateOf(a, b),
    },
    ...(signatures && { signatures }),
    bandsMet: equalPlaces(a.bandKeys, b.bandKeys),
    bands,
    rows,
    agree,
    ...lists,
    diff: wordDiff(a.words, b.words),
  }
}

/** The share of equal values of two signatures. */
function estimateOf(a: TextParts, b: TextParts): number {
  if (a.signature === undefined) return 0
  return equalPlaces(a.signature, b.signature).length / a.signature.length
}

/** The places at which both have the same number; none if one is missing. */
function equalPlaces(a: Uint32Array | undefined, b: Uint32Array | undefined): number[] {
  if (a === undefined || b === undefined) return []
  return [...a.keys()].filter(place => a[place] === b[place])
}
