/** The report page of `dedupe`. */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import { sizeCounts } from '../report-page/listed-clusters.ts'
import { countedBands, estimatedBands } from '../report-page/measured-bands.ts'
import { replayOf } from '../report-page/replay.ts'
import { writeReportPage } from '../report-page/report-page.ts'
import { outcomeClusters } from '../report-page/run-clusters.ts'
import type { DedupeReport, DedupeRequest } from '../requests.ts'
import type { Run } from '../run/run.ts'

interface PageContent {
  readonly outcome: Outcome
  /** The measured pairs. */
  readonly rows: PairRows | undefined
  /** What people decided. */
  readonly judged: readonly JudgedPair[] | undefined
}

/** The page that shows the run, with what the run has measured. */
export async function writeDedupePage(
  run: Run,
  request: DedupeRequest,
  { judged, outcome, rows }: PageContent,
  report: DedupeReport,
): Promise<void> {
  const replay = await replayOf(run, request)
  const clusters = outcomeClusters(run, outcome)
  let bytesSaved = 0
  for (let document = 0; document < outcome.kind.length; document++) {
    if (outcome.kind[document] !== kinds.kept) bytesSaved += run.documents.placeOf(document).length
  }
  const measure = outcome.jaccard === undefined ? run.measure : 'jaccard'
  await writeReportPage(run, request.reportHtml as string, {
    figures: {
      format: 1,
      command: 'dedupe',
      report,
      bytesSaved,
      histogram: pairValues[measure].isShare ? { measure, bins: report.histogram } : null,
      sizes: sizeCounts(clusters),
      measuredBands:
        'absent' in replay
          ? estimatedBands(run, rows === undefined ? [] : [rows])
          : countedBands(run, replay),
    },
    clusters,
    pairs: { total: rows?.left.length ?? 0, rows: () => (rows === undefined ? [] : [rows]) },
    replay,
    judged,
    current: request.result.threshold,
  })
}
