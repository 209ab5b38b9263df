import { Command } from 'commander'
import type { PairsRequest } from '../../files/requests.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { pairsOptions, reviewOptions } from '../../ground/options/running-options.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf, pathOf, writtenPathOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options of `dedupe` about survivors and kept records, which pairs do not have. */
const unused = { result: ['cluster', 'keep'], running: ['acceptRisk', 'columns', 'types'] }

/** `nearsame pairs INPUT... -o PAIRS` */
export function pairsCommand(context: Context): Command {
  const pairs = new Command('pairs')
    .description('Writes every match with its exact measure, exact duplicates included.')
    .option('-o, --output <file>', 'the pairs (CSV, or JSONL, Parquet or .xlsx by its name)')
    .option('--report <file>', 'the report (JSON)')
    .option('--report-html <file>', 'a page that shows the run, in one file')
    .option('--decisions <file>', 'pairs that people found to be the same or different, any method (CSV)')
    .option('--accept <file>', 'pairs that a person found to be the same (method records)')
    .option('--reject <file>', 'pairs that a person found to be different (method records)')
    .option(
      '--index <solr=url>',
      'the index of a method that searches: a core of Solr (--force empties it)',
    )
  addOptions(pairs, 'Options', { ...reviewOptions, ...pairsOptions })
  return addRunOptions(pairs, unused).action(async (inputs: string[], values: FlagValues) => {
    const request = pairsRequest(inputs, values)
    await runJobCommand(
      'pairs',
      request,
      { always: [request.review], unlessDry: [request.output] },
      context,
      async events => {
        const batch = await import('../../files/jobs/pairs.ts')
        return batch.pairs(request, events)
      },
    )
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function pairsRequest(inputs: readonly string[], values: FlagValues): PairsRequest {
  return {
    ...jobRequest(inputs, values),
    ...resolve(pairsOptions, givenFor(pairsOptions, values), 'cli'),
    output: outputOf(values),
    report: writtenPathOf(values, 'report'),
    reportHtml: writtenPathOf(values, 'reportHtml'),
    decisions: pathOf(values, 'decisions'),
    ...resolve(reviewOptions, givenFor(reviewOptions, values), 'cli'),
    accept: pathOf(values, 'accept'),
    reject: pathOf(values, 'reject'),
    index: values.index as string | undefined,
  }
}
