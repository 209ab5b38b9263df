/**
 * The decision: turns similarities into accepted pairs, with a threshold from the data.
 *
 *     valley ─▶ one copy or many? ─▶ many: scores moved to their support; the number of pairs stays
 *                                 ─▶ one:  the best pair of each row
 *            ─▶ evidence of heads and numbers ─▶ selection ─▶ estimated precision
 *
 * "Many" when at least 0.3 of the matched rows have a second match, or when wedges are closed (`support.ts`).
 *
 * No boundary: where the valley is flat, or wedges are open at it (look-alikes), the answer is few pairs and `isClear`
 * false: the threshold is raised until wedges close or the pairs above it stand out from chance, evidence is not
 * learnt from a doubtful decision, and the estimate is halved. Only where far more rows than by chance are mutual
 * nearest neighbours is each row given its best (`matchedShare`). Where nearly all of many wedges are closed, pairs
 * stay in spite of the missing valley; the estimate is then the mean of that of contrasts and of 1 - 2 (open share),
 * for a wrong pair leaves wedges open on either side.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { pairStates, type SignWeights, signReach, stateRatios, weighedScore } from '../candidates/signs.ts'
import type { Evidence } from './evidence.ts'
import { shareOfMany } from './neighbours.ts'
import { confidentThreshold, matchedShare, precisionCurve } from './precision.ts'
import { countAt, type SelectionRule, selectPairs, taughtThreshold, thresholdOf } from './selection.ts'
import { countWedges, supportedScores } from './support.ts'
import { findValley, plainValley, tiltedValley } from './valley.ts'

export interface PairSelection {
  readonly threshold: number
  /** What was compared with the threshold: similarities moved by support and evidence. */
  readonly scores: Float64Array
  /** 1 for each accepted pair. */
  readonly accepted: Uint8Array
  readonly rule: SelectionRule
  /** Whether the data shows a boundary. */
  readonly isClear: boolean
  readonly depth: number
  /** Estimated, in [0, 1]; 0 without pairs. */
  readonly precision: number
  /** The share of rows with a counterpart, where it has decided in place of a boundary; else 0. */
  readonly matched: number
  /** What heads and numbers have moved the scores by; undefined where they have not. */
  readonly weights?: SignWeights | undefined
}

const clearDepth = 0.5
const manyRows = 0.3
const mostRows = 0.5
/** Where most rows are matched, each is given its best, if anything is shared. */
const leastSimilarity = 0.02
const fewPairs = 200

/** How the similarities divide, before pairs are selected. */
interface Division {
  readonly threshold: number
  readonly depth: number
  readonly isClear: boolean
  readonly rule: SelectionRule
  /** The matched share, where it has decided; else 0. */
  readonly matched: number
  /** What closed wedges say of the precision, where they have decided; else 0. */
  readonly vouched: number
}

/**
 * @param oneToOne whether a row has at most one counterpart; 'auto' reads it from the data
 * @param given a threshold of the caller in [0, 1], in place of the one from the data
 * @param isPairwise whether scores are those of pairs by themselves, without the support of other rows
 */
export function* decide(
  evidence: Evidence,
  oneToOne: boolean | 'auto',
  given?: number,
  isPairwise = false,
): Steps<PairSelection> {
  const division = yield* divide(evidence, oneToOne)
  let { rule, threshold } = division
  let scores = evidence.similarities
  if (rule === 'all' && evidence.split === 0 && !isPairwise) {
    scores = yield* supportedScores(evidence.neighbours, evidence.pairs, scores, threshold)
    threshold = yield* thresholdOf(scores, countAt(evidence.similarities, threshold))
  }
  let weights: SignWeights | undefined
  if (division.isClear) ({ scores, threshold, weights } = yield* weigh(evidence, scores, threshold, rule))
  threshold = given ?? (yield* taughtThreshold(scores, evidence.decided, threshold))
  let accepted = yield* selectPairs(evidence, scores, threshold, rule)
  let curve = yield* precisionCurve(evidence, scores, accepted)
  const isFree = given === undefined && !evidence.decided.some(verdict => verdict !== 0)
  if (rule !== 'all' && division.isClear && isFree && (curve.at(-1)?.precision ?? 1) < 0.5) {
    // A valley within what chance brings, or rows with several counterparts: whichever stands out more.
    const many = yield* selectPairs(evidence, scores, threshold, 'all')
    const ofMany = yield* precisionCurve(evidence, scores, many)
    if (oneToOne === 'auto' && (ofMany.at(-1)?.precision ?? 0) >= 0.5) rule = 'all'
    else threshold = Math.max(threshold, confidentThreshold(curve, 0.5))
    accepted = yield* selectPairs(evidence, scores, threshold, rule)
    curve = yield* precisionCurve(evidence, scores, accepted)
  }
  const { isClear, depth, matched } = division
  const byContrast = curve.at(-1)?.precision ?? 0
  const byWedges = curve.length > 0 && given === undefined ? division.vouched : 0
  const precision = Math.max(
    isClear ? byContrast : (byContrast + byWedges) / 2,
    curve.length > 0 ? matched : 0,
  )
  return { threshold, scores, accepted, rule, isClear, depth, precision, matched, weights }
}

