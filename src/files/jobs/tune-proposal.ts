/**
 * Tune proposal: another setting for the texts of a run, measured on its probes; with pairs that show what it admits.
 */
import type { Boundary } from '../../engine/evaluate/boundary.ts'
import type { ProbeCounts } from '../../engine/tune/probe-counts.ts'
import {
  areShort,
  bestRow,
  higherBoundary,
  reachingBands,
  type ShingleRow,
} from '../../engine/tune/proposal.ts'
import type { Rejected } from '../../engine/tune/proposal-warnings.ts'
import { matchedTexts, type Setting, type SettingReport, settingReport } from '../../engine/tune/setting.ts'
import { printShingle, type Shingle } from '../../ground/options/shingle-option.ts'
import { plainId } from '../run/identities.ts'
import { probeDocuments } from '../run/probe-documents.ts'
import type { Run } from '../run/run.ts'
import { documentText } from '../run/text-pairs.ts'
import type { ExamplePair } from './tune-report.ts'

interface Proposed {
  readonly proposal: SettingReport
  readonly boundary: Boundary
  /** Whether copies are no more alike than other texts. */
  readonly isShort: boolean
  readonly examples: { readonly above: readonly ExamplePair[]; readonly below: readonly ExamplePair[] }
}

type NotProposed = Rejected & { readonly examples?: undefined }

/** The shingle in use, which some methods fix themselves. */
export function shingleOf({ thread }: Run): Shingle {
  const { unit, size, sequence = 1 } = thread.space.plan
  return sequence === 1 ? { unit, size } : { unit, size, sequence }
}

export function givenSetting(run: Run): Setting {
  const { result } = run.settings
  return {
    shingle: printShingle(shingleOf(run)),
    measure: result.measure,
    threshold: result.threshold,
    signatureLength: result.signatureLength,
    bands: run.keys,
  }
}

/** The proposed setting, measured on the probes; for the given shingle if the best one separates only siblings. */
export async function propose(
  run: Run,
  population: Int32Array,
  probes: Int32Array,
  rows: readonly ShingleRow[],
): Promise<Proposed | NotProposed> {
  const best = bestRow(rows)
  const isShort = areShort(rows)
  let rejected: Rejected = {}
  for (const row of new Set([best, rows[0]])) {
    if (row?.boundary === undefined) continue
    const found = await settle(run, population, probes, { ...row, boundary: row.boundary, isShort })
    if (found.examples || found.rejected === undefined) return found
    rejected = rejected.rejected ? rejected : found
  }
  return rejected
}

/** Measures the setting at the boundary, then at a higher one for as long as its matches ask for it. */
async function settle(
  run: Run,
  population: Int32Array,
  probes: Int32Array,
  {
    shingle,
    counts,
    boundary: found,
    isShort,
  }: ShingleRow & { readonly boundary: Boundary; readonly isShort: boolean },
): Promise<Proposed | NotProposed> {
  const { measure, recall, signatureLength, seed } = run.settings.result
  let boundary = found
  for (;;) {
    const { threshold } = boundary
    const reached = reachingBands({ measure, threshold, recall, signatureLength })
    if (reached === undefined) return {}
    const setting = { shingle: printShingle(shingle), measure, threshold, ...reached }
    const { bands, rows: perBand, agree } = reached.bands
    const seen = await probeDocuments(run, population, probes, {
      shingle,
      keys: { signatureLength: reached.signatureLength, seed, bands, rows: perBand },
      rule: { measure, threshold, agree },
    })
    const proposal = settingReport(setting, seen, population.length, true)
    const matched = matchedTexts(proposal, population.length)
    const higher = higherBoundary(counts, boundary, matched)
    if (higher === null || (isShort && matched.share > 0.5)) return { rejected: proposal }
    if (higher.threshold > threshold && !boundary.isRaised) boundary = higher
    else if (isSame(setting, givenSetting(run))) return {}
    else return { proposal, boundary, isShort, examples: examplesOf(run, probes, seen) }
  }
}

/** Thresholds closer than this are not worth proposing: the valley itself is wider. */
const sameThreshold = 0.05

function isSame(a: Setting, b: Setting): boolean {
  return a.shingle === b.shingle && Math.abs(a.threshold - b.threshold) < sameThreshold
}

/** Pairs on either side of the threshold. */
const mostExamples = 3

function examplesOf(run: Run, probes: Int32Array, seen: ProbeCounts): Proposed['examples'] {
  return {
    above: nextPairs(run, probes, seen.above, seen.aboveDocument, (a, b) => a - b),
    below: nextPairs(run, probes, seen.below, seen.belowDocument, (a, b) => b - a),
  }
}

/** The first pairs in the order of their similarities, of different documents. */
function nextPairs(
  run: Run,
  probes: Int32Array,
  similarities: Float64Array,
  partners: Float64Array,
  order: (a: number, b: number) => number,
): ExamplePair[] {
  const seen = [...similarities.keys()].filter(probe => similarities[probe] > 0)
  seen.sort((a, b) => order(similarities[a], similarities[b]) || a - b)
  const shown = new Set<number>()
  const pairs: ExamplePair[] = []
  for (const probe of seen) {
    const pair = [probes[probe], partners[probe]]
    if (pairs.length === mostExamples) break
    if (pair.some(document => shown.has(document))) continue
    for (const document of pair) shown.add(document)
    pairs.push(examplePair(run, Math.min(...pair), Math.max(...pair), similarities[probe]))
  }
  return pairs
}

function examplePair(run: Run, first: number, second: number, similarity: number): ExamplePair {
  const [id1, id2] = [first, second].map(document => plainId(run, document))
  const [text1, text2] = differingParts(documentText(run, first), documentText(run, second))
  return { similarity, id1, id2, text1, text2 }
}

/** Characters of a shown part, and how many of them precede the first difference. */
const shownText = 70
const shownBefore = 20

function differingParts(a: string, b: string): [string, string] {
  const [left, right] = [a, b].map(text => text.replaceAll(/\s+/g, ' ').trim())
  let same = 0
  while (same < left.length && left[same] === right[same]) same++
  const from = same <= shownBefore ? 0 : same - shownBefore
  return [partFrom(left, from), partFrom(right, from)]
}

function partFrom(text: string, from: number): string {
  // Whole characters, should the part begin or end within one.
  const part = text.slice(from, from + shownText).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + shownText < text.length ? '…' : ''}`
}
