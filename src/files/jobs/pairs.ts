/**
 * All pairs: every match of the inputs with its measure, exact duplicates included.
 *
 *     scan ─▶ group ─▶ verify ─▶ write
 *
 * Rows are counted before any is written, so an explosion is refused without a trace of it on the disk.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkCount } from '../../ground/options/arguments.ts'
import { badLines, pairLines, readingOrBad, writeLines, writeReport } from '../outputs/write-tables.ts'
import type { PairsReport, PairsRequest, RunEvents } from '../requests.ts'
import { openRun } from '../run/open-run.ts'
import { baseReport, planReport } from '../run/report.ts'
import { scanInputs } from '../run/scan.ts'
import { decidedPairs } from './decided-pairs.ts'
import { findPairs, rowsOf } from './find-pairs.ts'
import { checkEvents, checkRequest } from './given-request.ts'

/**
 * A dry run counts the pairs and writes none, but checks the name of the output.
 *
 * @throws NearsameError, PAIRS_LIMIT among them
 */
export async function pairs(request: PairsRequest, events: RunEvents): Promise<PairsReport> {
  checkRequest(request, {
    files: ['output', 'bad', 'report', 'accept', 'reject', 'index'],
    others: ['maxPairs'],
  })
  checkCount('request.maxPairs', request.maxPairs)
  checkEvents(events)
  const { accept, bad, reject, report, running } = request
  checkIndex(request)
  const output = running.dryRun ? undefined : request.output
  const purpose = {
    always: [report],
    unlessDry: [request.output],
    alsoReads: [accept, reject],
    measuresPairs: true,
  }
  const run = await openRun(request, purpose, events)
  try {
    if (running.plan) {
      const counts = { read: 0, bad: 0, pairs: 0, bytes: run.totalBytes }
      return { ...planReport(run), counts }
    }
    await readingOrBad(run, bad, scanInputs)
    const { index } = request
    const decided = await decidedPairs(run, request)
    const found = await findPairs(run, request.maxPairs, {
      ...decided,
      ...(index && { index }),
    })
    await run.stages.time('write', async () => {
      if (bad !== undefined) await writeLines(bad, run.publication, badLines(run))
      if (output !== undefined) {
        await writeLines(output, run.publication, pairLines(run, output, rowsOf(run, found.rows())))
      }
    })
    const base = baseReport(run)
    const { notes } = found
    const result = { ...base, counts: { ...base.counts, pairs: found.total }, ...(notes && { notes }) }
    await writeReport(run, report, result)
    await run.publication.publish()
    return result
  } finally {
    await run.close()
  }
}

/** @throws NearsameError OPTION_VALUE for methods that search in no index */
function checkIndex({ index, result: { method } }: PairsRequest): void {
  if (index === undefined || method.startsWith('restaurants-')) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'an index with the methods restaurants-shingles and restaurants-minhash, which search in it',
    got: `the method ${method}`,
    fix: 'leave out `index`, or take one of these as `method`',
  })
}
