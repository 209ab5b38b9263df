import { Command } from 'commander'
import { writeOutput } from '../../files/io/output.ts'
import { filesOfTune } from '../../files/job-files.ts'
import type { TuneRequest } from '../../files/jobs/tune-report.ts'
import { options, whole } from '../../ground/options/declare.ts'
import { addOptions, type FlagValues } from '../command/command-options.ts'
import { addRunOptions, jobRequest } from '../command/run-options.ts'
import { checkStandardOutput } from '../command/standard-output.ts'
import { withProgress } from '../terminal/progress.ts'
import { emptyLine } from '../terminal/report-lines.ts'
import type { Context } from '../terminal/terminal.ts'
import { tuneView } from '../terminal/tune-view.ts'

const own = options({
  ...filesOfTune,
  sample: whole({
    from: 1,
    to: 50_000,
    default: 2000,
    doc: 'texts to compare with all others; more give narrower intervals',
  }),
})

/** Options about kept records and outputs, of which there is only the picture. */
const unused = {
  result: ['within', 'cluster', 'keep', 'near'],
  running: ['plan', 'dryRun', 'acceptRisk', 'columns', 'types', 'resume', 'spreadsheetSafe'],
  speed: ['memory'],
}

/** `nearsame tune INPUT... [--threshold T] [--recall R] [--plot F.svg]` */
export function tuneCommand(context: Context): Command {
  const tune = new Command('tune').description(
    'Measures recall and precision of these options exactly, on a sample; proposes better ones.',
  )
  addOptions(tune, 'Options', own)
  return addRunOptions(tune, unused).action(async (inputs: string[], values: FlagValues) => {
    await runTune(jobRequest(inputs, values, own), context)
  })
}

async function runTune(request: TuneRequest, { terminal, signal }: Context): Promise<void> {
  const { bad, plot, running } = request
  const { json, quiet, force } = running
  const view = { what: json ? 'the report' : 'the table', fix: 'name a file' }
  await checkStandardOutput([plot, bad], view)
  const { tune } = await import('../../files/jobs/tune.ts')
  const report = await withProgress(terminal, !quiet, progress => tune(request, { progress, signal }))
  if (plot !== undefined) {
    const { tuneSvg } = await import('../terminal/tune-plot.ts')
    await writeOutput(plot, tuneSvg(report), { force })
  }
  terminal.err(emptyLine(report))
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : tuneView(report))
}
