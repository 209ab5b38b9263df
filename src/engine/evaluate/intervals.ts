/**
 * Intervals: a share of all pairs, estimated from a sample of documents and all of their pairs, with its confidence
 * interval.
 *
 * From N documents n are drawn at random, the probes. Probe i has b_i pairs, of which a_i are hits. Over all documents
 * every pair counts twice, so the share of hits among all pairs is estimated by
 *
 *     R = sum a_i / sum b_i,    v = (1 - n / N) * m / (m - 1) * sum (a_i - R b_i)^2 / (sum b_i)^2      (1)
 *
 * with m probes that have a pair. Pairs of one probe are not independent, so they count as
 *
 *     e = min(R (1 - R) / v * (1.96 / t(m - 1))^2,  (sum b_i)^2 / sum b_i^2 / (1 - n / N))             (2)
 *
 * independent ones, and the interval is the exact binomial one of R e hits among e trials. The first term of (2) comes
 * from the spread over the probes; it is too large if few probes differ from the others, and undefined if R is 0 or 1.
 * The second is its value if all pairs of a probe are hits or misses together, and caps it.
 *
 * Source: Clopper, Pearson 1934; Cochran, "Sampling Techniques", 6.3, for (1); Korn, Graubard 1998 for the effective
 * number of trials. Ours: the bound in (2).
 * Error: the interval holds the truth in at least 93 of 100 samples: test/statistical/intervals.all.test.ts.
 */
import { betaQuantile, studentBeyond } from './beta.ts'

/** Two ends of an interval, in [0, 1]. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** A share with its interval; `estimate` is null, and the interval [0, 1], if no pair was seen. */
export interface MeasuredShare extends Interval {
  readonly estimate: number | null
  /** Hits among the pairs of the probes. */
  readonly hits: number
  readonly pairs: number
  /** Probes that have a pair. */
  readonly probes: number
  /** The number of independent pairs with the same information; null if every document is a probe. */
  readonly effective: number | null
}

/** Probability that an interval misses the truth. */
const outside = 0.05
/** Student's t with many degrees of freedom. */
const normal = 1.959964

/**
 * The exact binomial interval of a share, 95 %; the number of hits need not be whole.
 *
 * @example binomialInterval(0, 10).high.toFixed(4) // => '0.3085'
 */
export function binomialInterval(hits: number, trials: number): Interval {
  const misses = Math.max(0, trials - hits)
  return {
    low: hits <= 0 ? 0 : betaQuantile(outside / 2, hits, misses + 1),
    high: misses <= 0 ? 1 : betaQuantile(1 - outside / 2, hits + 1, misses),
  }
}

/**
 * R and its interval.
 *
 * @param hits a_i of each probe
 * @param pairs b_i of each probe, a_i <= b_i
 * @param population N; if it is at most the number of probes, they are all documents
 * @example measuredShare([1, 2, 0], [1, 2, 1], 3).estimate // => 0.75
 */
export function measuredShare(
  hits: ArrayLike<number>,
  pairs: ArrayLike<number>,
  population: number,
): MeasuredShare {
  const sums = sumsOf(hits, pairs)
  const seen = { hits: sums.hits, pairs: sums.pairs, probes: sums.probes }
  if (sums.pairs === 0) return { estimate: null, low: 0, high: 1, ...seen, effective: 0 }
  const estimate = sums.hits / sums.pairs
  const unseen = 1 - pairs.length / population
  if (unseen <= 0) return { estimate, low: estimate, high: estimate, ...seen, effective: null }
  const effective = effectiveTrials(sums, estimate, unseen)
  return { estimate, ...binomialInterval(estimate * effective, effective), ...seen, effective }
}

interface Sums {
  readonly hits: number
  readonly pairs: number
  readonly probes: number
  readonly squares: number
  readonly spread: number
}

function sumsOf(hits: ArrayLike<number>, pairs: ArrayLike<number>): Sums {
  let [hitSum, pairSum, probes, squares, spread] = [0, 0, 0, 0, 0]
  for (let i = 0; i < pairs.length; i++) {
    hitSum += hits[i]
    pairSum += pairs[i]
    squares += pairs[i] ** 2
    if (pairs[i] > 0) probes++
  }
  const share = pairSum === 0 ? 0 : hitSum / pairSum
  for (let i = 0; i < pairs.length; i++) spread += (hits[i] - share * pairs[i]) ** 2
  return { hits: hitSum, pairs: pairSum, probes, squares, spread }
}

/** (2) */
function effectiveTrials({ pairs, probes, squares, spread }: Sums, share: number, unseen: number): number {
  const most = pairs ** 2 / squares / unseen
  if (spread === 0 || probes < 2) return most
  const variance = (unseen * probes * spread) / (probes - 1) / pairs ** 2
  const caution = (normal / studentBeyond(outside, probes - 1)) ** 2
  return Math.min(most, ((share * (1 - share)) / variance) * caution)
}
