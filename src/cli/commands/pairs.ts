import { Command } from 'commander'
import { filesOfPairs, namedFiles } from '../../files/job-files.ts'
import type { PairsRequest } from '../../files/requests.ts'
import { pairsOptions } from '../../ground/options/running-options.ts'
import { addOptions, type FlagValues } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options of `dedupe` about survivors and kept records, which pairs do not have. */
const unused = { result: ['cluster', 'keep'], running: ['acceptRisk', 'columns', 'types'] }

const own = { ...filesOfPairs, ...pairsOptions }

/** `nearsame pairs INPUT... -o PAIRS` */
export function pairsCommand(context: Context): Command {
  const pairs = new Command('pairs').description(
    'Writes every match with its exact measure, exact duplicates included.',
  )
  addOptions(pairs, 'Options', own)
  pairs.option(
    '--index <solr=url>',
    'the index of a method that searches: a core of Solr (--force empties it)',
  )
  return addRunOptions(pairs, unused).action(async (inputs: string[], values: FlagValues) => {
    const request = pairsRequest(inputs, values)
    await runJobCommand('pairs', request, namedFiles(filesOfPairs, request), context, async events => {
      const batch = await import('../../files/jobs/pairs.ts')
      return batch.pairs(request, events)
    })
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function pairsRequest(inputs: readonly string[], values: FlagValues): PairsRequest {
  return {
    ...jobRequest(inputs, values, own),
    output: outputOf(values),
    index: values.index as string | undefined,
  }
}
