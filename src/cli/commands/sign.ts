import { Command } from 'commander'
import type { SignRequest } from '../../files/requests.ts'
import type { FlagValues } from '../command/command-options.ts'
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
  const sign = new Command('sign')
    .description('Writes the signature of every text, as {"id","signature"} lines.')
    .option('-o, --output <file>', 'the signatures (JSONL)')
  return addRunOptions(sign, unused).action(async (inputs: string[], values: FlagValues) => {
    const request: SignRequest = { ...jobRequest(inputs, values), output: outputOf(values) }
    await runJobCommand(
      'sign',
      request,
      { always: [], unlessDry: [request.output] },
      context,
      async events => {
        const batch = await import('../../files/jobs/sign.ts')
        return batch.sign(request, events)
      },
    )
  })
}
