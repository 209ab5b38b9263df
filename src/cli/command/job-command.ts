/**
 * Job command: runs a job with progress line, summary, plan and JSON, the same for all commands.
 */
import type { JobFiles } from '../../files/job-files.ts'
import type { RunEvents, RunReport, RunRequest } from '../../files/requests.ts'
import { errorInFlags, inFlags } from '../terminal/flag-words.ts'
import { planView } from '../terminal/plan-view.ts'
import { printableLine } from '../terminal/printable.ts'
import { withProgress } from '../terminal/progress.ts'
import { emptyLine } from '../terminal/report-lines.ts'
import { summary } from '../terminal/summary.ts'
import type { Context, Terminal } from '../terminal/terminal.ts'
import { checkStandardOutput, jsonReport, untilClosed } from './standard-output.ts'

const unwritten = '  no output written (--dry-run)\n'

/**
 * Runs the job and prints a plan, JSON or the summary, by the running options. An empty corpus is not a failure, but a
 * problem, which is always printed.
 *
 * @throws NearsameError OUTPUT_TWICE if JSON and records would both go to standard output
 */
export async function runJobCommand<R extends RunReport>(
  title: string,
  { running, bad }: Pick<RunRequest, 'running' | 'bad'>,
  { always, unlessDry }: Pick<JobFiles, 'always' | 'unlessDry'>,
  { terminal, signal }: Context,
  job: (events: RunEvents) => Promise<R>,
): Promise<void> {
  const written = running.dryRun ? [...always, bad] : [...always, bad, ...unlessDry]
  if (running.json && !running.plan) await checkStandardOutput(written, jsonReport)
  const warn = (warning: string) => {
    if (!running.plan && !running.quiet)
      terminal.err(`nearsame: warning: ${inFlags(warning, []).replaceAll('`', '')}\n`)
  }
  // An interrupted job throws. One that returns has published its files, so a later interrupt does not matter.
  const report = await withProgress(terminal, !running.quiet, progress =>
    untilClosed(written, () =>
      job({ progress, signal, warn, ...asking(terminal), worded: error => errorInFlags(error) }),
    ),
  )
  if (!running.plan) terminal.err(emptyLine(report))
  if (running.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`)
  else if (running.plan) terminal.out(planView(title, report))
  else if (!running.quiet) terminal.err(`${summary(title, report)}${running.dryRun ? unwritten : ''}`)
}

/** What asks a person with yes and no; anything else is no answer. */
function asking(terminal: Terminal): Pick<RunEvents, 'ask'> {
  const { ask } = terminal
  if (ask === undefined) return {}
  return {
    ask: async question => {
      const answer = (
        await ask(`\n${question.split('\n').map(printableLine).join('\n')} [y/n, Enter to decide later] `)
      )
        .trim()
        .toLowerCase()
      return answer.startsWith('y') ? true : answer.startsWith('n') ? false : undefined
    },
  }
}
