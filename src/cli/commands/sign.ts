import { Command } from 'commander'
import { filesOfSign, namedFiles } from '../../files/job-files.ts'
import type { SignRequest } from '../../files/requests.ts'
import { addOptions, type FlagValues } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options for comparing and keeping documents; signing does neither. */
const unused = {
  result: ['threshold', 'measure', 'recall', 'within', 'cluster', 'keep', 'near'],
  running: ['acceptRisk', 'columns', 'types', 'resume'],
  speed: ['memory'],
}

/** `nearsame sign INPUT... --method M -o SIGS` */
export function signCommand(context: Context): Command {
  const sign = new Command('sign').description(
    'Writes the signature of every text, as {"id","signature"} lines.',
  )
  addOptions(sign, 'Options', filesOfSign)
  return addRunOptions(sign, unused).action(async (inputs: string[], values: FlagValues) => {
    const request: SignRequest = { ...jobRequest(inputs, values, filesOfSign), output: outputOf(values) }
    await runJobCommand('sign', request, namedFiles(filesOfSign, request), context, async events => {
      const batch = await import('../../files/jobs/sign.ts')
      return batch.sign(request, events)
    })
  })
}
