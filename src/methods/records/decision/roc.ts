/**
 * ROC of the choice: the pairs that other thresholds would report, and their likely precision, without labels.
 *
 * Around the chosen threshold the same rule selects at about a dozen others. The pairs between two of them are a band;
 * (1) of `precision.ts` estimates its wrong ones from contrasts: those of the reported pairs, or below the threshold
 * those of the pairs that the lowest threshold selects. Then
 *
 * - the more alike, the more likely right: bands that contradict this are pooled (pool adjacent violators);
 * - bands above are scaled, so that the chosen point has the estimated precision of the decision;
 * - a band below is no better than the last one above, and at most half right if the data chose the threshold: with
 *   more right pairs there, it would have chosen a lower one.
 *
 * All right pairs are assumed to be above the lowest threshold, so `recall` is too high if many lie below it.
 *
 * Source: Ayer et al. 1955, for pooling. Ours: the rest. Cost: a selection for each point.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { PairSelection } from './decide.ts'
import type { Evidence } from './evidence.ts'
import { chanceAmong, type PrecisionPoint, pairContrasts } from './precision.ts'
import { selectPairs } from './selection.ts'

/** The result of accepting all pairs down to `threshold`. */
export interface RocPoint extends PrecisionPoint {
  /** Share of the right pairs that are reported (true positive rate). */
  readonly recall: number
  /** Share of the wrong candidates that are reported (false positive rate). */
  readonly falseRate: number
  readonly isChosen: boolean
}

/** Pairs that a threshold adds to those above it. */
interface Band {
  readonly pairs: number
  wrong: number
}

const [stepsAbove, stepsBelow, step] = [6, 5, 0.03]

/** By falling thresholds. @param isGiven whether the caller chose the threshold, not the data */
export function* rocOf(evidence: Evidence, decision: PairSelection, isGiven: boolean): Steps<RocPoint[]> {
  const { scores, precision } = decision
  const thresholds = thresholdsAround(decision.threshold, scores)
  const at = thresholds.indexOf(decision.threshold)
  const bands = yield* bandsOf(evidence, decision, thresholds)
  const [above, below] = [bands.slice(0, at + 1), bands.slice(at + 1)]
  pool(above)
  scale(above, precision)
  const filled = above.findLast(({ pairs }) => pairs > 0)
  const last = filled === undefined ? 0 : filled.wrong / filled.pairs
  const least = Math.max(last, isGiven ? 0 : 0.5)
  for (const band of below) band.wrong = Math.max(band.wrong, least * band.pairs)
  pool(below)
  const right = Math.max(
    1,
    sum(bands, band => band.pairs - band.wrong),
  )
  let [pairs, bad] = [0, 0]
  return bands.map((band, k) => {
    pairs += band.pairs
    bad += band.wrong
    return {
      threshold: Math.min(1, thresholds[k]),
      pairs,
      precision: pairs > 0 ? 1 - bad / pairs : 0,
      recall: (pairs - bad) / right,
      falseRate: bad / Math.max(1, scores.length - right),
      isChosen: k === at,
    }
  })
}

/** Thresholds from high to low, including the chosen one, within the range of the scores. */
export function thresholdsAround(chosen: number, scores: Float64Array): number[] {
  let [least, most] = [1, 0]
  for (const score of scores) {
    least = Math.min(least, score)
    most = Math.max(most, score)
  }
  const top = Math.max(chosen, Math.min(1, most))
  const above = Array.from({ length: stepsAbove }, (_, k) => top - (k * (top - chosen)) / stepsAbove)
  const below = Array.from({ length: stepsBelow }, (_, k) => Math.min(chosen, most) - (k + 1) * step)
  return [...above.filter(at => at > chosen), chosen, ...below.filter(at => at > least)]
}

function* bandsOf(
  evidence: Evidence,
  decision: PairSelection,
  thresholds: readonly number[],
): Steps<Band[]> {
  const { accepted, rule, scores } = decision
  const lowest = yield* selectPairs(evidence, scores, thresholds[thresholds.length - 1], rule)
  const reported = yield* pairContrasts(evidence, scores, accepted)
  const others = yield* pairContrasts(evidence, scores, lowest)
  const isSeen = new Uint8Array(scores.length)
  const bands: Band[] = []
  for (const threshold of thresholds) {
    const selected = yield* selectPairs(evidence, scores, threshold, rule)
    const contrasts: number[] = []
    for (let p = 0; p < scores.length; p++) {
      if (selected[p] === 0 || isSeen[p] === 1) continue
      isSeen[p] = 1
      contrasts.push(accepted[p] === 1 ? reported[p] : others[p])
    }
    bands.push({ pairs: contrasts.length, wrong: Math.min(contrasts.length, chanceAmong(contrasts)) })
  }
  return bands
}

/** Makes the share of wrong pairs rise from band to band, with the least change. */
function pool(bands: readonly Band[]): void {
  const blocks: Band[][] = []
  const share = (block: readonly Band[]): number =>
    sum(block, band => band.wrong) /
    Math.max(
      1,
      sum(block, band => band.pairs),
    )
  for (const band of bands) {
    let block = [band]
    for (let last = blocks.at(-1); last && share(last) > share(block); last = blocks.at(-1)) {
      block = [...last, ...block]
      blocks.pop()
    }
    blocks.push(block)
  }
  for (const block of blocks) {
    const wrong = share(block)
    for (const band of block) band.wrong = wrong * band.pairs
  }
}

/** Scales the right or the wrong pairs down to the given precision of all; the order of shares stays. */
function scale(bands: readonly Band[], precision: number): void {
  const pairs = sum(bands, band => band.pairs)
  const wrong = sum(bands, band => band.wrong)
  const right = pairs - wrong
  const wanted = precision * pairs
  for (const band of bands) {
    if (wanted <= right)
      band.wrong = band.pairs - ((band.pairs - band.wrong) * wanted) / Math.max(right, 1e-9)
    else band.wrong *= (pairs - wanted) / wrong
  }
}

function sum(bands: readonly Band[], of: (band: Band) => number): number {
  return bands.reduce((total, band) => total + of(band), 0)
}
