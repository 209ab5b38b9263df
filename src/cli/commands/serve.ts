import { Command, Option } from 'commander'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { options, text, whole } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { serverLimits } from '../../server/rules/server-limits.ts'
import type { ServerOptions } from '../../server/server-options.ts'
import type { LogOptions } from '../../server/state/request-log.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { isUrl, openCatalogue } from '../command/open-catalogue.ts'
import { pathOf } from '../command/run-options.ts'
import { untilStopped } from '../command/until-stopped.ts'
import type { Context } from '../terminal/terminal.ts'

const listenOptions = options({
  host: text({
    placeholder: 'address',
    default: '127.0.0.1',
    doc: 'address to listen on; any but this machine needs NEARSAME_API_KEYS',
  }),
  port: whole({ from: 0, to: 65_535, default: 8080, doc: 'port to listen on; 0 takes a free one' }),
})

/** Time to close the store, beyond the time for requests. */
const closingMs = 5000

/** `nearsame serve --data DIR` */
export function serveCommand(context: Context): Command {
  const serve = new Command('serve')
    .description(
      'Serves collections over HTTP: /openapi.json describes the API, / shows a page. API keys: NEARSAME_API_KEYS.',
    )
    .option('--data <dir>', 'data directory; created if missing')
    .option('--store <url>', 'a database instead: postgres://… (default: SQLite in --data)')
    .option('--runs <dir>', 'directory of uploads and their runs (default: --data; with a database none)')
  addOptions(serve, 'Where', listenOptions)
  serve
    .option(
      '--solr-config <file>',
      'a solrconfig.xml whose update chain is mounted under /solr/{core}/update',
    )
    .option('--solr-chain <name>', 'the chain for updates that name none')
    .option(
      '--solr-forward <url>',
      'a collection of a real Solr (default: the collection of the same name here)',
    )
    .addOption(
      new Option(
        '--log <level>',
        'log lines on standard error, as JSON; info has a line for each request (default: warn)',
      ).choices(['error', 'warn', 'info', 'debug', 'silent']),
    )
    .option('--quiet', 'do not print the address')
  return addOptions(serve, 'Limits', serverLimits).action((values: FlagValues) =>
    runServer(values, context),
  )
}

async function runServer(values: FlagValues, context: Context): Promise<void> {
  const place = placeOf(values)
  const { host, port } = resolve(listenOptions, givenFor(listenOptions, values), 'cli')
  const limits = resolve(serverLimits, givenFor(serverLimits, values), 'cli')
  const solr = await solrOptions(values)
  const level = (values.log ?? 'warn') as LogOptions['level']
  const { terminal, signal } = context
  const { openServer } = await import('../../server/server.ts')
  context.beforeEnd?.(limits.closeTimeoutMs + closingMs)
  const catalogue = await openCatalogue(place, context)
  try {
    const apiKeys = process.env.NEARSAME_API_KEYS
    const runs = pathOf(values, 'runs', 'directory') ?? pathOf(values, 'data', 'directory')
    const given: ServerOptions = { catalogue, host, port, apiKeys, limits, logger: { level }, solr, runs }
    const server = await openServer(given)
    // It runs without a store that failed to open: a database may come back, and /readyz reports it.
    server.ready.catch((error: unknown) => {
      if (!signal.aborted) terminal.err(`nearsame: ${error instanceof Error ? error.message : error}\n`)
    })
    const shown = {
      url: server.url,
      note: `\nnearsame serve: the web page is at ${server.url}/`,
      close: () => server.close(),
    }
    await untilStopped(shown, 'serve', values.quiet === true, context)
  } finally {
    await catalogue.close()
  }
}

/** @throws NearsameError OPTION_VALUE */
function placeOf(values: FlagValues): string {
  const { store } = values
  const data = pathOf(values, 'data', 'directory')
  if (store === undefined || store === 'sqlite') {
    if (data !== undefined) return data
  } else if (data === undefined && typeof store === 'string' && isUrl(store)) return store
  throw new NearsameError('OPTION_VALUE', {
    expected: '--data with a directory, or --store with the URL of a database',
    got: data === undefined ? (store === undefined ? 'neither' : 'something else') : 'both',
    fix: 'write `nearsame serve --data DIR`, or `--store postgres://user:password@host:5432/database`',
  })
}

async function solrOptions(values: FlagValues): Promise<ServerOptions['solr']> {
  const path = pathOf(values, 'solrConfig')
  const { solrForward: forward, solrChain: chain } = values as Record<string, string | undefined>
  if (path !== undefined) {
    const { readSolrFiles } = await import('../../solr/jobs/solr-files.ts')
    const { config, properties, requestParams } = await readSolrFiles(path, undefined)
    return { config, properties, requestParams, forward, chain }
  }
  if (forward === undefined && chain === undefined) return undefined
  throw new NearsameError('OPTION_VALUE', {
    expected: '--solr-config with a solrconfig.xml',
    got: 'none',
    fix: 'name it; --solr-forward and --solr-chain need it',
  })
}
