/**
 * Agreeing bands: candidates that share several bands instead of one, for a steeper curve from one signature.
 *
 * With p = s^r, the probability that a pair of similarity s shares at least m of b bands is the tail of a binomial
 * distribution (equation (1) of `trials.ts`). Shorter bands that must agree more often find the pairs at the threshold
 * as surely as one long band, and admit fewer below it: with 128 values, threshold 0.8 and recall 0.99
 *
 *     b x r, m       0.5    0.6    0.7    0.8
 *     21 x 6, 1     .282   .633   .928   .998
 *     25 x 5, 3     .042   .307   .816   .996
 *
 * Source: repeated trials, "at least m of k" (seed of `trials.ts`). Ours: the choice.
 * Error: a pair is missed with probability 1 - (1); a candidate that is no match costs its verification.
 */
import { checkCount, checkNamed, checkShare } from '../../ground/options/arguments.ts'
import { type BandGoal, type BandShape, chooseBands, defaultBandGoal } from './banding.ts'
import { duplicateProbability } from './trials.ts'

/** Bands, and the minimum number of them that a candidate pair shares. */
export interface AgreeingBands extends BandShape {
  readonly agree: number
}

// With fewer than 4 rows, so many documents share a band that counting agreements costs more than it saves.
const leastRows = 4
const mostAgree = 3
const tried = 3

/** Probability that a pair becomes a candidate. `jaccard` in [0, 1]. @throws NearsameError OPTION_VALUE */
export function agreeingProbability(shape: AgreeingBands, jaccard: number): number {
  checkNamed('shape', shape)
  const { bands, rows, agree } = shape
  checkCount('bands', bands)
  checkCount('rows', rows)
  checkCount('agree', agree)
  checkShare('jaccard', jaccard)
  return duplicateProbability({ trials: bands, hashes: rows, agree }, jaccard)
}

/**
 * The shape with the fewest candidates below the threshold that reaches the goal: the shape of `chooseBands`, or one
 * with up to two rows less per band and more bands to share.
 *
 * @throws NearsameError OPTION_VALUE, BANDS_UNREACHABLE if even one row per band misses `recall`.
 * @example chooseAgreeingBands(128, { jaccard: 0.8, recall: 0.99 }) // => { bands: 25, rows: 5, agree: 3 }
 */
export function chooseAgreeingBands(length: number, goal: BandGoal = defaultBandGoal): AgreeingBands {
  let best: AgreeingBands = { ...chooseBands(length, goal), agree: 1 }
  const longest = best.rows
  for (let rows = longest; rows > longest - tried && rows >= leastRows; rows--) {
    const shape = mostAgreeing(length, rows, goal)
    if (admitted(shape, goal.jaccard) < admitted(best, goal.jaccard)) best = shape
  }
  return best
}

/**
 * Bands with this number of rows, as many of which must agree as the goal allows; one if it allows none.
 *
 * @example mostAgreeing(128, 4, { jaccard: 0.8, recall: 0.99 }) // => { bands: 32, rows: 4, agree: 3 }
 */
export function mostAgreeing(length: number, rows: number, goal: BandGoal): AgreeingBands {
  const bands = Math.floor(length / rows)
  const most = rows < leastRows ? 1 : Math.min(mostAgree, bands)
  let agree = 1
  while (
    agree < most &&
    agreeingProbability({ bands, rows, agree: agree + 1 }, goal.jaccard) >= goal.recall
  )
    agree++
  return { bands, rows, agree }
}

/** The options that determine the bands of a run. */
export interface BandOptions {
  readonly near: boolean
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
  /** `exact`: a join of the sets finds all pairs, so there are no bands. */
  readonly recall: number | 'exact'
  readonly signatureLength: number
}

/**
 * The bands for the options of a run; none if near duplicates are off, or found without bands.
 *
 * Bands see Jaccard similarity. If one of two sets is r times as large, a containment c is a Jaccard similarity of
 * c / (1 + r - c). The recall holds for r up to 2; beyond, fewer pairs are found the more the sizes differ.
 *
 * @throws NearsameError BANDS_UNREACHABLE
 */
export function bandsFor({
  near,
  measure,
  threshold,
  recall,
  signatureLength,
}: BandOptions): AgreeingBands {
  if (!near) return { bands: 0, rows: 0, agree: 1 }
  if (recall === 'exact') return { bands: 0, rows: 0, agree: 0 }
  return chooseAgreeingBands(signatureLength, { jaccard: promisedAt({ measure, threshold }), recall })
}

/** The Jaccard similarity from which the recall is promised. */
export function promisedAt({ measure, threshold }: Pick<BandOptions, 'measure' | 'threshold'>): number {
  return measure === 'jaccard' ? threshold : threshold / (1 + sizeRatio - threshold)
}

/** Maximum ratio of the sizes for which the recall of containment is promised. */
const sizeRatio = 2

/** Mean probability of becoming a candidate below the threshold. */
function admitted(shape: AgreeingBands, threshold: number): number {
  let sum = 0
  for (let i = 0; i < 100; i++) sum += agreeingProbability(shape, (threshold * (i + 0.5)) / 100)
  return sum / 100
}
