/**
 * Boundary: the similarity that separates chance pairs from duplicates.
 *
 *     pairs │█
 *           │██▖                        d(t)  pairs within 0.025 of t, smoothed, plus 1
 *           │████▖              ▗▄▖     depth(t) = ln(min(highest d left, highest d right of t) / d(t))    (1)
 *           │██████▄▄▁▁▁▁▁▁▁▁▄█████
 *           └────────────┼─────────     the boundary is where depth is greatest, the middle of a flat valley
 *
 * The depth is the logarithm of how many times rarer pairs at the boundary are than beside it: 0 without a second hill.
 * It grows with the hill of near pairs, so depths of different shingles can be compared.
 *
 * Pairs of the lower hill may be under the upper one. If they thin out evenly from their number in the valley to none
 * at similarity 1, the share of the upper hill is
 *
 *     precision(t) = 1 - d(valley) * (1 - t)^2 / (0.1 * (1 - valley)) / (pairs above t)             (2)
 *
 * Source: Prewitt, Mendelsohn 1966 (the mode method for grey levels). Ours: the logarithm, flat valleys, (2).
 */
import { binOf, binStart, binsInAll } from './similarity-bins.ts'

export interface Boundary {
  /** In hundredths; the given fallback if there is no valley. */
  readonly threshold: number
  readonly depth: number
  /** Pairs at or above it. */
  readonly near: number
  /** Estimated share of the pairs above it that belong to the upper hill, by (2). */
  readonly precision: number
  /** Whether it is on the slope above its valley. */
  readonly isRaised?: boolean
}

/** Bins that may be a boundary: similarities of 0.15 to 0.95. */
const first = 16
const last = 96
const sigma = 3
const radius = 9
/** Depths that differ by less belong to one flat valley. */
const flat = 0.05

/**
 * The boundary in [binsInAll] counted pairs.
 *
 * @param from only a valley above this similarity, and above a hill there
 */
export function findBoundary(counts: ArrayLike<number>, from = 0): Boundary | undefined {
  const density = smoothed(counts)
  const start = Math.max(first, binOf(from))
  const left = runningMost(density.map((value, bin) => (from > 0 && bin < start ? 0 : value)))
  const right = runningMost(density.toReversed()).toReversed()
  const depths = density.map((value, bin) => Math.log(Math.min(left[bin], right[bin]) / value))
  let best = start
  for (let bin = start; bin <= last; bin++) if (depths[bin] > depths[best]) best = bin
  if (!(depths[best] > 0)) return undefined
  let end = best
  while (end < last && depths[end + 1] > depths[best] - flat) end++
  return boundaryAt(counts, density, Math.round((best + end) / 2), depths[best])
}

function boundaryAt(
  counts: ArrayLike<number>,
  density: Float64Array,
  bin: number,
  depth: number,
): Boundary {
  return {
    threshold: binStart(bin),
    depth,
    near: countFrom(counts, bin),
    precision: precisionAt(counts, density[bin], bin, bin),
  }
}

/** Equation (2). */
function precisionAt(counts: ArrayLike<number>, floor: number, valley: number, bin: number): number {
  const others = ((floor - 1) * (binsInAll - bin) ** 2) / (10 * (binsInAll - valley))
  return Math.max(0, 1 - others / Math.max(1, countFrom(counts, bin)))
}

/**
 * The boundary on the slope of the upper hill: the lowest one above which the precision is at least `precision`, or
 * where pairs are twice as many as in the valley, so that half of them belong to the upper hill.
 */
export function raisedBoundary(counts: ArrayLike<number>, boundary: Boundary, precision: number): Boundary {
  const density = smoothed(counts)
  const valley = binOf(boundary.threshold)
  const floor = density[valley]
  const reached = (bin: number) => precisionAt(counts, floor, valley, bin)
  let bin = valley
  while (bin < last && density[bin] < 2 * floor && reached(bin) < precision) bin++
  return {
    ...boundary,
    threshold: binStart(bin),
    near: countFrom(counts, bin),
    precision: reached(bin),
    isRaised: true,
  }
}

/** Pairs in a bin and all above it. */
export function countFrom(counts: ArrayLike<number>, bin: number): number {
  let sum = 0
  for (let i = bin; i < binsInAll; i++) sum += counts[i]
  return sum
}

/**
 * d(t) at the start of each bin; pairs that share nothing count with the least similar ones. Similarities are mirrored
 * at 1, so that equal sets form no cliff.
 */
function smoothed(counts: ArrayLike<number>): Float64Array {
  const density = new Float64Array(binsInAll)
  const weights = Array.from({ length: 2 * radius }, (_, i) =>
    Math.exp(-0.5 * ((i - radius + 0.5) / sigma) ** 2),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (let bin = 1; bin < binsInAll; bin++) {
    let value = 0
    for (let i = 0; i < weights.length; i++) {
      const at = bin - radius + i
      const mirrored = at > 100 ? 201 - at : at
      if (mirrored >= 1) value += weights[i] * (mirrored === 1 ? counts[0] + counts[1] : counts[mirrored])
    }
    density[bin] = 1 + (5 * value) / sum
  }
  density[0] = density[1]
  return density
}

function runningMost(values: Float64Array): Float64Array {
  let most = 0
  return values.map(value => {
    most = Math.max(most, value)
    return most
  })
}
