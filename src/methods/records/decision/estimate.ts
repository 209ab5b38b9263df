/**
 * Estimates: how many accepted pairs are right, without labels, and how far off that may be.
 *
 * First what the scores say:
 *
 *     columns            mean of what the probabilities say, which is too high where columns depend on each other, and
 *                        of contrast, which is too low where copies have near variants beside them
 *     text, boundary     contrast (`precision.ts`)
 *     closed wedges      1/3 contrast + 2/3 (1 - 2 open share): a copy among many copies has no contrast
 *     no boundary        many copies: half the contrast, a fifth across two lists; one copy: what contrast has beyond
 *                        0.7, times 3, since the best pairs of any list stand out somewhat
 *     each row its best  1.6 times the share of rows that match beyond chance
 *
 * No estimate is above 0.95: weights cannot see that columns agree for one reason, as at one address.
 *
 * Then it is lowered where nothing but the scores speaks for copies, since the best look-alikes of a list without
 * copies have high scores, too. c and r are the contained and replaced shares of `differences.ts`:
 *
 *     one copy       ((c - 0.02) / 0.3)^2; rows that match beyond chance count, too
 *     many copies    ((c - 0.02) / 0.13)^2; if wedges are closed, long texts count as contained, and without a boundary
 *                    0.65 are needed
 *     text           (c / r)^2 if fewer are contained than replaced
 *     closed wedges  nothing at a mean similarity of 0.3, all from 0.4
 *     columns        if fewer than 0.06 of the records match, no more than the contrast of the texts says
 *     no boundary    pairs / (pairs + 4)
 *
 * The constants were chosen on the labelled sets of development and their variants (`bench/record-estimates.ts`, which
 * also tells the error on sets left out of the choice).
 *
 * Ours: all of it.
 */
import type { Differences } from './differences.ts'
import type { SelectionRule } from './selection.ts'

/** What estimates are made with; all in [0, 1] but `exponent`s, factors and numbers of pairs. */
export const estimateConstants = Object.freeze({
  mostSure: 0.95,
  /** Right pairs for each row that is seen to match beyond chance. */
  rightOfMatched: 1.6,
  vouching: 2 / 3,
  leastContrast: 0.7,
  contrastScale: 3,
  manyAcross: 0.2,
  leastContained: 0.02,
  containedOfOne: 0.3,
  containedOfMany: 0.13,
  /** If wedges are closed, but there is no boundary. */
  containedOfUnclear: 0.65,
  /** Matched beyond chance, which stands for contained ones. */
  matchedOfOne: 0.3,
  containedOfReplaced: 0.85,
  leastSimilarity: 0.3,
  usualSimilarity: 0.4,
  fewRows: 0.06,
  /** An estimate that says: nothing is known. */
  unknown: 0.1,
  fewPairs: 4,
})

export type EstimateConstants = { readonly [name in keyof typeof estimateConstants]: number }

/** Rows that match for each one that is seen to match beyond chance: half of the counterparts are the best of both. */
const hidden = 2
/** Shares of pairs below this are chance. */
const slack = 0.03

/** Most estimates of a kind are at most this far off, on the sets of development. */
export const margins = Object.freeze({ columns: 0.12, clear: 0.1, unclear: 0.25 })

/** What is known of the accepted pairs. */
export interface Grounds {
  /** The mean probability of the pairs if columns decided. */
  readonly expected: number | undefined
  /** The precision by contrast of the scores that decided, and of the texts; in [0, 1]. */
  readonly contrast: number
  readonly textContrast: number
  /** 1 - 2 (share of open wedges) if wedges can tell, else 0. */
  readonly closed: number
  /** The share of rows that match beyond chance, by the scores; 0 for one list. */
  readonly beyondChance: number
  /** Whether it decided. */
  readonly isMatched: boolean
  readonly rule: SelectionRule
  readonly isClear: boolean
  readonly isAcross: boolean
  readonly differences: Differences
}

/** The estimated precision, in [0, 0.95]; 0 without pairs. */
export function precisionOf(grounds: Grounds, constants: EstimateConstants = estimateConstants): number {
  if (grounds.differences.pairs === 0) return 0
  const { mostSure, rightOfMatched } = constants
  if (grounds.isMatched) return Math.min(mostSure, rightOfMatched * grounds.beyondChance)
  const sure = Math.min(mostSure, byScores(grounds, constants)) * likeCopies(grounds, constants)
  return Math.min(sure, Math.max(rareLimit(grounds, constants), constants.unknown))
}

/** What the scores say. */
function byScores(
  { expected, contrast, closed, rule, isClear, isAcross }: Grounds,
  { vouching, leastContrast, contrastScale, manyAcross }: EstimateConstants,
): number {
  if (expected !== undefined) return (expected + contrast) / 2
  if (closed > 0) return (1 - vouching) * contrast + vouching * closed
  if (rule === 'all') return contrast * (isAcross ? manyAcross : isClear ? 1 : 0.5)
  return isClear ? contrast : Math.max(0, (contrast - leastContrast) * contrastScale)
}

/** The share of it that stays, by how the records of the pairs differ. */
function likeCopies(grounds: Grounds, constants: EstimateConstants): number {
  const { expected, closed, beyondChance, rule, isClear, differences } = grounds
  const { leastContained, containedOfOne, containedOfMany, containedOfUnclear } = constants
  const { matchedOfOne, containedOfReplaced } = constants
  const { leastSimilarity, usualSimilarity, fewPairs } = constants
  const { contained, replaced, long, similarity, pairs } = differences
  const isByText = expected === undefined
  const beyond = Math.max(0, contained - leastContained)
  const ofOne = beyond / containedOfOne + beyondChance / matchedOfOne
  const ofMany =
    closed > 0
      ? (beyond + long) / (isClear ? containedOfMany : containedOfUnclear)
      : beyond / containedOfMany
  const ofCopies = rule === 'all' ? ofMany : ofOne
  let share = share01(ofCopies) ** 2
  if (isByText) {
    share *= share01((beyond + slack) / (replaced + slack) / containedOfReplaced) ** 2
    if (closed > 0) share *= share01((similarity - leastSimilarity) / (usualSimilarity - leastSimilarity))
    else if (!isClear) share *= pairs / (pairs + fewPairs)
  }
  return share
}

/** The most that an estimate can be by columns if few records match. */
function rareLimit({ expected, textContrast, differences }: Grounds, constants: EstimateConstants): number {
  const { fewRows, leastContrast, contrastScale } = constants
  if (expected === undefined || differences.rows >= fewRows) return 1
  return (textContrast - leastContrast) * contrastScale
}

function share01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** The share of rows that match, if `matched` do so beyond chance. */
export function matchedRows(matched: number): number {
  return Math.min(1, hidden * matched)
}

/**
 * The ends of an estimate, in [0, 1]; few pairs widen it by the standard error of a share.
 *
 * @example intervalOf(0.9, 0.1, 1e9) // => [0.8, 1]
 */
export function intervalOf(estimate: number, margin: number, pairs: number): [low: number, high: number] {
  const chance = Math.sqrt((estimate * (1 - estimate) + 1 / 4 / Math.max(1, pairs)) / Math.max(1, pairs))
  const reach = Math.hypot(margin, chance)
  const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  return [rounded(estimate - reach), rounded(estimate + reach)]
}
