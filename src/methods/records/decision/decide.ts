/**
 * The decision: turns similarities into accepted pairs, with a threshold from the data.
 *
 *     valley ─▶ one copy or many? ─▶ many: scores move towards their support; the number of pairs stays
 *                                 ─▶ one:  the best pair of each row
 *            ─▶ evidence of heads and numbers ─▶ selection ─▶ estimated precision
 *
 * "Many" if at least 0.3 of the matched rows have a second match, or if wedges are closed (`support.ts`).
 *
 * No boundary: if the valley is flat, or wedges are open at it (look-alikes), the answer is few pairs and `isClear`
 * false. The threshold rises until wedges close or the pairs above it stand out from chance, the decision learns no
 * evidence, and the estimate is low. There are two exceptions. If far more rows than by chance are mutual nearest
 * neighbours, each row gets its best (`matchedShare`). If at some threshold nearly all of many wedges are closed, the
 * one at which most are is taken without a valley. Fewer than four pairs without a boundary are none.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { pairStates, type SignWeights, signReach, stateRatios, weighedScore } from '../candidates/signs.ts'
import { estimateConstants, textConstants } from '../constants/decision-constants.ts'
import { differencesOf } from './differences.ts'
import { type Estimate, estimatePrecision, type Grounds } from './estimate.ts'
import type { Evidence } from './evidence.ts'
import { shareOfMany } from './neighbours.ts'
import { confidentThreshold, matchedShare, precisionCurve } from './precision.ts'
import { countAt, type SelectionRule, selectPairs, taughtThreshold, thresholdOf } from './selection.ts'
import { countWedges, supportedScores } from './support.ts'
import { findValley, plainValley, tiltedValley } from './valley.ts'

export interface PairSelection extends Estimate {
  readonly threshold: number
  /** Similarities moved by support and evidence; the threshold applies to these. */
  readonly scores: Float64Array
  /** 1 for each accepted pair. */
  readonly accepted: Uint8Array
  readonly rule: SelectionRule
  /** Whether the data shows a boundary. */
  readonly isClear: boolean
  readonly depth: number
  /** What the estimate is made from. */
  readonly grounds: Grounds
  /** The weights of heads and numbers in the scores; undefined if unused. */
  readonly weights?: SignWeights | undefined
}

const { clearDepth, mostRows, leastSimilarity, mostOpen } = textConstants

/** How the similarities divide, before the selection of pairs. */
interface Division {
  readonly threshold: number
  readonly depth: number
  readonly isClear: boolean
  readonly rule: SelectionRule
  /** The matched share if it decided, else 0. */
  readonly matched: number
}

/**
 * @param oneToOne whether a row has at most one counterpart; 'auto' reads it from the data
 * @param given a threshold of the caller in [0, 1], instead of the one from the data
 * @param isPairwise whether each pair is scored by itself, without the support of other rows
 */
export function* decide(
  evidence: Evidence,
  oneToOne: boolean | 'auto',
  given?: number,
  isPairwise = false,
): Steps<PairSelection> {
  const division = yield* divide(evidence, oneToOne)
  const { rule } = division
  let { threshold } = division
  let scores = evidence.similarities
  if (rule === 'all' && evidence.split === 0 && !isPairwise) {
    scores = yield* supportedScores(evidence.neighbours, evidence.pairs, scores, threshold)
    threshold = yield* thresholdOf(scores, countAt(evidence.similarities, threshold))
  }
  let weights: SignWeights | undefined
  if (division.isClear) ({ scores, threshold, weights } = yield* weigh(evidence, scores, threshold, rule))
  threshold = given ?? (yield* taughtThreshold(scores, evidence.decided, threshold))
  let accepted = yield* selectPairs(evidence, scores, threshold, rule)
  const curve = yield* precisionCurve(evidence, scores, accepted)
  const { isClear, depth, matched } = division
  const contrast = curve.at(-1)?.precision ?? 0
  const isVouched = curve.length > 0 && rule === 'all' && evidence.split === 0
  const closed = isVouched ? yield* closedShare(evidence, scores, threshold) : 0
  const equal = equalPairs(evidence)
  let differences = yield* differencesOf(evidence, accepted)
  const isLeft = given === undefined && !evidence.decided.includes(1)
  if (isLeft && !isClear && matched === 0 && differences.pairs + equal < estimateConstants.fewPairs) {
    accepted = new Uint8Array(accepted.length)
    differences = yield* differencesOf(evidence, accepted)
  }
  const grounds: Grounds = {
    ...{ expected: undefined, contrast, textContrast: contrast, closed, isMatched: matched > 0 },
    ...{ rule, isClear, isAcross: evidence.split > 0, beyondChance: matched, equal, differences },
  }
  return {
    threshold,
    scores,
    accepted,
    rule,
    isClear,
    depth,
    ...estimatePrecision(grounds),
    grounds,
    weights,
  }
}

