/**
 * A setting and what it is worth: what its bands should do by their formula, and what they did to the probes.
 */
import {
  binomialInterval,
  type Interval,
  type MeasuredShare,
  measuredShare,
} from '../evaluate/intervals.ts'
import { binMiddle, binsInAll } from '../evaluate/similarity-bins.ts'
import { type AgreeingBands, agreeingProbability } from '../lsh/agreeing-bands.ts'
import type { ProbeCounts } from './probe-counts.ts'

/** What decides which pairs are found. */
export interface Setting {
  readonly shingle: string
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
  readonly signatureLength: number
  readonly bands: AgreeingBands
}

/** Pairs of one similarity, as the probes see them: `met` of `pairs` are candidates. */
export interface CurvePoint extends Interval {
  /** The middle of the bin. */
  readonly jaccard: number
  readonly pairs: number
  readonly met: number
  /** Probability by the formula; absent where no bands decide. */
  readonly expected?: number
}

export interface SettingReport extends Setting {
  /** By the formula of the bands, for the pairs that the probes see; null where there are none, or no formula. */
  readonly expected: { readonly recall: number | null; readonly precision: number | null }
  readonly measured: {
    /** Share of the matching pairs that are candidates. */
    readonly recall: MeasuredShare
    /** Share of the candidate pairs that match. */
    readonly precision: MeasuredShare
    /** Share of the texts with a match for which at least one match is a candidate. */
    readonly texts: MeasuredShare
  }
  /** Estimates for the whole input. */
  readonly estimated: {
    readonly matchingPairs: number
    readonly candidatePairs: number
    readonly textsWithMatch: number
  }
  /** Estimated pairs by similarity, in bins of 0.05; the first without those that share nothing, the last with 1. */
  readonly histogram: readonly { readonly from: number; readonly pairs: number }[]
  /** In bins of 0.05. */
  readonly curve: readonly CurvePoint[]
}

/**
 * @param population texts that probes were drawn from
 * @param hasFormula whether the candidates come from bands of a signature
 */
export function settingReport(
  setting: Setting,
  counts: ProbeCounts,
  population: number,
  hasFormula: boolean,
): SettingReport {
  const { matches, candidates, found } = counts
  const probes = matches.length
  const scale = probes === 0 ? 0 : population / probes
  const hasMatch = matches.map(count => Math.min(1, count))
  const isFound = found.map(count => Math.min(1, count))
  return {
    ...setting,
    expected: hasFormula ? expectedShares(setting.bands, counts) : { recall: null, precision: null },
    measured: {
      recall: measuredShare(found, matches, population),
      precision: measuredShare(found, candidates, population),
      texts: measuredShare(isFound, hasMatch, population),
    },
    estimated: {
      matchingPairs: Math.round((scale * sum(matches)) / 2),
      candidatePairs: Math.round((scale * sum(candidates)) / 2),
      textsWithMatch: Math.round(scale * sum(hasMatch)),
    },
    histogram: Array.from({ length: 20 }, (_, i) => ({
      from: i / 20,
      pairs: Math.round((scale * sumOfTwentieth(counts.byMeasure, i)) / 2),
    })),
    curve: curveOf(counts, hasFormula ? setting.bands : undefined),
  }
}

function expectedShares(bands: AgreeingBands, { pairs, matched }: ProbeCounts): SettingReport['expected'] {
  let [matches, foundMatches, all] = [0, 0, 0]
  for (let bin = 0; bin < binsInAll; bin++) {
    const probability = agreeingProbability(bands, binMiddle(bin))
    matches += matched[bin]
    foundMatches += matched[bin] * probability
    all += pairs[bin] * probability
  }
  return {
    recall: matches === 0 ? null : foundMatches / matches,
    precision: all === 0 ? null : foundMatches / all,
  }
}

function curveOf({ pairs, met }: ProbeCounts, bands: AgreeingBands | undefined): CurvePoint[] {
  const points: CurvePoint[] = []
  for (let i = 0; i < 20; i++) {
    const seen = sumOfTwentieth(pairs, i)
    if (seen === 0) continue
    const candidates = sumOfTwentieth(met, i)
    const expected = bands && expectedMeetings(bands, pairs, i) / seen
    points.push({
      jaccard: (i + 0.5) / 20,
      pairs: seen,
      met: candidates,
      // Pairs of one probe are no independent ones; half of all pairs may be seen from both sides.
      ...binomialInterval(candidates / 2, seen / 2),
      ...(expected !== undefined && { expected }),
    })
  }
  return points
}

function expectedMeetings(bands: AgreeingBands, pairs: Float64Array, twentieth: number): number {
  let expected = 0
  for (let bin = 5 * twentieth + 1; bin <= 5 * twentieth + 5; bin++) {
    expected += pairs[bin] * agreeingProbability(bands, binMiddle(bin))
  }
  return expected
}

/** Bins 1 to 100 in twenties. */
function sumOfTwentieth(bins: Float64Array, twentieth: number): number {
  return sum(bins.subarray(5 * twentieth + 1, 5 * twentieth + 6))
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
