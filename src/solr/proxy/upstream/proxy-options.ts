/** Options of the proxy, checked once and completed. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { checkList, checkObject } from '../../../ground/options/arguments.ts'
import { type Given, options, type Resolved, text, whole } from '../../../ground/options/declare.ts'
import { readOptions, refuseUnknown, shown } from '../../../ground/options/resolve.ts'
import { namedChain, signingOptions } from '../../chain/chain-options.ts'
import { parseTarget, type Target } from './solr-paths.ts'

/** Where a proxy listens. */
const listenOptions = options({
  port: whole({ from: 0, to: 65_535, default: 0, doc: 'port to listen on; 0 takes a free one' }),
  // An empty host means every address.
  host: text({ placeholder: 'address', default: '127.0.0.1', doc: 'address to listen on' }),
})

const most = (count: number, doc: string) => whole({ from: 1, default: count, doc })
const ms = (time: number, doc: string) => most(time, `${doc}, in milliseconds`)

const limitOptions = options({
  batchDocuments: most(1000, 'maximum number of documents in one request to Solr'),
  batchBytes: most(4 * 2 ** 20, 'size at which a request to Solr is sent, in characters'),
  maxDocumentBytes: most(64 * 2 ** 20, 'maximum size of a document, or other command, in bytes'),
  maxBodyBytes: most(4 * 2 ** 30, 'maximum size of the body of an update, unpacked, in bytes'),
  maxRequests: most(256, 'maximum number of concurrent requests; further clients must retry later'),
  maxConnections: most(
    1000,
    'maximum number of connections, a tenth of them for addresses that have completed a request; more are closed',
  ),
  halfOpenConnections: most(
    256,
    'maximum number of connections of one address without a first request; more are closed',
  ),
  maxUpdates: most(32, 'maximum number of updates read concurrently; others wait'),
  connectTimeoutMs: ms(5_000, 'maximum time to connect to Solr'),
  responseTimeoutMs: ms(120_000, 'maximum silence of Solr'),
  clientTimeoutMs: ms(60_000, 'maximum silence of a client within a body'),
  closeGraceMs: ms(10_000, 'how long `close` waits for requests in progress'),
})

/** All numeric options but the port. */
export type ProxyLimits = Resolved<typeof limitOptions>

export const proxyOptions = options({
  chain: namedChain,
  ...signingOptions,
  uniqueKey: {
    ...text({ placeholder: 'field', default: undefined, doc: 'field that identifies documents' }),
    defaultText: 'the proxy asks Solr',
  },
  requestParams: {
    ...text({ placeholder: 'json', default: undefined, doc: "text of the collection's `params.json`" }),
    defaultText: 'unknown',
  },
  forwardChain: {
    ...text({ placeholder: 'name', default: undefined, doc: "Solr's chain for signed documents" }),
    defaultText: 'none is named',
  },
  ...listenOptions,
  ...limitOptions,
})

type GivenProxyOptions = Given<typeof proxyOptions>

/** How the proxy works. Plain data; absent options have their defaults. */
export interface SolrProxyOptions extends GivenProxyOptions {
  /** Text or bytes of a solrconfig.xml, whose chains sign. */
  readonly config: string | Uint8Array
  /**
   * Text or bytes of the schema, which tells child documents from atomic updates and checks signature fields. Default:
   * none.
   */
  readonly schema?: string | Uint8Array | undefined
  /** Values for `${name}` in both. Default: none. */
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** URL of the collection that receives updates, such as `http://localhost:8983/solr/dedupe`. */
  readonly forward: string
  /**
   * URLs of more collections: duplicates are replaced in all of them, and updates to any of them are signed. Default:
   * none.
   */
  readonly also?: readonly string[] | undefined
}

const others = ['config', 'schema', 'properties', 'forward', 'also']

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveProxyOptions(given: SolrProxyOptions): Resolved<typeof proxyOptions> {
  checkObject('options', given)
  refuseUnknown([...others, ...Object.keys(proxyOptions)], Object.keys(given), 'library')
  return readOptions(proxyOptions, given)
}

/** @throws NearsameError OPTION_VALUE */
export function resolveLimits(given: Given<typeof limitOptions>): ProxyLimits {
  return readOptions(limitOptions, given)
}

/** @throws NearsameError OPTION_VALUE */
export function resolvePlace(given: Given<typeof listenOptions>): Resolved<typeof listenOptions> {
  return readOptions(listenOptions, given)
}

/**
 * The collections, that of `forward` first.
 *
 * @throws NearsameError OPTION_VALUE for a URL that names no collection, or a repeated one
 */
export function resolveTargets({ forward, also = [] }: SolrProxyOptions): readonly [Target, ...Target[]] {
  checkList('also', also, 'URLs')
  const targets = [forward, ...also].map((url: unknown, i) => {
    const target = typeof url === 'string' ? parseTarget(url) : undefined
    if (target !== undefined) return target
    const name = i === 0 ? 'forward' : 'also'
    throw badUrl(name, 'the URL of a collection, such as http://localhost:8983/solr/dedupe', shown(url))
  })
  const seen = new Set<string>()
  for (const { origin, path } of targets) {
    if (seen.has(origin + path)) throw badUrl('also', 'other collections than `forward`', origin + path)
    seen.add(origin + path)
  }
  return targets as [Target, ...Target[]]
}

function badUrl(name: string, expected: string, got: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`${name}\` to be ${expected}`,
    got,
    fix: `change \`${name}\``,
  })
}
