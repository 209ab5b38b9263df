import { Command } from 'commander'
import { filesOfPassages, namedFiles } from '../../files/job-files.ts'
import type { PassagesRequest } from '../../files/passages/passage-requests.ts'
import { againstOptions, resolveAgainstOptions } from '../../ground/options/input-options.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { cutOptions, passageOptions } from '../../methods/options/passage-options.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options about pairs of whole documents. */
const unused = {
  result: [
    'threshold',
    'measure',
    'shingle',
    'recall',
    'cluster',
    'within',
    'near',
    'seed',
    'signatureLength',
    'method',
    'params',
  ],
  running: ['acceptRisk', 'types'],
}

/** `nearsame passages INPUT... -o PASSAGES` */
export function passagesCommand(context: Context): Command {
  const passages = new Command('passages').description(
    'Finds what is repeated inside documents, or shared with another corpus, exactly.',
  )
  addOptions(passages, 'Options', filesOfPassages)
  passages.option('--against <inputs...>', 'find only what stands in these documents, B')
  addOptions(passages, 'What a passage is', passageOptions)
  addOptions(passages, 'Kept documents', cutOptions)
  addOptions(passages, 'The other side', againstOptions)
  return addRunOptions(passages, unused).action(async (inputs: string[], values: FlagValues) => {
    const request = passagesRequest(inputs, values)
    const files = namedFiles(filesOfPassages, request)
    await runJobCommand('passages', request, files, context, async events => {
      const batch = await import('../../files/jobs/passages.ts')
      return batch.passages(request, events)
    })
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
function passagesRequest(inputs: readonly string[], values: FlagValues): PassagesRequest {
  const request = jobRequest(inputs, values, filesOfPassages)
  return {
    ...request,
    passages: resolve(passageOptions, givenFor(passageOptions, values), 'cli'),
    cutting: resolve(cutOptions, givenFor(cutOptions, values), 'cli'),
    against: values.against as readonly string[] | undefined,
    againstInput: resolveAgainstOptions(request.input, givenFor(againstOptions, values), 'cli'),
    output: request.kept === undefined ? outputOf(values) : request.output,
  }
}
