import { Command } from 'commander'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import { signingOptions } from '../../solr/chain/chain-options.ts'
import { type ChainReport, type ChainRequest, chainJobOptions } from '../../solr/jobs/chain-request.ts'
import { addOptions, collect, type FlagValues, givenFor } from '../command/command-options.ts'
import { closingMs, proxyPlaces, refuseFileFlags, refuseProxyFlags } from '../command/proxy-flags.ts'
import { outputOf, pathOf } from '../command/run-options.ts'
import { checkStandardOutput, jsonReport, untilClosed } from '../command/standard-output.ts'
import { untilStopped } from '../command/until-stopped.ts'
import { printCount, printCounted, table } from '../terminal/figures.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Context } from '../terminal/terminal.ts'

/** What counts on files and before a Solr. */
const ofBoth = { chain: chainJobOptions.chain, ...signingOptions }

/** `nearsame chain --config solrconfig.xml INPUT... -o OUT`, or `--listen PORT --forward URL` */
export function chainCommand(context: Context): Command {
  const command = new Command('chain')
    .description("Solr's signature update chain: on files, or as a proxy before a real Solr.")
    .argument(
      '[inputs...]',
      'update messages: .xml, .json, .jsonl, each also .gz and .zst; - for standard input',
    )
    .requiredOption('--config <file>', 'a solrconfig.xml')
    .option('--property <name=value>', 'a value for a property of the configuration; repeatable', collect)
  return addOptions(command, 'Options', chainJobOptions)
    .option('--listen <port>', 'instead run a proxy at this port')
    .option('--host <address>', 'the address of the proxy (default: 127.0.0.1); it has no keys of its own')
    .option('--forward <url>', 'the collection behind the proxy, such as http://localhost:8983/solr/dedupe')
    .option('--also <url...>', 'further collections in which duplicates are replaced')
    .option('--forward-chain <name>', 'the chain that signed documents take in Solr (default: none named)')
    .option('--quiet', 'no progress and no summary')
    .option('--json', 'the summary as JSON on standard output')
    .action(async (inputs: string[], values: FlagValues) => {
      if (values.listen === undefined && values.forward === undefined)
        await runFiles(inputs, values, context)
      else await runProxy(inputs, values, context)
    })
}

async function runFiles(
  inputs: readonly string[],
  values: FlagValues,
  { terminal, signal }: Context,
): Promise<void> {
  refuseProxyFlags(values, ['host', 'also', 'forwardChain'])
  const request = chainRequest(inputs, values)
  const written = [request.output, request.refused, request.removed]
  if (values.json === true) await checkStandardOutput(written, jsonReport)
  const { chain } = await import('../../solr/jobs/solr.ts')
  const report = await withProgress(terminal, values.quiet !== true, progress =>
    untilClosed(written, () => chain(request, { progress, signal })),
  )
  if (values.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`)
  else if (!values.quiet) terminal.err(summary(report))
}

function chainRequest(inputs: readonly string[], values: FlagValues): ChainRequest {
  return {
    inputs,
    config: values.config as string,
    properties: propertiesOf(values),
    ...readGiven(chainJobOptions, givenFor(chainJobOptions, values), 'cli'),
    output: outputOf(values, 'add `-o NAME`'),
  }
}

function propertiesOf({ property = [] }: FlagValues): Record<string, string> {
  return Object.fromEntries(
    (property as readonly string[]).map(given => {
      const at = given.indexOf('=')
      if (at > 0) return [given.slice(0, at), given.slice(at + 1)]
      throw new NearsameError('OPTION_VALUE', {
        expected: '--property to be NAME=VALUE',
        got: JSON.stringify(given),
        fix: 'write the name, an equals sign and the value',
      })
    }),
  )
}

function summary({ chain, counts, notices }: ChainReport): string {
  const named = chain ?? '(without a name)'
  const rows: [string, number, string][] = [
    ['updates', counts.updates, 'of earlier documents, which are written before them'],
    ['unstored', counts.unstored, 'because the chain has no solr.RunUpdateProcessorFactory'],
    ['replaced', counts.replaced, 'by another document of equal signature or id'],
    ['deleted', counts.deleted, ''],
    ['refused', counts.refused, 'as Solr would refuse them'],
    ['written', counts.written, ''],
    ...Object.entries(notices).map(([reason, count]): [string, number, string] => [reason, count, 'fixed']),
  ]
  const shown = rows.filter(([name, count]) => count > 0 || name === 'written')
  return `nearsame chain ${named}: ${printCounted(counts.documents, 'document')}\n\n${table(
    shown.map(([name, count, meaning]) => [name, printCount(count), meaning]),
    'lrl',
  )}`
}

/** Serves until a signal stops it. */
async function runProxy(inputs: readonly string[], values: FlagValues, context: Context): Promise<void> {
  const { port, forward } = proxyPlaces(values, {
    noun: 'inputs',
    isNone: inputs.length === 0,
    shown: `${inputs.length} inputs`,
  })
  if (values.keep === 'first' || values.removed !== undefined) {
    throw new NearsameError('OPTION_VALUE', {
      expected: '--keep first and --removed with files',
      got: '--listen',
      fix: 'leave them out: a proxy replaces the earlier documents, as Solr does',
    })
  }
  refuseFileFlags(values, ['output', 'refused', 'inputFormat', 'temp'])
  const schema = pathOf(values, 'schema')
  const { readSolrFiles } = await import('../../solr/jobs/solr-files.ts')
  const { openSolrProxy } = await import('../../solr/jobs/solr.ts')
  const { chainTitle } = await import('../../solr/chain/choose-chain.ts')
  context.beforeEnd?.(closingMs)
  const proxy = await openSolrProxy({
    ...(await readSolrFiles(values.config as string, schema, propertiesOf(values))),
    ...readGiven(ofBoth, givenFor(ofBoth, values), 'cli'),
    port,
    host: values.host as string | undefined,
    forward,
    also: values.also as string[] | undefined,
    forwardChain: values.forwardChain as string | undefined,
  })
  const note = `, signing by the chain ${chainTitle({ name: proxy.chain })}`
  await untilStopped({ ...proxy, note }, 'chain', values.quiet === true, context)
}
