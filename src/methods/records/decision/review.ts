/**
 * Review: the pairs that a person should check.
 *
 *     doubtful       nearest to the threshold, from both sides
 *     likelyFalse    reported, and stand out least from the next best of their rows
 *     likelyMissed   not reported, would be at a threshold lower by 0.15, and stand out most
 *
 * How far a pair stands out is its contrast (`neighbours.ts`), the smaller one of its two rows. By chance alone 2 of 9
 * pairs are above 1.5, so a reported pair below that may well be chance, and an unreported one above it a miss.
 *
 * Ours: all of it. Cost: a selection, and contrasts twice.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { PairSelection } from './decide.ts'
import type { Evidence } from './evidence.ts'
import { pairContrasts } from './precision.ts'
import { byScore, type JudgedPairs, selectPairs, thresholdOf } from './selection.ts'

interface ConfusedPairs {
  readonly likelyFalse: Int32Array
  readonly likelyMissed: Int32Array
}

/** How far below the threshold to look for missed pairs. */
const reach = 0.15
/** The contrast that separates the two: 78 of 100 pairs by chance are below. */
const parting = 1.5

/** Numbers of undecided pairs, at most `count` of each kind, clearest first. */
export function* confusedPairs(
  evidence: Evidence,
  decision: PairSelection,
  count: number,
): Steps<ConfusedPairs> {
  const { scores, accepted, threshold, rule } = decision
  const lax = yield* selectPairs(evidence, scores, threshold - reach, rule)
  const here = yield* pairContrasts(evidence, scores, accepted)
  const there = yield* pairContrasts(evidence, scores, lax)
  const isOpen = (p: number): boolean => evidence.decided[p] === 0
  const likelyFalse = yield* byScore(
    here.map(z => -z),
    p => isOpen(p) && accepted[p] === 1 && here[p] < parting,
  )
  const likelyMissed = yield* byScore(
    there,
    p => isOpen(p) && accepted[p] === 0 && lax[p] === 1 && there[p] >= parting,
  )
  return { likelyFalse: likelyFalse.slice(0, count), likelyMissed: likelyMissed.slice(0, count) }
}

/**
 * Numbers of the undecided pairs nearest to the threshold, at most `count` of either side, most doubtful first.
 */
export function* doubtfulPairs(
  scores: Float64Array,
  accepted: Uint8Array,
  decided: JudgedPairs,
  threshold: number,
  count: number,
): Steps<Int32Array> {
  const doubt = scores.map(score => -Math.abs(score - threshold))
  // All others are many, and would have to be sorted.
  const least: number[] = []
  for (const side of [0, 1]) {
    const open = new Float64Array(doubt.length)
    let end = 0
    for (let p = 0; p < doubt.length; p++)
      if (decided[p] === 0 && accepted[p] === side) open[end++] = doubt[p]
    least.push(yield* thresholdOf(open.subarray(0, end), count))
  }
  const near = yield* byScore(doubt, p => decided[p] === 0 && doubt[p] >= least[accepted[p]])
  const sides = [0, 1].map(side => near.filter(p => accepted[p] === side).slice(0, count))
  return near.filter(p => sides[accepted[p]].includes(p))
}
