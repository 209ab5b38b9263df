/**
 * The quality of a setting: expected from the formula of its bands, and measured on the probes.
 */

import { type AgreeingBands, agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import {
  binomialInterval,
  type Interval,
  type MeasuredShare,
  measuredShare,
} from '../evaluate/intervals.ts'
import { meanOfUnits, type ProbeCounts } from './probe-counts.ts'
import type { MatchedTexts } from './proposal.ts'

/** The options that determine which pairs are found. */
export interface Setting {
  readonly shingle: string
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
  readonly signatureLength: number
  readonly bands: AgreeingBands
}

/** Pairs of one similarity, seen from the probes: `met` of `pairs` are candidates. */
export interface CurvePoint extends Interval {
  /** The middle of the bin. */
  readonly jaccard: number
  readonly pairs: number
  readonly met: number
  /** Probability by the formula; absent if no bands decide. */
  readonly expected?: number
}

export interface SettingReport extends Setting {
  /** By the formula of the bands, for the pairs of the probes; null without such pairs, or without a formula. */
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
    /** Texts that a run would remove: of m texts that all match each other, m - 1. */
    readonly removed: number
  }
  /** Estimated pairs by similarity, in bins of 0.05; the first is without pairs that share nothing, the last with 1. */
  readonly histogram: readonly { readonly from: number; readonly pairs: number }[]
  /** In bins of 0.05. */
  readonly curve: readonly CurvePoint[]
}

/**
 * @param population number of texts from which the probes were drawn
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
      removed: Math.round(scale * sum(matches.map(count => count / (count + 1)))),
    },
    histogram: Array.from({ length: 20 }, (_, i) => ({
      from: i / 20,
      pairs: Math.round((scale * sum(twentieth(counts.byMeasure, i))) / 2),
    })),
    curve: curveOf(counts, hasFormula ? setting.bands : undefined),
  }
}

function expectedShares(bands: AgreeingBands, counts: ProbeCounts): SettingReport['expected'] {
  const { pairs, pairUnits, matched, matchedUnits } = counts
  const matches = sum(matched)
  const foundMatches = expectedMeetings(bands, matched, matchedUnits)
  const all = expectedMeetings(bands, pairs, pairUnits)
  return {
    recall: matches === 0 ? null : foundMatches / matches,
    precision: all === 0 ? null : foundMatches / all,
  }
}

function curveOf({ pairs, pairUnits, met }: ProbeCounts, bands: AgreeingBands | undefined): CurvePoint[] {
  const points: CurvePoint[] = []
  for (let i = 0; i < 20; i++) {
    const seen = sum(twentieth(pairs, i))
    if (seen === 0) continue
    const candidates = sum(twentieth(met, i))
    const expected = bands && expectedMeetings(bands, twentieth(pairs, i), twentieth(pairUnits, i)) / seen
    points.push({
      jaccard: (i + 0.5) / 20,
      pairs: seen,
      met: candidates,
      // Pairs of one probe are not independent; half of all pairs may be seen from both sides.
      ...binomialInterval(candidates / 2, seen / 2),
      ...(expected !== undefined && { expected }),
    })
  }
  return points
}

/** The mean represents the pairs of a bin: many have the same similarity, such as 1, far from the bin's middle. */
function expectedMeetings(bands: AgreeingBands, counts: Float64Array, units: Float64Array): number {
  let expected = 0
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] === 0) continue
    expected += counts[bin] * agreeingProbability(bands, meanOfUnits(units[bin], counts[bin]))
  }
  return expected
}

/** Five of the bins 1 to 100: the i-th of twenty. */
function twentieth(bins: Float64Array, i: number): Float64Array {
  return bins.subarray(5 * i + 1, 5 * i + 6)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** @param texts number of texts in all */
export function matchedTexts({ estimated }: SettingReport, texts: number): MatchedTexts {
  const { matchingPairs, textsWithMatch } = estimated
  return {
    matches: (2 * matchingPairs) / Math.max(1, textsWithMatch),
    share: textsWithMatch / Math.max(1, texts),
  }
}
