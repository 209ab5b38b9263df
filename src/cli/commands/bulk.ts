import { Command } from 'commander'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import {
  type BulkSignOptions,
  bulkSignOptions,
  resolveBulkSignOptions,
} from '../../solr/elastic/sign-options.ts'
import { type BulkReport, type BulkRequest, bulkJobOptions } from '../../solr/jobs/bulk-request.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { closingMs, proxyPlaces, refuseProxyFlags } from '../command/proxy-flags.ts'
import { outputOf } from '../command/run-options.ts'
import { checkStandardOutput, jsonReport, untilClosed } from '../command/standard-output.ts'
import { untilStopped } from '../command/until-stopped.ts'
import { printCount, printCounted, table } from '../terminal/figures.ts'
import { errorInFlags } from '../terminal/flag-words.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame bulk FILE... --fields title,body -o OUT`, or `--listen PORT --forward URL` */
export function bulkCommand(context: Context): Command {
  const bulk = new Command('bulk')
    .description(
      'Fingerprints for Elasticsearch and OpenSearch: in bulk files, or as a proxy before a node.',
    )
    .argument('[inputs...]', 'bulk files (NDJSON), each also .gz and .zst; - for standard input')
  addOptions(bulk, 'The fingerprint', bulkSignOptions)
  return addOptions(bulk, 'Options', bulkJobOptions)
    .option('--listen <port>', 'instead run a proxy at this port')
    .option('--forward <url>', 'the node behind the proxy, such as http://localhost:9200')
    .option('--host <address>', 'the address of the proxy (default: 127.0.0.1)')
    .option('--quiet', 'no progress and no summary')
    .option('--json', 'the summary as JSON on standard output')
    .action(async (inputs: string[], values: FlagValues) => {
      const sign = resolveBulkSignOptions(givenFor(bulkSignOptions, values), 'cli')
      if (values.listen === undefined && values.forward === undefined)
        await runFiles(inputs, values, sign, context)
      else await runProxy(inputs, values, sign, context)
    })
}

async function runFiles(
  inputs: readonly string[],
  values: FlagValues,
  sign: BulkSignOptions,
  { terminal, signal }: Context,
): Promise<void> {
  refuseProxyFlags(values, ['host'])
  const request: BulkRequest = {
    inputs,
    sign,
    ...readGiven(bulkJobOptions, givenFor(bulkJobOptions, values), 'cli'),
    output: outputOf(values, 'add `-o NAME`'),
  }
  const written = [request.output, request.unsigned, request.refused]
  if (values.json === true) await checkStandardOutput(written, jsonReport)
  const { bulk } = await import('../../solr/jobs/bulk.ts')
  const report = await withProgress(terminal, values.quiet !== true, progress =>
    untilClosed(written, () => bulk(request, { progress, signal, worded: inOwnFlags })),
  )
  if (values.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`)
  else if (!values.quiet) terminal.err(summary(report, sign))
}

function inOwnFlags(error: NearsameError): NearsameError {
  return errorInFlags(error, Object.keys(bulkSignOptions))
}

function summary({ counts, unsignedAt, unsignedReason }: BulkReport, sign: BulkSignOptions): string {
  const more = counts.unsigned > unsignedAt.length ? ', …' : ''
  const rows: [string, number, string][] = [
    ['signed', counts.signed, described(sign)],
    ['unsigned', counts.unsigned, `${unsignedReason}: ${unsignedAt.join(', ')}${more}`],
    ['unchanged', counts.passed, 'updates that leave the fingerprint as it is'],
    ['refused', counts.refused, 'left out, as they cannot be signed'],
    ['deletions', counts.deletions, 'passed on'],
    ['replaced', counts.replaced, 'deletions of documents that a later one replaces'],
  ]
  const shown = rows.filter(([name, count]) => count > 0 || name === 'signed')
  return `nearsame bulk: ${printCounted(counts.documents, 'document')}\n\n${table(
    shown.map(([name, count, meaning]) => [name, printCount(count), meaning]),
    'lrl',
  )}`
}

/** What is set, and where: `SHA-1 of title, body in fingerprint`. */
function described({ fields, method, targetField }: BulkSignOptions): string {
  return `${method} of ${fields.length === 0 ? 'all fields' : fields.join(', ')} in ${targetField}`
}

/** Serves until a signal stops it. */
async function runProxy(
  inputs: readonly string[],
  values: FlagValues,
  sign: BulkSignOptions,
  context: Context,
): Promise<void> {
  const files = ['output', 'unsigned', 'refused', 'deletesReplaced'].filter(
    name => ownValue(values, name) !== undefined,
  )
  const given = [...inputs, ...files]
  const { port, forward } = proxyPlaces(values, {
    noun: 'files',
    isNone: given.length === 0,
    shown: given.join(', ') || 'no files',
  })
  const { openElasticProxy } = await import('../../solr/elastic/elastic-proxy.ts')
  context.beforeEnd?.(closingMs)
  const isQuiet = values.quiet === true
  const proxy = await openElasticProxy({
    sign,
    port,
    forward,
    ...(values.host !== undefined && { host: values.host as string }),
    worded: inOwnFlags,
    onUnsigned: report => {
      if (!isQuiet) context.terminal.err(`nearsame bulk: ${report}\n`)
    },
  })
  await untilStopped({ ...proxy, note: `, sets ${described(sign)}` }, 'bulk', isQuiet, context)
}
