/**
 * Random pairs: the share of each level among pairs of records that have nothing to do with each other.
 *
 * Rows are paired by a linear congruential generator, so the same list has the same pairs.
 *
 * Source: Splink's practice of estimating u by random sampling; constants of W. Press et al., "Numerical Recipes".
 */
import { mapInSteps, type Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import { gramFeatures, pairSimilarities, wordFeatures } from '../candidates/features.ts'
import { wordsOf } from '../candidates/record-text.ts'
import type { Column } from './column-values.ts'
import { levelCount } from './compare-values.ts'
import { columnLevels, noLevel, textLevels } from './pair-levels.ts'

const sampled = 60_000
const least = 0.5

/** The shares of the levels of each column, then of the whole texts. */
export function* randomShares(
  columns: readonly Column[],
  texts: readonly string[],
  split: number,
): Steps<Float64Array[]> {
  const pairs = randomPairs(texts.length, split)
  const shares: Float64Array[] = []
  for (const column of columns) shares.push(shareOf(yield* columnLevels(column, pairs), levelCount(column)))
  const families = [yield* wordFeatures(yield* mapInSteps(texts, wordsOf)), yield* gramFeatures(texts)]
  const similarities = yield* pairSimilarities(families, pairs)
  const levels = Uint8Array.from(similarities, similarity =>
    Math.min(textLevels - 1, similarity * textLevels),
  )
  return [...shares, shareOf(levels, textLevels)]
}

function shareOf(levels: Uint8Array, count: number): Float64Array {
  const shares = new Float64Array(count).fill(least)
  let all = least * count
  for (const level of levels) {
    if (level === noLevel) continue
    shares[level]++
    all++
  }
  return shares.map(share => share / all)
}

/** Sorted by left. */
function randomPairs(rows: number, split: number): CandidatePairs {
  let state = 7
  const next = (from: number, to: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return from + Math.floor((state / 2 ** 32) * (to - from))
  }
  const keys = new Float64Array(sampled)
  for (let k = 0; k < sampled; k++) {
    const a = next(0, split > 0 ? split : rows)
    const b = split > 0 ? next(split, rows) : next(0, rows - 1)
    const other = split === 0 && b >= a ? b + 1 : b
    keys[k] = Math.min(a, other) * rows + Math.max(a, other)
  }
  keys.sort()
  return {
    left: Int32Array.from(keys, key => Math.floor(key / rows)),
    right: Int32Array.from(keys, key => key % rows),
  }
}
