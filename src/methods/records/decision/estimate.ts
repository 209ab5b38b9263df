/**
 * Estimates: how many accepted pairs are right, without labels, and how far off that may be.
 *
 *     columns            mean of what the probabilities say, which is too high where columns depend on each other, and
 *                        of contrast, which is too low where copies have near variants beside them
 *     text, boundary     contrast (`precision.ts`)
 *     closed wedges      1/3 contrast + 2/3 (1 - 2 open share): a copy among many copies has no contrast
 *     no boundary        many copies: half the contrast; one copy: what contrast has beyond 0.7, times 3, since the
 *                        best pairs of any list stand out somewhat
 *     each row its best  1.6 times the share of rows that match beyond chance
 *
 * No estimate is above 0.95: weights cannot see that columns agree for one reason, as at one address.
 *
 * The constants and the margins were chosen by looking at the labelled sets of development, whole, halved, and as texts
 * alone (`docs/methods/records.md`); no set was held back. Lists of look-alikes without copies are not covered.
 *
 * Ours: all of it.
 */
import type { SelectionRule } from './selection.ts'

const mostSure = 0.95
/** Rows that match for each one that is seen to match beyond chance, and right pairs for these. */
const hidden = 2
const rightOfMatched = 1.6
const vouching = 2 / 3
const [leastContrast, contrastScale] = [0.7, 3]

/** Most estimates of a kind are at most this far off, on the sets of development. */
export const margins = Object.freeze({ columns: 0.12, clear: 0.1, unclear: 0.25 })

/** What the text score says of its accepted pairs. */
interface TextGrounds {
  /** The precision by contrast, in [0, 1]. */
  readonly contrast: number
  /** 1 - 2 (share of open wedges) if wedges can tell, else 0. */
  readonly closed: number
  /** The share of rows that match beyond chance if it decided, else 0. */
  readonly matched: number
  readonly rule: SelectionRule
  readonly isClear: boolean
  readonly isAcross: boolean
}

/** @returns in [0, 0.95] */
export function precisionByText({
  contrast,
  closed,
  matched,
  rule,
  isClear,
  isAcross,
}: TextGrounds): number {
  if (matched > 0) return precisionByMatched(matched)
  if (closed > 0) return sure((1 - vouching) * contrast + vouching * closed)
  if (rule === 'all') return sure(isClear && !isAcross ? contrast : contrast / 2)
  return sure(isClear ? contrast : Math.max(0, (contrast - leastContrast) * contrastScale))
}

/** @param expected the mean probability of the accepted pairs */
export function precisionByColumns(expected: number, contrast: number): number {
  return sure((expected + contrast) / 2)
}

/** The precision if each row gets its best. @param matched the share of rows that match beyond chance */
export function precisionByMatched(matched: number): number {
  return sure(rightOfMatched * matched)
}

/** The share of rows that match, if `matched` do so beyond chance: half of the counterparts are the best of both. */
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

function sure(estimate: number): number {
  return Math.min(mostSure, estimate)
}
