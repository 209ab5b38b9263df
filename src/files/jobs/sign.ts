/**
 * Sign: the signature of every text, as JSON lines `{"id","signature"}` in input order.
 *
 * A text without any token has no shingles and its signature is null. Format: docs/formats/signature.md.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { decisionOf } from '../../methods/options/chosen-method.ts'
import { badLines, readingOrBad, writeLines } from '../outputs/write-tables.ts'
import type { RunEvents, SignReport, SignRequest } from '../requests.ts'
import { openRun } from '../run/open-run.ts'
import { baseReport, planReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { Signing } from './signing.ts'

/** A dry run signs and writes nothing, but checks the name of the output. @throws NearsameError */
export async function sign(request: SignRequest, events: RunEvents): Promise<SignReport> {
  checkRequest(request, { files: ['output', 'bad'] })
  checkEvents(events)
  const { bad, result, running } = request
  checkSignable(result)
  const output = running.dryRun ? undefined : request.output
  // Bands are for finding pairs, and there is no use in refusing a signature that is too short for them.
  const scanned = { ...request, result: { ...result, near: false } }
  const run = await openRun(
    scanned,
    { always: [], unlessDry: [request.output], measuresPairs: false },
    events,
  )
  try {
    if (running.plan) return reportOf(run, request, 0)
    const signing = new Signing(run)
    const write = async (lines: AsyncIterable<string>) => {
      if (output === undefined) for await (const _ of lines);
      else await writeLines(output, run.publication, lines)
    }
    const scan = () =>
      run.stages.time(
        'scan',
        () => write(signing.lines()),
        () => run.readBytes,
      )
    await readingOrBad(run, bad, scan)
    if (bad !== undefined) await writeLines(bad, run.publication, badLines(run))
    await run.publication.publish()
    return reportOf(run, request, signing.signatures)
  } finally {
    await run.close()
  }
}

/** @throws NearsameError OPTION_VALUE for methods that make nothing of a single text */
function checkSignable({ method }: SignRequest['result']): void {
  if (decisionOf({ method, near: true }) !== 'pairs') return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'a method with a signature of a single text',
    got: `${method}, which looks at all texts at once`,
    fix: 'take another `method`; `nearsame methods` lists them',
  })
}

function reportOf(run: Run, { result, running }: SignRequest, signatures: number): SignReport {
  if (running.plan) {
    return {
      ...planReport(run),
      options: result,
      counts: { read: 0, bad: 0, signatures, bytes: run.totalBytes },
    }
  }
  const base = baseReport(run)
  return { ...base, options: result, counts: { ...base.counts, signatures } }
}
