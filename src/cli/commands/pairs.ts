import { Command } from 'commander'
import type { PairsRequest } from '../../batch/requests.ts'
import { resolve } from '../../options/resolve.ts'
import { pairsOptions } from '../../options/running-options.ts'
import type { Context } from '../../terminal/terminal.ts'
import { runBatch } from '../batch-run.ts'
import { addOptions, type FlagValues, givenFor } from '../command-options.ts'
import { addRunOptions, outputOf, pathOf, runRequest } from '../run-options.ts'

/** Options of `dedupe` that decide about survivors, of which there are none here. */
const unused = { result: ['cluster', 'keep'] }

/** `nearsame pairs INPUT... -o PAIRS` */
export function command(context: Context): Command {
  const pairs = new Command('pairs')
    .description('Writes every match with its exact measure, exact duplicates included.')
    .option('-o, --output <file>', 'the pairs (CSV, or JSONL when it ends in .jsonl)')
    .option('--report <file>', 'the report (JSON)')
    .option('--accept <file>', 'pairs that a person found to be the same (method records)')
    .option('--reject <file>', 'pairs that a person found to be different (method records)')
    .option(
      '--index <solr=url>',
      'the index of a method that searches: a core of Solr (--force empties it)',
    )
  addOptions(pairs, 'Options', pairsOptions)
  return addRunOptions(pairs, unused).action(async (inputs: string[], values: FlagValues) => {
    const request = pairsRequest(inputs, values)
    const { running } = request
    const always = [request.report, request.bad]
    await runBatch('pairs', { running, always, unlessDry: [request.output] }, context, async events => {
      const batch = await import('../../jobs/pairs.ts')
      return batch.pairs(request, events)
    })
  })
}

/** The request a command line stands for. @throws NearsameError OPTION_VALUE */
export function pairsRequest(inputs: readonly string[], values: FlagValues): PairsRequest {
  return {
    ...runRequest(inputs, values),
    ...resolve(pairsOptions, givenFor(pairsOptions, values), 'cli'),
    output: outputOf(values),
    report: pathOf(values, 'report'),
    accept: pathOf(values, 'accept'),
    reject: pathOf(values, 'reject'),
    index: values.index as string | undefined,
  }
}
