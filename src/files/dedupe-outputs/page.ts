/** The report page of `dedupe`. */
import { kinds } from '../../engine/batch/columns.ts'
import { number, options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import { sizeCounts } from '../report-page/listed-clusters.ts'
import { countedBands, estimatedBands } from '../report-page/measured-bands.ts'
import { checkReplay, type Replay, replayOf } from '../report-page/replay.ts'
import { writeReportPage } from '../report-page/report-page.ts'
import { outcomeClusters } from '../report-page/run-clusters.ts'
import type { DedupeReport } from '../requests.ts'
import type { DecidedRun, DedupeOutput } from './output.ts'

const declared = options({
  reportHtml: outputPath({ holds: 'page', doc: 'a page that shows the run, in one file' }),
  replayFrom: number({
    from: 0,
    to: 1,
    default: 0,
    doc: 'with a report page: measure all pairs from this similarity on, for other thresholds there (0: none)',
  }),
})

export const pageOutput = {
  options: declared,
  notWithState: { reportHtml: 'which needs documents that earlier runs removed' },
  requested({ reportHtml, replayFrom }, request) {
    checkReplay({ ...request, reportHtml, replayFrom })
    if (reportHtml === undefined) return undefined
    return {
      path: reportHtml,
      listsPairs: true,
      writeReported: async (decided, path, report) =>
        writePage(decided, path, { report, replay: await replayOf(decided.run, request, replayFrom) }),
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>

interface Shown {
  readonly report: DedupeReport
  readonly replay: Replay
}

async function writePage(
  { run, judged, outcome, rows }: DecidedRun,
  path: string,
  { report, replay }: Shown,
): Promise<void> {
  const clusters = outcomeClusters(run, outcome)
  let bytesSaved = 0
  for (let document = 0; document < outcome.kind.length; document++) {
    if (outcome.kind[document] !== kinds.kept) bytesSaved += run.documents.placeOf(document).length
  }
  const measure = outcome.jaccard === undefined ? run.decision.measure : 'jaccard'
  await writeReportPage(run, path, {
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
    current: run.settings.result.threshold,
  })
}
