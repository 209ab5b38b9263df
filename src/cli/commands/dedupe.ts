import { Command } from 'commander'
import { type DedupeRequest, dedupeFileOptions } from '../../files/dedupe-outputs/dedupe-request.ts'
import { dedupeOutputs } from '../../files/dedupe-outputs/outputs.ts'
import { formatOfName } from '../../files/io/file-name.ts'
import { namedFiles } from '../../files/job-files.ts'
import { dedupe as dedupeFiles } from '../../files/jobs/dedupe.ts'
import type { RunRequest } from '../../files/requests.ts'
import { ownValue } from '../../ground/json/field.ts'
import { takeKernelFlags } from '../../ground/threads/kernel-flags.ts'
import { addOptions, type FlagValues } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame dedupe INPUT... -o KEPT` */
export function dedupeCommand(context: Context): Command {
  const dedupe = new Command('dedupe').description(
    'Removes exact and near duplicates: keeps one document of every cluster.',
  )
  addOptions(dedupe, 'Options', dedupeFileOptions)
  return addRunOptions(dedupe).action(async (inputs: string[], values: FlagValues) => {
    const request = dedupeRequest(inputs, values)
    const { always, unlessDry } = namedFiles(dedupeFileOptions, request)
    const files = { always: [...always, request.state], unlessDry }
    if (runsInKernels(request)) takeKernelFlags() // docs/decisions/0024-likely-pairs.md
    await runJobCommand('dedupe', request, files, context, events => dedupeFiles(request, events))
  })
}

/** Whether kernels do the work on each record but the reading of columns. */
export function runsInKernels({ inputs, input, result, running, speed }: RunRequest): boolean {
  if (speed.memory > 0 || running.resume) return false // columns on disk are grouped in JavaScript
  const isRead = (name: string) =>
    ['jsonl', 'parquet', 'arrow'].includes(input.inputFormat ?? formatOfName(name).format)
  return result.method === 'minhash' && !input.html && inputs.every(isRead)
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function dedupeRequest(inputs: readonly string[], values: FlagValues): DedupeRequest {
  const request = jobRequest(inputs, values, dedupeFileOptions)
  const isComplete = dedupeOutputs.some(
    output =>
      'isResult' in output &&
      Object.keys(output.options).some(name => ownValue(values, name) !== undefined),
  )
  return isComplete ? request : { ...request, output: outputOf(values) }
}
