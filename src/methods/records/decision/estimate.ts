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
 * Then it is lowered by what the pairs look like. Copies are shortened, lengthened and mistyped, or agree so well in
 * their columns that the next best is far off; look-alikes have words of their own (`differences.ts`) and differ in
 * what tells people and variants apart (`patterns.ts`):
 *
 *     contained   ((c - 0.02) / 0.3)^2 of one copy, / 0.13 of many; columns: or
 *                 (contrast - 0.5) / 0.4
 *     telling     all up to a fifth of the pairs, none from four fifths
 *     text        (c / r)^2 if fewer are contained than replaced; of short texts, than telling
 *
 * Nothing is known where a text shows no boundary and its pairs do not look like look-alikes, or where columns match
 * few records that do not stand out as texts: then only the interval is reported.
 *
 * Ours: all of it. The constants were chosen on the labelled sets of development and their variants
 * (`bench/record-estimates.ts`, which also tells the error on sets left out of the choice).
 */
import {
  type EstimateConstants,
  estimateConstants,
  intervalConstants,
} from '../constants/decision-constants.ts'
import type { Differences } from './differences.ts'
import type { SelectionRule } from './selection.ts'

const { hidden, slack, alike, mostFlooded, known, margins, leastSampled, beyondBound } = intervalConstants

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
  /** The share of the pairs that differ in a telling column; undefined if no column and no short text can tell. */
  readonly telling?: number | undefined
  /** The number of pairs with the same words. */
  readonly equal?: number | undefined
  /** The number of undecided pairs beside them. */
  readonly undecided?: number | undefined
  /** What people decided. */
  readonly sampled?: Sampled | undefined
}

/** Pairs that people decided, of those that are accepted or would be. */
export interface Sampled {
  readonly right: number
  readonly of: number
}

export interface Estimate {
  /** In [0, 0.95]; 0 without pairs. */
  readonly precision: number
  /** Whether the evidence says nothing; `precision` is a guess then. */
  readonly isUnknown: boolean
  /** In which the precision is for four of five lists. */
  readonly interval: readonly [number, number]
}

export function estimatePrecision(
  grounds: Grounds,
  constants: EstimateConstants = estimateConstants,
): Estimate {
  const alone = withoutSample(grounds, constants)
  const { right, of } = grounds.sampled ?? { right: 0, of: 0 }
  if (of < leastSampled || grounds.differences.pairs === 0) return alone
  const [low, high] = shareBounds(right, of)
  const [from, to] = alone.interval
  // Decisions are about the most doubtful pairs: what the others say counts where both agree.
  if (alone.isUnknown || high < from || low > to) {
    const precision = Math.min(constants.mostSure, (right + 0.5) / (of + 1))
    return { precision, isUnknown: false, interval: [rounded(low), rounded(high)] }
  }
  return {
    precision: Math.min(high, Math.max(low, alone.precision)),
    isUnknown: false,
    interval: [rounded(Math.max(low, from)), rounded(Math.min(high, to))],
  }
}

/**
 * The bounds of a share of which `right` of `of` were seen.
 *
 * Source: C. Clopper, E. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
 * 1934.
 */
function shareBounds(right: number, of: number): [low: number, high: number] {
  const atMost = (share: number, count: number): number => {
    let sum = 0
    for (let k = 0, term = (1 - share) ** of; k <= count; k++) {
      sum += term
      term *= ((of - k) / (k + 1)) * (share / (1 - share))
    }
    return sum
  }
  return [
    right === 0 ? 0 : bisected(share => 1 - atMost(share, right - 1) < beyondBound),
    right === of ? 1 : bisected(share => atMost(share, right) > beyondBound),
  ]
}

