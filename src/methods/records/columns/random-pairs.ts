/**
 * Random pairs: the share of each level among pairs of records that have nothing to do with each other.
 *
 * Rows are paired by a linear congruential generator, so the same list has the same pairs.
 *
 * Source: Splink's practice of estimating u by random sampling; constants of W. Press et al., "Numerical Recipes".
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import { type Features, pairSimilarities } from '../candidates/features.ts'
import type { Column } from '../values/column-values.ts'
import { levelCount } from '../values/compare-values.ts'
import { columnLevels, noLevel, textLevelOf, textLevels } from './pair-levels.ts'

const sampled = 60_000
const least = 0.5

export interface RandomPairs {
  readonly pairs: CandidatePairs
  /** Of the whole texts, one for each pair. */
  readonly similarities: Float64Array
}

/** REQUIRES: at least two rows, and for two lists a row in each. */
export function* measureRandomPairs(families: readonly Features[], split: number): Steps<RandomPairs> {
  const pairs = randomPairs(families[0].rows, split)
  return { pairs, similarities: yield* pairSimilarities(families, pairs) }
}

/** The shares of the levels of each column, then of the whole texts. */
export function* randomShares(
  columns: readonly Column[],
  { pairs, similarities }: RandomPairs,
): Steps<Float64Array[]> {
  const shares: Float64Array[] = []
  for (const column of columns) shares.push(shareOf(yield* columnLevels(column, pairs), levelCount(column)))
  return [...shares, shareOf(Uint8Array.from(similarities, textLevelOf), textLevels)]
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
