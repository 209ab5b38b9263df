/**
 * All pairs: every match of the inputs with its measure, exact duplicates included.
 *
 *     scan ─▶ group ─▶ verify ─▶ write
 *
 * Rows are counted before any is written, so an explosion of pairs is refused before it touches the disk.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkCount } from '../../ground/options/arguments.ts'
import { limitOf } from '../../ground/pair-rows/pairs-limit.ts'
import { filesOfPairs } from '../job-files.ts'
import { checkReview } from '../outputs/review-file.ts'
import type { PairsReport, PairsRequest, RunEvents } from '../requests.ts'
import { hintsOf } from '../run/hints/hints.ts'
import { baseReport } from '../run/report.ts'
import { findPairsOfRun, writePairs } from './find-pairs.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { runJob } from './job.ts'
import { writePairsPage } from './pairs-page.ts'

/**
 * A dry run counts the pairs without writing them, but checks the name of the output.
 *
 * @throws NearsameError, for example PAIRS_LIMIT
 */
export async function pairs(request: PairsRequest, events: RunEvents): Promise<PairsReport> {
  checkRequest(request, {
    files: ['bad', 'index', ...Object.keys(filesOfPairs)],
    others: ['maxPairs'],
  })
  checkCount('request.maxPairs', request.maxPairs)
  checkEvents(events)
  checkIndex(request)
  checkReview(request)
  const { decisions, index, reportHtml, output, running } = request
  return runJob<PairsReport>(request, events, {
    files: filesOfPairs,
    purpose: {
      measuresPairs: true,
      resumable: { command: 'pairs', output },
      keepsHashes: decisions !== undefined,
    },
    plan: base => ({ ...base, counts: { ...base.counts, pairs: 0 } }),
    async work(run) {
      const hints = hintsOf(run)
      const found = await findPairsOfRun(run, limitOf(request.maxPairs), request, index ? { index } : {})
      const { judged, notes, rows, total } = found
      await run.stages.time('write', async () => {
        if (output !== undefined && !running.dryRun) await writePairs(run, output, rows)
        await found.review.write(run)
      })
      const base = baseReport(run, { hints, decisions: judged?.report })
      const report = { ...base, counts: { ...base.counts, pairs: total }, ...(notes && { notes }) }
      if (reportHtml !== undefined)
        await writePairsPage(run, reportHtml, { report, total, rows, judged: judged?.pairs })
      return report
    },
  })
}

/** @throws NearsameError OPTION_VALUE for methods that search no index */
function checkIndex({ index, result: { method } }: PairsRequest): void {
  if (index === undefined || method.startsWith('restaurants-')) return
  throw new NearsameError('OPTION_VALUE', {
    expected:
      '`index` only with the methods restaurants-shingles and restaurants-minhash, which search in it',
    got: `the method ${method}`,
    fix: 'leave out `index`, or set `method` to one of these',
  })
}