/** Threshold by the valley, the rule, and what is to be done without a valley. */
function* divide(evidence: Evidence, oneToOne: boolean | 'auto'): Steps<Division> {
  const { neighbours, similarities: scores, split } = evidence
  const equal = equalPairs(evidence)
  let valley = findValley(scores, plainValley, equal)
  const { depth } = valley
  yield
  if (depth < clearDepth) {
    const tilted = findValley(scores, tiltedValley, equal)
    if (tilted.depth > Math.max(0.3, depth) && tilted.threshold > valley.threshold) valley = tilted
  }
  const { threshold } = valley
  const wedges = split > 0 ? { all: 0, open: 0 } : yield* countWedges(neighbours, scores, threshold)
  const open = wedges.open / (wedges.all + 10)
  const isClosed = wedges.all >= 20 && open <= 0.1 && depth >= clearDepth
  const matched = split > 0 && depth < clearDepth ? yield* matchedShare(evidence, scores) : 0
  const isMatched = matched >= mostRows
  const seconds = yield* shareOfMany(neighbours, scores, threshold, evidence.copies)
  const hasFewSeconds = seconds < manyRows
  const isSingle = (hasFewSeconds && !isClosed) || isMatched
  const isOneToOne = oneToOne === 'auto' ? isSingle : oneToOne
  const rule: SelectionRule = !isOneToOne ? 'all' : split > 0 ? 'greedy' : 'mutual'
  const isClear = depth >= clearDepth && (rule !== 'all' || open <= 0.25)
  const division = { depth, isClear, rule, matched: 0, vouched: 0 }
  if (isClear) return { ...division, threshold }
  if (rule === 'all') return { ...division, ...(yield* raiseForMany(evidence, threshold, open)) }
  if (isMatched) return { ...division, threshold: leastSimilarity, matched }
  return { ...division, threshold: yield* raiseForOne(evidence, threshold, open) }
}

/** Until at most a fifth of the wedges is open; then few pairs, unless nearly all are closed. */
function* raiseForMany(
  evidence: Evidence,
  from: number,
  openThere: number,
): Steps<Pick<Division, 'threshold' | 'vouched'>> {
  const { similarities, rows, split } = evidence
  const threshold = split > 0 ? from : yield* closedThreshold(evidence, from, openThere, 0.2)
  if (split === 0 && threshold === from && openThere <= 0.1) {
    const { all } = yield* countWedges(evidence.neighbours, similarities, threshold)
    // A few wedges may be closed by chance.
    return { threshold, vouched: all >= rows ? 1 - 2 * openThere : 0 }
  }
  const few = yield* thresholdOf(similarities, Math.max(fewPairs, rows >> 2))
  return { threshold: Math.max(threshold, few), vouched: 0 }
}

/** To where the best pairs stand out. */
function* raiseForOne(evidence: Evidence, from: number, openThere: number): Steps<number> {
  const { similarities } = evidence
  const threshold = yield* closedThreshold(evidence, from, openThere, 0.4)
  const mutual = yield* selectPairs(evidence, similarities, 0, 'mutual')
  const curve = yield* precisionCurve(evidence, similarities, mutual)
  return Math.max(threshold, confidentThreshold(curve, 0.75))
}

/** The threshold, raised in steps of 0.03 until the share of open wedges is at most `share`. */
function* closedThreshold(
  evidence: Evidence,
  from: number,
  openThere: number,
  share: number,
): Steps<number> {
  let threshold = from
  for (let open = openThere; open > share && threshold < 0.97; open = yield* openAt(evidence, threshold))
    threshold += 0.03
  return threshold
}

/** Pairs of rows of the same text, which are of similarity 1. */
function equalPairs({ rows, copies, split }: Evidence): number {
  let count = 0
  for (let r = 0; r < rows && split === 0; r++) count += (copies[r] * (copies[r] - 1)) / 2
  return count
}

/** The share of open wedges, shrunk a little where there are few. */
function* openAt({ neighbours, similarities, split }: Evidence, threshold: number): Steps<number> {
  if (split > 0) return 0
  const { all, open } = yield* countWedges(neighbours, similarities, threshold)
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
