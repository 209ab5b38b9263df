/**
 * Banding: from MinHash signatures to candidate pairs, without comparing every pair.
 *
 * A signature is cut into `bands` (b) runs of `rows` (r) values. Two documents become a
 * candidate pair if they agree on at least one whole band. At Jaccard similarity s,
 *
 *     P(candidate | s) = 1 - (1 - s^r)^b                                             (1)
 *
 * an S-curve that rises most steeply near s = (1/b)^(1/r).
 *
 * Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.2, for (1).
 * Ours: the choice of b and r (`chooseBands`). The kernels compute the keys of bands (`bandKeys`).
 * Error: a pair is missed with probability 1 - (1); a candidate that is not a match costs its verification.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkCount, checkNamed, checkShare } from '../../ground/options/arguments.ts'
import { shown } from '../../ground/options/resolve.ts'
import { longestSignature } from '../sketch/signature-format.ts'

/** How a signature is cut: its first `bands * rows` values are used, the rest is ignored. */
export interface BandShape {
  readonly bands: number
  readonly rows: number
}

/** What the bands must reach: `recall` of the pairs whose Jaccard similarity is `jaccard`. */
export interface BandGoal {
  readonly jaccard: number
  readonly recall: number
}

/** The default goal. With 128 values, 21 bands of 6 rows reach it: they find 99.8 % at 0.8. */
export const defaultBandGoal: BandGoal = Object.freeze({ jaccard: 0.8, recall: 0.99 })

/**
 * Equation (1). `jaccard` in [0, 1]; the result is in [0, 1] and never falls as `jaccard` rises.
 *
 * @throws NearsameError OPTION_VALUE
 * @example candidateProbability({ bands: 20, rows: 5 }, 0.8).toFixed(4) // => '0.9996'
 */
export function candidateProbability(shape: BandShape, jaccard: number): number {
  checkNamed('shape', shape)
  const { bands, rows } = shape
  checkCount('bands', bands)
  checkCount('rows', rows)
  checkShare('jaccard', jaccard)
  // 1 - (1 - p)^b without the cancellation in 1 - p for a small p.
  return -Math.expm1(bands * Math.log1p(-(jaccard ** rows)))
}

/**
 * The most selective shape that still finds a pair at `jaccard` with probability >= `recall`.
 *
 * @throws NearsameError OPTION_VALUE, BANDS_UNREACHABLE if even one row per band misses `recall`.
 * @example chooseBands(128, { jaccard: 0.8, recall: 0.99 }) // => { bands: 21, rows: 6 }
 * @example chooseBands(128, { jaccard: 0.8, recall: 0.95 }) // => { bands: 18, rows: 7 }
 */
export function chooseBands(length: number, goal: BandGoal = defaultBandGoal): BandShape {
  checkCount('length', length, 1, longestSignature)
  checkNamed('goal', goal)
  checkShare('jaccard', goal.jaccard)
  checkShare('recall', goal.recall)
  // Longer rows leave fewer bands, and both lower (1) at every s. So the first shape that
  // reaches the goal, from the longest rows down, admits the fewest false candidates.
  for (let rows = length; rows >= 1; rows--) {
    const shape = { bands: Math.floor(length / rows), rows }
    if (candidateProbability(shape, goal.jaccard) >= goal.recall) return shape
  }
  const best = candidateProbability({ bands: length, rows: 1 }, goal.jaccard)
  throw new NearsameError('BANDS_UNREACHABLE', {
    expected: `recall ${goal.recall} at Jaccard ${goal.jaccard} from ${length} values`,
    got: `${(Math.floor(1000 * best) / 1000).toFixed(3)} at best`, // never rounded up to what is wanted
    fix: 'raise `signatureLength`, or lower `recall`',
  })
}

/**
 * Returns the shape if a signature of `length` values can be cut that way.
 *
 * @throws NearsameError BAND_SHAPE if it cannot.
 */
export function checkBandShape(length: number, shape: BandShape): BandShape {
  const { bands, rows }: Partial<BandShape> = shape ?? {}
  const areCounts = Number.isInteger(bands) && Number.isInteger(rows) && bands >= 1 && rows >= 1
  if (areCounts && bands * rows <= length) return shape
  throw new NearsameError('BAND_SHAPE', {
    expected: `whole numbers with 1 <= bands * rows <= ${length}`,
    got: `bands ${shown(bands)}, rows ${shown(rows)}`,
    fix: 'take the shape from `chooseBands(signatureLength, goal)`',
  })
}
