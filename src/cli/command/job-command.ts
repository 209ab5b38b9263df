/**
 * Job command: one job with its progress line, closing summary, plan and JSON, the same for all commands.
 */
import type { RunEvents, RunReport } from '../../files/requests.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { planView } from '../terminal/plan-view.ts'
import { withProgress } from '../terminal/progress.ts'
import { emptyLine } from '../terminal/report-lines.ts'
import { summary } from '../terminal/summary.ts'
import type { Context } from '../terminal/terminal.ts'
import { checkStandardOutput, jsonReport } from './standard-output.ts'

interface JobCommand {
  readonly running: RunningOptions
  /** Outputs of the job; undefined ones are not asked for. */
  readonly always: readonly (string | undefined)[]
  /** Those that a dry run leaves out. */
  readonly unlessDry: readonly (string | undefined)[]
}

const unwritten = '  no output written (--dry-run)\n'

/**
 * Runs the job and writes what the running options ask for: plan, JSON or summary. An empty corpus is no failure, but
 * a problem: it is named whatever they ask for.
 *
 * @throws NearsameError OUTPUT_TWICE where JSON would go between the records of one
 */
export async function runJobCommand<R extends RunReport>(
  title: string,
  { running, always, unlessDry }: JobCommand,
  { terminal, signal }: Context,
  job: (events: RunEvents) => Promise<R>,
): Promise<void> {
  if (running.json && !running.plan) {
    await checkStandardOutput(running.dryRun ? always : [...always, ...unlessDry], jsonReport)
  }
  // What is interrupted throws: a job that ends has published its files, and an interrupt comes too late.
  const report = await withProgress(terminal, !running.quiet, progress => job({ progress, signal }))
  if (!running.plan) terminal.err(emptyLine(report))
  if (running.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`)
  else if (running.plan) terminal.out(planView(title, report))
  else if (!running.quiet) terminal.err(`${summary(title, report)}${running.dryRun ? unwritten : ''}`)
}
