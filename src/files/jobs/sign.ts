/**
 * Sign: the signature of every text, as JSON lines `{"id","signature"}` in input order.
 *
 * A text without tokens has no shingles, and its signature is null. Format: docs/formats/signature.md.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { methodNamed } from '../../methods/methods.ts'
import { unreadHint } from '../../methods/options/unread-options.ts'
import { filesOfSign } from '../job-files.ts'
import { writeLines } from '../outputs/write-lines.ts'
import type { RunEvents, RunReport, SignReport, SignRequest } from '../requests.ts'
import { baseReport } from '../run/report.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { runJob } from './job.ts'
import { Signing } from './signing.ts'

/** A dry run signs and writes nothing, but checks the name of the output. @throws NearsameError */
export async function sign(request: SignRequest, events: RunEvents): Promise<SignReport> {
  checkRequest(request, { files: ['bad', ...Object.keys(filesOfSign)] })
  checkEvents(events)
  const { output, result, running } = request
  checkSignable(result)
  // Only finding pairs needs bands, so a signature too short for them is fine here.
  const scanned = { ...request, result: { ...result, near: false } }
  let signatures = 0
  let repeated: string | undefined
  const reportOf = (base: RunReport): SignReport => {
    const hints = [...base.hints, repeated, unreadHint(result)].filter(hint => hint !== undefined)
    return { ...base, options: result, counts: { ...base.counts, signatures }, hints }
  }
  return runJob<SignReport>(scanned, events, {
    files: filesOfSign,
    purpose: {
      measuresPairs: false,
      isPassing: true,
      readsTexts: true,
    },
    plan: reportOf,
    async read(run) {
      const signing = new Signing(run)
      const write = async () => {
        if (output === undefined || running.dryRun) for await (const _ of signing.lines());
        else await writeLines(output, run.publication, signing.lines())
      }
      await run.stages.time('scan', write, () => run.readBytes)
      signatures = signing.signatures
      repeated = signing.ids.hint()
    },
    work: async run => reportOf(baseReport(run)),
  })
}

/** @throws NearsameError OPTION_VALUE for methods without a signature of a single text */
function checkSignable({ method }: SignRequest['result']): void {
  if (methodNamed(method).decides.kind !== 'pairs') return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'a method with a signature of a single text',
    got: `${method}, which looks at all texts at once`,
    fix: 'set `method` to another one; `nearsame methods` lists them',
  })
}
