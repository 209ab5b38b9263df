/**
 * Notes: what a report says of a run, as plain JSON, so that a person can review where it matters.
 *
 * Doubtful pairs are those nearest to the threshold, from both sides; a pair that lost to a better one of its rows
 * counts as rejected. The curve gives the estimated precision of stricter thresholds, and of laxer ones where each row
 * has one counterpart: the choice that was made, drawn.
 */
import type { Decision, Evidence } from './decide.ts'
import { type CurvePoint, precisionCurve } from './precision.ts'
import type { RowGroups, RowPairs } from './row-groups.ts'
import { byScore, type DecidedPairs, selectPairs } from './selection.ts'

/** A pair that a person should look at. */
export interface DoubtfulPair {
  readonly left: number
  readonly right: number
  readonly similarity: number
  readonly isAccepted: boolean
}

/** Plain JSON for the report. */
export type RecordNotes = {
  readonly threshold: number
  /** Whether each row was given at most one counterpart. */
  readonly oneToOne: boolean
  /** Whether the data shows a boundary between chance and copies, and how deep the valley is (0 to 2.5). */
  readonly clearBoundary: boolean
  readonly valleyDepth: number
  /** Of the pairs of different texts, estimated without labels; 0 when there are none. */
  readonly estimatedPrecision: number
  readonly pairs: number
  /** Of them, pairs of rows of the same compared text. */
  readonly identicalPairs: number
  readonly distinctTexts: number
  readonly candidates: number
  /** Rows without any character that is not white space; they match nothing. */
  readonly blankRows: number
  readonly warnings: readonly string[]
  /** The estimated precision of stricter thresholds: the choice, drawn. */
  readonly curve: readonly CurvePoint[]
  readonly doubtful: readonly DoubtfulPair[]
}

/** @param doubtful pairs of either side at most */
export function notesOf(
  evidence: Evidence,
  decision: Decision,
  found: RowPairs,
  groups: RowGroups,
  doubtful: number,
): RecordNotes {
  const { pairs, decided } = evidence
  const { accepted, scores, threshold } = decision
  const all = selectPairs(evidence, scores, 0, decision.rule)
  const curve = decision.rule === 'all' ? accepted : all
  const near = doubtfulPairs(scores, accepted, decided, threshold, doubtful)
  return {
    threshold: Math.min(1, threshold),
    oneToOne: decision.rule !== 'all',
    clearBoundary: decision.isClear,
    valleyDepth: decision.depth,
    estimatedPrecision: decision.precision,
    pairs: found.left.length,
    identicalPairs: found.identical,
    distinctTexts: evidence.rows,
    candidates: pairs.left.length,
    blankRows: groups.blanks,
    warnings: warningsOf(decision, found, groups),
    curve: thinnedCurve(precisionCurve(evidence, evidence.neighbours, scores, curve), 40),
    doubtful: Array.from(near, p => ({
      left: groups.first[pairs.left[p]],
      right: groups.first[pairs.right[p]],
      similarity: Math.min(1, scores[p]),
      isAccepted: accepted[p] === 1,
    })),
  }
}

function warningsOf(decision: Decision, found: RowPairs, groups: RowGroups): string[] {
  const warnings: string[] = []
  const near = found.left.length - found.identical
  const share = decision.precision.toFixed(2)
  if (!decision.isClear) {
    warnings.push(
      'no clear boundary between chance and copies: few pairs are reported, and they need review',
    )
  }
  if (near > 0 && decision.precision < 0.8) {
    warnings.push(`about ${share} of the ${near} pairs of different texts are estimated to be right`)
  }
  if (groups.blanks > 0) warnings.push(`${groups.blanks} blank rows match nothing`)
  if (found.isShortened)
    warnings.push('of large groups of the same text only the pairs with its first row are reported')
  return warnings
}

/**
 * Numbers of the undecided pairs nearest to the threshold, at most `count` of either side, most doubtful first.
 */
export function doubtfulPairs(
  scores: Float64Array,
  accepted: Uint8Array,
  decided: DecidedPairs,
  threshold: number,
  count: number,
): Int32Array {
  const doubt = scores.map(score => -Math.abs(score - threshold))
  // Pairs far from the threshold are many and of no interest here.
  for (let width = 0.05; ; width *= 2) {
    const near = byScore(doubt, p => decided[p] === 0 && doubt[p] >= -width)
    const sides = [0, 1].map(side => near.filter(p => accepted[p] === side).slice(0, count))
    const isDone = sides.every(side => side.length === count)
    if (isDone || width > 2) return near.filter(p => sides[accepted[p]].includes(p))
  }
}

/** At most about `count` points of a curve: its ends and steps of equal size between. */
export function thinnedCurve(curve: readonly CurvePoint[], count: number): CurvePoint[] {
  const stride = Math.max(1, Math.ceil(curve.length / count))
  return curve.filter((_, k) => k === curve.length - 1 || k % stride === stride - 1)
}
