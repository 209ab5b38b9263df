import { Command, Option } from 'commander'
import type { DedupeRequest } from '../../files/requests.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { replayOptions } from '../../ground/options/running-options.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf, pathOf, writtenPathOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame dedupe INPUT... -o KEPT` */
export function dedupeCommand(context: Context): Command {
  const dedupe = new Command('dedupe')
    .description('Removes exact and near duplicates: keeps one document of every cluster.')
    .option(
      '-o, --output <file>',
      'the kept records, in the format of the input; DIR/: a file for each input',
    )
    .option(
      '--removed <file>',
      'each removed record with its twin, measure and reason (JSONL, or CSV by its name)',
    )
    .option('--clusters <file>', 'the clusters (JSONL, or CSV by its name)')
    .option('--pairs <file>', 'the measured matches (CSV, or JSONL if it ends in .jsonl)')
    .option(
      '--annotate <value=field,...>',
      'fields for the kept records: cluster=c,size=n,kind=k,probability=p; or similarity',
    )
    .option(
      '--annotated <file>',
      'all records with these fields; without --annotate: cluster,size,kind,probability',
    )
    .option('--golden <file>', 'one merged record for each cluster (JSONL, or CSV by its name)')
    .option('--golden-rule <rule>', 'which value: most-frequent (default), longest or newest:COLUMN')
    .option('--report <file>', 'the report (JSON)')
    .option('--report-html <file>', 'a page that shows the run, in one file')
    .option('--decisions <file>', 'pairs that people found to be the same or different, any method (CSV)')
    .option('--review <file>', 'the 100 most doubtful pairs side by side, for --decisions (method records)')
    .option('--state <dir>', 'keep what was decided there, and compare with what earlier runs kept')
    .addOption(
      new Option('--deletes <engine>', 'write the removed records as deletions for their index').choices([
        'bulk',
        'solr',
      ]),
    )
    .option('--deletes-output <file>', 'the deletions: bulk lines of Elasticsearch, or a message of Solr')
    .option('--deletes-index <name>', 'their index, with bulk (default: the field _index of each record)')
  addOptions(dedupe, 'Options', replayOptions)
  return addRunOptions(dedupe).action(async (inputs: string[], values: FlagValues) => {
    const request = dedupeRequest(inputs, values)
    const always = [
      request.removed,
      request.clusters,
      request.pairs,
      request.deletesOutput,
      request.annotated,
      request.golden,
      request.review,
    ]
    await runJobCommand(
      'dedupe',
      request,
      { always, unlessDry: [request.output] },
      context,
      async events => {
        const batch = await import('../../files/jobs/dedupe.ts')
        return batch.dedupe(request, events)
      },
    )
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function dedupeRequest(inputs: readonly string[], values: FlagValues): DedupeRequest {
  return {
    ...jobRequest(inputs, values),
    output: isWithoutKept(values) ? writtenPathOf(values, 'output') : outputOf(values),
    removed: writtenPathOf(values, 'removed'),
    clusters: writtenPathOf(values, 'clusters'),
    pairs: writtenPathOf(values, 'pairs'),
    report: writtenPathOf(values, 'report'),
    reportHtml: writtenPathOf(values, 'reportHtml'),
    annotate: values.annotate as string | undefined,
    annotated: writtenPathOf(values, 'annotated'),
    golden: writtenPathOf(values, 'golden'),
    goldenRule: values.goldenRule as string | undefined,
    decisions: pathOf(values, 'decisions'),
    state: pathOf(values, 'state'),
    review: writtenPathOf(values, 'review'),
    deletesOutput: writtenPathOf(values, 'deletesOutput'),
    ...resolve(replayOptions, givenFor(replayOptions, values), 'cli'),
    deletes: values.deletes as DedupeRequest['deletes'],
    deletesIndex: values.deletesIndex as string | undefined,
  }
}

/** Deletions alone are a result, and so are all records annotated, or merged. */
function isWithoutKept({ annotated, deletes, deletesOutput, golden }: FlagValues): boolean {
  return [annotated, deletes, deletesOutput, golden].some(given => given !== undefined)
}
