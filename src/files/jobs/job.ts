/**
 * Job: the frame around the work of every job on files.
 *
 *     open ─▶ check ─▶ read, or report bad records ─▶ work ─▶ write the report ─▶ publish ─▶ close
 *
 * Outputs get their names together at the end; if anything fails, none does. The bad records are an exception: when
 * there are too many, they are still written, since they show what to fix; and so is the review of refused pairs.
 */

import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Declarations } from '../../ground/options/declare.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { resolveInputs } from '../inputs/resolve/resolve-inputs.ts'
import { checkOutputNames, contentsOf } from '../io/output-names.ts'
import { namedFiles } from '../job-files.ts'
import { writeBadTable } from '../outputs/bad-table.ts'
import { writeLines } from '../outputs/write-lines.ts'
import type { RunEvents, RunReport, RunRequest } from '../requests.ts'
import { estimateOf } from '../run/estimate.ts'
import { planHints } from '../run/hints/hints.ts'
import { openProgress } from '../run/open-progress.ts'
import { openRun, type RunNeeds } from '../run/open-run.ts'
import { foundFields, planReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import { scanInputs, scanStarts } from '../run/scan.ts'

interface Job<Result> {
  readonly purpose: RunNeeds
  /** Inputs found beforehand. Default: those of the request. */
  readonly set?: InputSet
  /** Its own files. Default: none */
  readonly files?: Declarations
  /** Refuses impossible requests before anything is read. */
  check?(run: Run): Promise<void> | void
  /** The result if only a plan is wanted; absent for jobs without a plan. */
  plan?(base: RunReport): Result
  /** Default: scans all inputs. */
  read?(run: Run): Promise<void>
  work(run: Run): Promise<Result>
}

/** @throws NearsameError; then no output has its final name, except the bad records with TOO_MANY_BAD, and a review */
export async function runJob<Result>(
  request: RunRequest & { readonly report?: string | undefined },
  events: RunEvents,
  job: Job<Result>,
): Promise<Result> {
  const { inputs, input, running, bad, report } = request
  const files = job.files ?? {}
  checkOutputNames(request, contentsOf(files))
  const needs = { ...namedFiles(files, request), ...job.purpose }
  const set = job.set ?? (await resolveInputs(inputs, input))
  const run = await openRun(set, request, needs, events)
  try {
    await job.check?.(run)
    if (running.plan && job.plan !== undefined) return job.plan(await planned(run))
    await openProgress(run, needs)
    await readOrReportBad(run, bad, job.read ?? scanInputs)
    const result = await job.work(run)
    if (report !== undefined) {
      await writeLines(report, run.publication, [`${JSON.stringify(result, null, 2)}\n`])
    }
    await run.publication.publish()
    run.keepsProgress = false
    return result
  } finally {
    await run.close()
  }
}

/** The plan after a look at the start of every input, where impossible runs fail. */
async function planned(run: Run): Promise<RunReport> {
  const report = planReport(run)
  await scanStarts(run)
  const hints = run.settings.measuresPairs ? [...report.hints, ...planHints(run)] : report.hints
  const fields = foundFields(run)
  const againstFields = run.settings.set.against && foundFields(run, true)
  const estimate = estimateOf(run)
  return {
    ...report,
    hints,
    estimate,
    peakMemoryBytes: estimate.memoryBytes,
    ...(fields && { fields }),
    ...(againstFields && { againstFields }),
  }
}

async function readOrReportBad(
  run: Run,
  bad: string | undefined,
  read: (run: Run) => Promise<void>,
): Promise<void> {
  const writeBad = async () => {
    if (bad !== undefined) await writeBadTable(run, bad)
  }
  try {
    await read(run)
  } catch (error) {
    if (isNearsameError(error) && error.code === 'TOO_MANY_BAD') {
      await writeBad()
      await run.publication.publish()
    }
    throw error
  }
  await writeBad()
}
