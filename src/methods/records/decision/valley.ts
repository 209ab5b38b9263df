/**
 * The valley: where the similarities of the candidate pairs divide into "chance" and "the same thing".
 *
 *     pairs │█
 *           │██▖                                    d(t)  pairs in a window of 0.05 around t, smoothed, plus 1
 *           │████▖                 ▗▄▄▖             depth(t) = ln(min(highest d left of t, highest d right) / d(t))
 *           │███████▄▄▁▁▁▁▁▁▁▁▁▁▁▄█████                        at most 2.5
 *           └────────────────┼─────────── similarity
 *                            t = argmax depth(t) - (max(0, |t - 0.45| - 0.1) / width)^2 / 2               (1)
 *
 * Source: the mode method of Prewitt, Mendelsohn (1966) for grey levels. Ours: the logarithm, the cap, the weak
 * preference for the middle, and the tilt, by which a kink in a falling curve counts as a valley.
 * Scores above 0.7 are mirrored at 1, so that identical records do not make a cliff.
 */

/** Where to look, and how. */
interface ValleyShape {
  /** Thresholds looked at, in [0, 1]. */
  readonly from: number
  readonly to: number
  /** Thresholds within `flat` of the centre have no penalty; for others it grows with the distance in widths. */
  readonly centre: number
  readonly flat: number
  readonly width: number
  /** Adds tilt * t to ln d. */
  readonly tilt: number
}

interface Valley {
  readonly threshold: number
  /** 0 for none, 2.5 at most; below 0.5 the data shows no boundary. */
  readonly depth: number
}

const usual = { from: 0.25, to: 0.92, centre: 0.45, flat: 0.1 }
export const plainValley: ValleyShape = Object.freeze({ ...usual, width: 0.12, tilt: 0 })
/** Finds a kink in a falling curve: used if the plain shape finds no valley. */
export const tiltedValley: ValleyShape = Object.freeze({ ...usual, width: 0.2, tilt: 6 })

const bin = 0.005
/** Bins over [0, 2): scores are at most 1.2, mirrored ones below 1.3. */
const bins = 400
const top = 200
const sigma = 0.03
const radius = 24
const deepest = 2.5

/**
 * The best threshold of (1).
 *
 * @param equal number of pairs of similarity 1 that are not in `scores`
 * @example findValley(Float64Array.of(0.1, 0.1, 0.1, 0.9, 0.9, 0.9)).threshold // => 0.45
 */
export function findValley(scores: Float64Array, shape: ValleyShape = plainValley, equal = 0): Valley {
  const depths = depthsOf(density(scores, equal), shape.tilt)
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  const last = Math.floor(shape.to / bin + 1e-9)
  for (let b = Math.ceil(shape.from / bin - 1e-9); b <= last; b++) {
    const away = Math.max(0, Math.abs(b * bin - shape.centre) - shape.flat) / shape.width
    // Ties go to the most central: an empty range between chance and copies gives its middle.
    const worth = depths[b] - (away * away) / 2 - Math.abs(b * bin - shape.centre) / 1000
    if (worth > most) {
      most = worth
      best = b
    }
  }
  return { threshold: best / top, depth: depths[best] }
}

/** d(t) at the bins of [0, 1], smoothed by a discrete Gaussian. */
export function density(scores: Float64Array, equal = 0): Float64Array {
  const counts = new Float64Array(bins)
  counts[top] = 2 * equal
  for (let p = 0; p < scores.length; p++) {
    counts[Math.round(scores[p] / bin)]++
    if (scores[p] > 0.7) counts[Math.round((2 - scores[p]) / bin)]++
  }
  const kernel = gaussian()
  const smooth = new Float64Array(top + 1)
  for (let b = 0; b <= top; b++) {
    let sum = 0
    for (let k = Math.max(-radius, -b); k <= radius; k++) sum += kernel[k + radius] * counts[b + k]
    smooth[b] = sum * (0.05 / bin) + 1
  }
  return smooth
}

function gaussian(): Float64Array {
  const kernel = new Float64Array(2 * radius + 1)
  let sum = 0
  for (let k = -radius; k <= radius; k++) {
    kernel[k + radius] = Math.fround(Math.exp(-0.5 * ((k * bin) / sigma) ** 2))
    sum += kernel[k + radius]
  }
  return kernel.map(value => value / sum)
}

function depthsOf(smooth: Float64Array, tilt: number): Float64Array {
  const logs = smooth.map((value, b) => Math.fround(Math.log(value)) + tilt * b * bin)
  const depths = new Float64Array(top + 1)
  let highest = Number.NEGATIVE_INFINITY
  for (let b = top; b >= 0; b--) {
    highest = Math.max(highest, logs[b])
    depths[b] = highest
  }
  highest = Number.NEGATIVE_INFINITY
  for (let b = 0; b <= top; b++) {
    highest = Math.max(highest, logs[b])
    depths[b] = Math.min(deepest, Math.min(highest, depths[b]) - logs[b])
  }
  return depths
}
