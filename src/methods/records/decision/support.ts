/**
 * Evidence of third records about a pair: open wedges, and the pair's support in its neighbourhood.
 *
 *      i ──── j          i and j both resemble k. Are they alike themselves?
 *       \    /           closed: copies of one thing. open: k is a hub, or "alike" is a chain of small
 *         k              differences, as among variants of a product or sentences of one template.
 *
 * Support of a pair: the mean of min(S_ik, S_jk) over the k that are at the threshold with i or j. Between records of
 * one thing it is high even if the pair itself is less alike, and across a bridge it is low. Scores move halfway to it.
 *
 * Source: average linkage (Sokal, Michener 1958), here one step, within the neighbourhood. Ours: the rest.
 * Cost: for each pair the neighbours of its right row.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import type { Neighbours } from './neighbours.ts'

interface Wedges {
  readonly all: number
  readonly open: number
}

/** How far below the threshold the third side may be. */
const slack = 0.05
/** A centre may have wedges of thousands of rows, a row hundreds of neighbours, and a pair two rows of them. */
const centresAStep = 16
const rowsAStep = 256
const pairsAStep = 1024

/** Wedges i-k-j with both sides at `threshold`; if there are many, those of every n-th row. */
export function* countWedges(
  { rows, starts, others, pairs }: Neighbours,
  scores: Float64Array,
  threshold: number,
  limit = 20_000_000,
): Steps<Wedges> {
  const side = new Float64Array(rows)
  const stride = yield* strideOf({ starts, pairs }, scores, threshold, limit)
  const near = new Int32Array(rows)
  let all = 0
  let open = 0
  const centres = Math.ceil(rows / stride)
  yield* inBlocks(centres, centresAStep, (from, to) => {
    for (let k = from * stride; k < Math.min(rows, to * stride); k += stride) {
      let count = 0
      for (let e = starts[k]; e < starts[k + 1]; e++)
        if (scores[pairs[e]] >= threshold) near[count++] = others[e]
      for (let a = 0; a + 1 < count; a++) {
        const i = near[a]
        for (let e = starts[i]; e < starts[i + 1]; e++) side[others[e]] = scores[pairs[e]]
        for (let b = a + 1; b < count; b++) if (side[near[b]] < threshold - slack) open++
        all += count - a - 1
        for (let e = starts[i]; e < starts[i + 1]; e++) side[others[e]] = 0
      }
    }
  })
  return { all, open }
}

/** The step between sampled rows, so that wedges and the neighbours read for them stay below the limit. */
function* strideOf(
  { starts, pairs }: Pick<Neighbours, 'starts' | 'pairs'>,
  scores: Float64Array,
  threshold: number,
  limit: number,
): Steps<number> {
  let work = 0
  yield* inBlocks(starts.length - 1, rowsAStep, (from, to) => {
    for (let k = from; k < to; k++) {
      let count = 0
      for (let e = starts[k]; e < starts[k + 1]; e++) if (scores[pairs[e]] >= threshold) count++
      if (count > 1) work += count * (count + starts[k + 1] - starts[k])
    }
  })
  return Math.max(1, Math.ceil(work / limit))
}

/** Scores moved halfway to their support at `threshold`. */
export function* supportedScores(
  neighbours: Neighbours,
  { left, right }: CandidatePairs,
  scores: Float64Array,
  threshold: number,
): Steps<Float64Array> {
  const { rows, starts, others, pairs } = neighbours
  const side = new Float64Array(rows)
  const moved = scores.slice()
  const strong = new Int32Array(rows)
  for (let p = 0; p < scores.length; p++) {
    if (scores[p] < threshold) continue
    strong[left[p]]++
    strong[right[p]]++
  }
  let row = -1
  yield* inBlocks(scores.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      const j = right[p]
      if (left[p] !== row) {
        if (row >= 0) for (let e = starts[row]; e < starts[row + 1]; e++) side[others[e]] = 0
        row = left[p]
        for (let e = starts[row]; e < starts[row + 1]; e++) side[others[e]] = scores[pairs[e]]
      }
      const isStrong = scores[p] >= threshold ? 1 : 0
      // Neighbours at the threshold with either row; those of both count once.
      let count = strong[row] + strong[j] - 2 * isStrong
      if (count === 0) continue
      const i = row
      let sum = 0
      for (let e = starts[j]; e < starts[j + 1]; e++) {
        const a = side[others[e]]
        const b = scores[pairs[e]]
        if (others[e] === i || (a < threshold && b < threshold)) continue
        if (a >= threshold && b >= threshold) count--
        sum += Math.min(a, b)
      }
      moved[p] = (scores[p] + (sum + scores[p]) / (count + 1)) / 2
    }
  })
  return moved
}