/** The highest share in [0, 1] that is below, if all lower ones are. */
function bisected(isBelow: (share: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return low
}

function withoutSample(grounds: Grounds, constants: EstimateConstants): Estimate {
  const { expected, isMatched, isClear, differences } = grounds
  const { mostSure, rightOfMatched } = constants
  const { pairs } = differences
  if (pairs === 0) return { precision: 0, isUnknown: false, interval: [0, 0] }
  const isByColumns = expected !== undefined
  if (isMatched) {
    const precision = Math.min(mostSure, rightOfMatched * grounds.beyondChance)
    return {
      precision,
      isUnknown: false,
      interval: intervalOf(precision, marginOf(grounds), pairs),
    }
  }
  const left = likeCopies(grounds, constants)
  const said = Math.min(mostSure, byScores(grounds, constants)) * left
  // Few pairs that hardly stand out by columns, and less as texts, are chance.
  const rare = isByColumns ? rareLimit(grounds, constants) : 1
  const precision = said < mostFlooded ? Math.min(said, rare) : said
  // Where look-alikes outnumber the few pairs that are left, these may be others.
  const isOutnumbered =
    (grounds.undecided ?? 0) > pairs && differences.rows < constants.fewRows && precision > mostFlooded
  const isUnknown =
    isOutnumbered || (isByColumns ? rare < precision : !isClear && precision < known && left > alike)
  return {
    precision,
    isUnknown,
    interval: isUnknown ? [rounded(precision / 2), 1] : intervalOf(precision, marginOf(grounds), pairs),
  }
}

/** How far off most estimates of the kind are; more where many pairs are undecided, as others of their kind may be. */
export function marginOf({ expected, isClear, differences, undecided = 0 }: Grounds): number {
  const margin = expected !== undefined ? margins.columns : isClear ? margins.clear : margins.unclear
  return margin * (1 + undecided / Math.max(1, undecided + differences.pairs))
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
  const { expected, contrast, closed, beyondChance, rule, isClear, differences } = grounds
  const { leastContained, containedOfOne, containedOfMany } = constants
  const { containedOfReplaced, usualTelling, mostTelling, clearContrast, sureContrast } = constants
  const { leastSimilarity, usualSimilarity, fewPairs } = constants
  const { contained, replaced, long, similarity } = differences
  const { telling = 0, equal = 0 } = grounds
  const beyond = Math.max(0, contained - leastContained)
  const ofOne = (beyond + beyondChance) / containedOfOne
  const ofMany = (beyond + (closed > 0 ? long : 0)) / containedOfMany
  const share = share01(rule === 'all' ? ofMany : ofOne) ** 2
  const untold = share01((mostTelling - telling) / (mostTelling - usualTelling))
  if (expected !== undefined)
    return untold * Math.max(share, share01((contrast - clearContrast) / (sureContrast - clearContrast)))
  const own = grounds.telling === undefined ? replaced : (grounds.telling + replaced) / 2
  const byText = untold * share * share01((beyond + slack) / (own + slack) / containedOfReplaced) ** 2
  if (closed > 0)
    return byText * share01((similarity - leastSimilarity) / (usualSimilarity - leastSimilarity))
  // A list that has equal records has such that are nearly equal.
  const pairs = differences.pairs + equal
  return isClear ? byText : (byText * pairs) / (pairs + fewPairs)
}

/** The most that an estimate can be by columns if few records match. */
function rareLimit({ textContrast, differences }: Grounds, constants: EstimateConstants): number {
  const { fewRows, leastContrast, contrastScale } = constants
  return differences.rows >= fewRows ? 1 : Math.max(0, (textContrast - leastContrast) * contrastScale)
}

function share01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** The share of rows that match, if `matched` do so beyond chance. */
export function matchedRows(matched: number): number {
  return Math.min(1, hidden * matched)
}

/**
 * The ends of an estimate, in [0, 1]; few pairs widen it by the standard error of a share. The highest estimate stands
 * for all up to 1, so the upper end is drawn out as much.
 *
 * @example intervalOf(0.9, 0.1, 1e9) // => [0.8, 1]
 */
export function intervalOf(estimate: number, margin: number, pairs: number): [low: number, high: number] {
  const chance = Math.sqrt((estimate * (1 - estimate) + 1 / 4 / Math.max(1, pairs)) / Math.max(1, pairs))
  const reach = Math.hypot(margin, chance)
  return [rounded(estimate - reach), rounded((estimate + reach) / estimateConstants.mostSure)]
}

function rounded(value: number): number {
  return Math.round(share01(value) * 1000) / 1000
}
