/**
 * Neighbours: the candidate pairs of each row, and how far its best ones stand above the next.
 *
 *     starts  [rows + 1]       neighbours of row r are [starts[r], starts[r + 1])
 *     others  the other row, ascending        pairs  the number of the pair
 *
 * Contrast. For a row without a counterpart the sorted similarities s_1 >= s_2 >= s_3 ... are the top of a smooth tail,
 * in which q (s_q - s_q+1) has about the same mean for every q. So with beta, the mean of these over the ranks q below
 * the k accepted ones,
 *
 *     z = k (s_k - s_k+1) / beta                                                  (1)
 *
 * has about an exponential distribution of mean 1 by chance alone (k = 1), for any data, and is larger if the k best
 * differ in kind from the rest.
 *
 * Source: A. Renyi, "On the theory of order statistics", 1953, for the spacings. Ours: their use as contrast.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { pairsBySideInSteps } from '../../../ground/lists/grouped.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'

export interface Neighbours {
  readonly rows: number
  readonly starts: Int32Array
  readonly others: Int32Array
  readonly pairs: Int32Array
}

/** Takes less than a millisecond. */
const rowsAStep = 256

/** The neighbours of each row. */
export function* neighboursOf(rows: number, { left, right }: CandidatePairs): Steps<Neighbours> {
  // Pairs are sorted by left, so the smaller neighbours of a row come first and in order.
  const { starts, members: pairs } = yield* pairsBySideInSteps(left, right, rows)
  const others = new Int32Array(pairs.length)
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++)
      for (let e = starts[r]; e < starts[r + 1]; e++)
        others[e] = left[pairs[e]] === r ? right[pairs[e]] : left[pairs[e]]
  })
  return { rows, starts, others, pairs }
}

/**
 * The share of the rows with a neighbour at `threshold` that have a second one there; 0 if there are none.
 *
 * @param copies the number of equal rows that each row stands for
 */
export function* shareOfMany(
  { rows, starts, others, pairs }: Neighbours,
  scores: Float64Array,
  threshold: number,
  copies: Int32Array,
): Steps<number> {
  let some = 0
  let many = 0
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) {
      let count = copies[r] - 1
      for (let e = starts[r]; e < starts[r + 1]; e++)
        if (scores[pairs[e]] >= threshold) count += copies[others[e]]
      if (count > 0) some += copies[r]
      if (count > 1) many += copies[r]
    }
  })
  return some === 0 ? 0 : many / some
}

/** Number of ranks below the accepted ones for the usual spacing. */
const ranksBelow = 5
/** Spacings below this come from rounding and ties and give no scale. */
const leastSpacing = 0.01

/**
 * Contrast (1) of each row with accepted pairs; -1 for the others.
 *
 * @param accepted for each pair, 1 if accepted
 * @param decided -1: rejected by a person, or open: no neighbour
 */
export function* contrasts(
  neighbours: Neighbours,
  scores: Float64Array,
  accepted: Uint8Array,
  decided: Int8Array,
): Steps<Float64Array> {
  const contrast = new Float64Array(neighbours.rows).fill(-1)
  yield* inBlocks(neighbours.rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) contrast[r] = contrastOf(neighbours, scores, [accepted, decided], r)
  })
  return contrast
}

function contrastOf(
  { starts, pairs }: Neighbours,
  scores: Float64Array,
  [accepted, decided]: readonly [Uint8Array, Int8Array],
  row: number,
): number {
  let count = 0
  let least = Number.POSITIVE_INFINITY
  for (let e = starts[row]; e < starts[row + 1]; e++) {
    if (accepted[pairs[e]] === 0) continue
    count++
    least = Math.min(least, scores[pairs[e]])
  }
  if (count === 0) return -1
  // The best of the rest, falling: one more than there are spacings.
  const rest: number[] = []
  for (let e = starts[row]; e < starts[row + 1]; e++) {
    const pair = pairs[e]
    if (accepted[pair] !== 0 || decided[pair] === -1) continue
    const score = scores[pair]
    if (rest.length > ranksBelow && score <= rest[ranksBelow]) continue
    let at = Math.min(rest.length, ranksBelow)
    for (; at > 0 && rest[at - 1] < score; at--) rest[at] = rest[at - 1]
    rest[at] = score
  }
  const first = rest.length > 0 ? rest[0] : 0
  return (count * (least - first)) / usualSpacing(rest, count)
}

/** beta of (1): mean of q (s_q - s_q+1) over the ranks below the first `count`. */
function usualSpacing(rest: readonly number[], count: number): number {
  let sum = 0
  let ranks = 0
  for (let q = 0; q < ranksBelow && q + 1 < rest.length; q++) {
    sum += (count + q + 1) * (rest[q] - rest[q + 1])
    ranks++
  }
  return Math.max(leastSpacing, ranks === 0 ? 0 : sum / ranks)
}
