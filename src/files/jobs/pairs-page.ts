/** The page that shows the pairs of `pairs` or `match`. */

import { inputOrder } from '../../engine/batch/columns.ts'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import { joinRows, type PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import { sizeCounts } from '../report-page/listed-clusters.ts'
import { estimatedBands } from '../report-page/measured-bands.ts'
import type { Replay } from '../report-page/replay.ts'
import { writeReportPage } from '../report-page/report-page.ts'
import { linkedClusters, twinClusters } from '../report-page/run-clusters.ts'
import type { MatchReport, PairsReport } from '../requests.ts'
import type { Run } from '../run/run.ts'

interface ShownPairs {
  readonly report: PairsReport | MatchReport
  readonly total: number
  rows(): Iterable<PairRows>
  /** What people decided. */
  readonly judged?: readonly JudgedPair[] | undefined
  /** The first document of B, for `match`. */
  readonly split?: number
}

/** More pairs than a page of 20 MB can hold. */
const mostPairs = 400_000

export async function writePairsPage(run: Run, path: string, shown: ShownPairs): Promise<void> {
  const { report, total, rows, split } = shown
  const clusters = split === undefined ? linkedClusters(run, rows) : twinClusters(run, rows)
  await writeReportPage(run, path, {
    figures: {
      format: 1,
      command: split === undefined ? 'pairs' : 'match',
      report,
      bytesSaved: null,
      histogram: histogramOf(run, rows()),
      sizes: sizeCounts(clusters),
      measuredBands: estimatedBands(run, rows()),
    },
    clusters,
    pairs: { total, rows },
    replay: replayOf(run, shown),
    judged: shown.judged,
    current: run.settings.result.threshold,
  })
}

function histogramOf({ decision: { measure } }: Run, batches: Iterable<PairRows>) {
  if (!pairValues[measure].isShare) return null
  const bins: number[] = new Array(20).fill(0)
  for (const { similarity } of batches) {
    for (const value of similarity) if (value >= 0) bins[Math.min(19, Math.floor(value * 20))]++
  }
  return { measure, bins }
}

/** A run of `pairs` knows all pairs from its threshold on. */
function replayOf(run: Run, { rows, split, total }: ShownPairs): Replay {
  if (split !== undefined) return { absent: 'A match compares two sides; it forms no clusters.' }
  const { method, threshold } = run.settings.result
  if (run.decision.kind !== 'measure') return { absent: `The method ${method} has no threshold to move.` }
  if (total > mostPairs) return { absent: `These are ${total} pairs, more than a file can hold.` }
  return {
    threshold,
    order: undefined,
    representative: inputOrder(run.documents.count),
    ...joinRows(rows(), total),
  }
}
