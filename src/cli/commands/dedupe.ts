import { Command } from 'commander'
import { type DedupeRequest, dedupeOutputOptions } from '../../files/dedupe-outputs/dedupe-request.ts'
import { dedupeOutputs } from '../../files/dedupe-outputs/outputs.ts'
import { pathsOfOutputs, requestedOutputs } from '../../files/dedupe-outputs/requested-outputs.ts'
import { formatOfName } from '../../files/io/file-name.ts'
import { dedupe as dedupeFiles } from '../../files/jobs/dedupe.ts'

import { ownValue } from '../../ground/json/field.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { avoidTurboFan } from '../../ground/threads/turbofan.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf, pathOf, writtenPathOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame dedupe INPUT... -o KEPT` */
export function dedupeCommand(context: Context): Command {
  const dedupe = new Command('dedupe').description(
    'Removes exact and near duplicates: keeps one document of every cluster.',
  )
  addOptions(dedupe, 'Options', dedupeOutputOptions)
  dedupe
    .option('--report <file>', 'the report (JSON)')
    .option('--decisions <file>', 'pairs that people found to be the same or different, any method (CSV)')
    .option('--state <dir>', 'remember decisions in DIR; compare new files with documents kept before')
  return addRunOptions(dedupe).action(async (inputs: string[], values: FlagValues) => {
    const request = dedupeRequest(inputs, values)
    const paths = pathsOfOutputs(requestedOutputs(request))
    if (runsInKernels(request)) avoidTurboFan() // docs/decisions/0024-likely-pairs.md
    await runJobCommand('dedupe', request, paths, context, events => dedupeFiles(request, events))
  })
}

/** Whether texts are read, signed, grouped and measured without JavaScript of each record. */
export function runsInKernels({ inputs, input, result, running, speed }: DedupeRequest): boolean {
  if (speed.memory > 0 || running.resume) return false // columns on disk are grouped in JavaScript
  const isLines = (name: string) => (input.inputFormat ?? formatOfName(name).format) === 'jsonl'
  return result.method === 'minhash' && !input.html && inputs.every(isLines)
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function dedupeRequest(inputs: readonly string[], values: FlagValues): DedupeRequest {
  const outputs = resolve(dedupeOutputOptions, givenFor(dedupeOutputOptions, values), 'cli')
  const isComplete = dedupeOutputs.some(
    output =>
      'isResult' in output &&
      Object.keys(output.options).some(name => ownValue(values, name) !== undefined),
  )
  return {
    ...jobRequest(inputs, values),
    ...outputs,
    output: isComplete ? outputs.output : outputOf(values),
    report: writtenPathOf(values, 'report'),
    decisions: pathOf(values, 'decisions'),
    state: pathOf(values, 'state'),
  }
}