/** The threshold by the valley, the rule of selection, and the way out without a valley. */
function* divide(evidence: Evidence, oneToOne: boolean | 'auto'): Steps<Division> {
  const { neighbours, similarities: scores, split } = evidence
  const equal = equalPairs(evidence)
  let valley = findValley(scores, plainValley, equal)
  const { depth } = valley
  yield
  if (depth < clearDepth) {
    const tilted = findValley(scores, tiltedValley, equal)
    if (tilted.depth > Math.max(textConstants.tiltedDepth, depth) && tilted.threshold > valley.threshold)
      valley = tilted
  }
  const { threshold } = valley
  const wedges = split > 0 ? { all: 0, open: 0 } : yield* countWedges(neighbours, scores, threshold)
  const open = openShare(wedges)
  const isClosed = wedges.all >= textConstants.leastWedges && open <= mostOpen && depth >= clearDepth
  const matched = split > 0 && depth < clearDepth ? yield* matchedShare(evidence, scores) : 0
  const isMatched = matched >= mostRows
  const seconds = yield* shareOfMany(neighbours, scores, threshold, evidence.copies)
  const hasFewSeconds = seconds < textConstants.manyRows
  const isSingle = (hasFewSeconds && !isClosed) || isMatched
  const isOneToOne = oneToOne === 'auto' ? isSingle : oneToOne
  const rule: SelectionRule = !isOneToOne ? 'all' : split > 0 ? 'greedy' : 'mutual'
  const isClear = depth >= clearDepth && (rule !== 'all' || open <= textConstants.mostOpenIfClear)
  const division = { depth, isClear, rule, matched: 0 }
  if (isClear) return { ...division, threshold }
  if (rule === 'all') return { ...division, threshold: yield* raiseForMany(evidence, threshold, open) }
  if (isMatched) return { ...division, threshold: leastSimilarity, matched }
  return { ...division, threshold: yield* raiseForOne(evidence, threshold, open) }
}

/** Raises the threshold until at most a fifth of the wedges is open: few pairs, unless nearly all are closed. */
function* raiseForMany(evidence: Evidence, from: number, openThere: number): Steps<number> {
  const { similarities, rows, split } = evidence
  const closed = split > 0 ? undefined : yield* mostClosed(evidence)
  if (closed !== undefined) return closed
  const threshold =
    split > 0 ? from : yield* closedThreshold(evidence, from, openThere, textConstants.openOfMany)
  const few = yield* thresholdOf(similarities, Math.max(textConstants.fewPairs, rows >> 2))
  return Math.max(threshold, few)
}

/** Raises the threshold until the best pairs stand out. */
function* raiseForOne(evidence: Evidence, from: number, openThere: number): Steps<number> {
  const { similarities } = evidence
  const threshold = yield* closedThreshold(evidence, from, openThere, textConstants.openOfOne)
  const mutual = yield* selectPairs(evidence, similarities, 0, 'mutual')
  const curve = yield* precisionCurve(evidence, similarities, mutual)
  return Math.max(threshold, confidentThreshold(curve, textConstants.standingOut))
}

/** The threshold, raised in steps of 0.03 until the share of open wedges is at most `share`. */
function* closedThreshold(
  { neighbours, similarities }: Evidence,
  from: number,
  openThere: number,
  share: number,
): Steps<number> {
  let threshold = from
  for (let open = openThere; open > share && threshold < 0.97; ) {
    threshold += 0.03
    open = openShare(yield* countWedges(neighbours, similarities, threshold))
  }
  return threshold
}

/** The threshold at which the smallest share of wedges is open, if at most a tenth is, and enough to tell. */
function* mostClosed({ neighbours, similarities, rows }: Evidence): Steps<number | undefined> {
  let best: number | undefined
  let least: number = mostOpen
  for (let threshold = plainValley.from; threshold < textConstants.mostRaised; threshold += 0.05) {
    const wedges = yield* countWedges(neighbours, similarities, threshold)
    if (wedges.all < rows || openShare(wedges) > least) continue
    least = openShare(wedges)
    best = threshold
  }
  return best
}

/** 1 - 2 (share of open wedges) if at most a tenth is open, and enough to tell; else 0. */
function* closedShare(
  { neighbours, rows }: Evidence,
  scores: Float64Array,
  threshold: number,
): Steps<number> {
  const wedges = yield* countWedges(neighbours, scores, threshold)
  const open = openShare(wedges)
  return wedges.all >= rows && open <= mostOpen ? 1 - 2 * open : 0
}

/** The number of pairs of rows with the same text; their similarity is 1. */
function equalPairs({ rows, copies, split }: Evidence): number {
  let count = 0
  for (let r = 0; r < rows && split === 0; r++) count += (copies[r] * (copies[r] - 1)) / 2
  return count
}

/** The share of open wedges, slightly lower if there are few. */
function openShare({ all, open }: { readonly all: number; readonly open: number }): number {
  return open / (all + 10)
}

interface Weighed {
  readonly scores: Float64Array
  readonly threshold: number
  readonly weights: SignWeights | undefined
}

/** Scores with the evidence of heads and numbers, and the threshold for them. */
function* weigh(
  evidence: Evidence,
  scores: Float64Array,
  threshold: number,
  rule: SelectionRule,
): Steps<Weighed> {
  const accepted = yield* selectPairs(evidence, scores, threshold, rule)
  const states = yield* pairStates(evidence.words, evidence.pairs, p => scores[p] > threshold - signReach)
  const ratios = stateRatios(scores, states, accepted, threshold)
  if (ratios === undefined) return { scores, threshold, weights: undefined }
  const weights = { ratios, threshold }
  const weighed = scores.map((score, p) => weighedScore(score, states[p], ratios))
  yield
  if (rule === 'all') {
    const count = countAt(scores, threshold)
    return { scores: weighed, threshold: yield* thresholdOf(weighed, count), weights }
  }
  const from = Math.max(plainValley.from, threshold - 0.12)
  const to = Math.max(from, Math.min(plainValley.to, threshold + 0.12))
  const shape = { from, to, centre: threshold, flat: 0, width: 0.1, tilt: 0 }
  return {
    scores: weighed,
    threshold: findValley(weighed, shape, equalPairs(evidence)).threshold,
    weights,
  }
}
