/** Options of the proxy, checked once and completed. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { checkList, checkObject } from '../../../ground/options/arguments.ts'
import { shown, unknownName } from '../../../ground/options/resolve.ts'
import { parseTarget, type Target } from './solr-paths.ts'

/** How the proxy works. Plain data; absent options have their defaults. */
export interface SolrProxyOptions {
  /** Text or bytes of a solrconfig.xml, whose chains sign. */
  readonly config: string | Uint8Array
  /**
   * Text or bytes of the schema, which tells child documents from atomic updates and checks signature fields. Default:
   * none.
   */
  readonly schema?: string | Uint8Array
  /** Values for `${name}` in both. Default: none. */
  readonly properties?: Readonly<Record<string, string>>
  /** Text of the collection's `params.json`. Default: unknown. */
  readonly requestParams?: string
  /** Name of the chain for updates that name none. Default: that of `/update`, else the only one that signs. */
  readonly chain?: string
  /** `solr` signs as Solr does, `safe` prevents its silent loss of documents. Default: solr. */
  readonly compatibility?: 'solr' | 'safe'
  /** Fields that no signature reads; `seen*` means all that begin so. Default: none. */
  readonly excludeFields?: readonly string[]
  /** Of Solr: 19 and later write fractions such as 2e23 with fewer digits. Default: 17. */
  readonly javaVersion?: number
  /** URL of the collection that receives updates, such as `http://localhost:8983/solr/dedupe`. */
  readonly forward: string
  /**
   * URLs of more collections: duplicates are replaced in all of them, and updates to any of them are signed. Default:
   * none.
   */
  readonly also?: readonly string[]
  /** Name of Solr's chain for signed documents. Default: none is named. */
  readonly forwardChain?: string
  /** Field that identifies documents. Default: the proxy asks Solr. */
  readonly uniqueKey?: string
  /** Port to listen on, in [0, 65535]; 0 takes a free one. Default: 0. */
  readonly port?: number
  /** Address to listen on. Default: 127.0.0.1, so that only this machine can reach it. */
  readonly host?: string
  /** Maximum number of documents in one request to Solr. Default: 1,000. */
  readonly batchDocuments?: number
  /** Size at which a request to Solr is sent, in characters. Default: 4 MiB. */
  readonly batchBytes?: number
  /** Maximum size of a document, or other command, in bytes. Default: 64 MiB. */
  readonly maxDocumentBytes?: number
  /** Maximum size of the body of an update, unpacked, in bytes. Default: 4 GiB. */
  readonly maxBodyBytes?: number
  /** Maximum number of concurrent requests; further clients must retry later. Default: 256. */
  readonly maxRequests?: number
  /**
   * Maximum number of connections, a tenth of them for addresses that have completed a request; more are closed.
   * Default: 1,000.
   */
  readonly maxConnections?: number
  /** Maximum number of connections of one address without a first request; more are closed. Default: 256. */
  readonly halfOpenConnections?: number
  /** Maximum number of updates read concurrently; others wait. Default: 32. */
  readonly maxUpdates?: number
  /** Maximum time to connect to Solr, in milliseconds. Default: 5,000. */
  readonly connectTimeoutMs?: number
  /** Maximum silence of Solr, in milliseconds. Default: 120,000. */
  readonly responseTimeoutMs?: number
  /** Maximum silence of a client within a body, in milliseconds. Default: 60,000. */
  readonly clientTimeoutMs?: number
  /** How long `close` waits for requests in progress, in milliseconds. Default: 10,000. */
  readonly closeGraceMs?: number
}

const defaultLimits = {
  batchDocuments: 1000,
  batchBytes: 4 * 2 ** 20,
  maxDocumentBytes: 64 * 2 ** 20,
  maxBodyBytes: 4 * 2 ** 30,
  maxRequests: 256,
  maxConnections: 1_000,
  halfOpenConnections: 256,
  maxUpdates: 32,
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 120_000,
  clientTimeoutMs: 60_000,
  closeGraceMs: 10_000,
}

/** All numeric options but the port. */
export type ProxyLimits = Readonly<typeof defaultLimits>

const names: readonly (keyof SolrProxyOptions)[] = [
  'config',
  'schema',
  'properties',
  'requestParams',
  'chain',
  'compatibility',
  'excludeFields',
  'javaVersion',
  'forward',
  'also',
  'forwardChain',
  'uniqueKey',
  'port',
  'host',
  ...(Object.keys(defaultLimits) as (keyof ProxyLimits)[]),
]

/** Texts that would mean something else if empty: an empty host means every address. */
const wordNames = ['host', 'uniqueKey'] as const
const textNames = [...wordNames, 'chain', 'forwardChain', 'requestParams'] as const

/** Checks names, and the types of text options. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkProxyNames(options: SolrProxyOptions): void {
  checkObject('options', options)
  const known: readonly string[] = names
  const unknown = Object.keys(options).find(name => !known.includes(name))
  if (unknown !== undefined) throw unknownName('the name of a proxy option', unknown, known)
  for (const name of textNames) {
    const value: unknown = options[name]
    if (value !== undefined && typeof value !== 'string') throw badValue(name, 'a text', shown(value))
  }
  for (const name of wordNames) {
    if (options[name] === '') throw badValue(name, 'a non-empty text', '""')
  }
}

/** @throws NearsameError OPTION_VALUE unless every limit is a whole number from 1 */
export function resolveLimits(options: Partial<ProxyLimits>): ProxyLimits {
  const limits = { ...defaultLimits }
  for (const name of Object.keys(defaultLimits) as (keyof ProxyLimits)[]) {
    const value = options[name]
    if (value === undefined) continue
    const isWhole = Number.isSafeInteger(value) && value >= 1
    if (!isWhole) throw badValue(name, 'a whole number from 1', shown(value))
    limits[name] = value
  }
  return Object.freeze(limits)
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
    throw badValue(name, 'the URL of a collection, such as http://localhost:8983/solr/dedupe', shown(url))
  })
  const seen = new Set<string>()
  for (const { origin, path } of targets) {
    if (seen.has(origin + path)) throw badValue('also', 'other collections than `forward`', origin + path)
    seen.add(origin + path)
  }
  return targets as [Target, ...Target[]]
}

/** @throws NearsameError OPTION_VALUE */
export function resolveCompatibility({ compatibility = 'solr' }: SolrProxyOptions): 'solr' | 'safe' {
  if (compatibility === 'solr' || compatibility === 'safe') return compatibility
  throw badValue('compatibility', '`solr` or `safe`', shown(compatibility))
}

/** @throws NearsameError OPTION_VALUE */
export function checkPort(port = 0): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw badValue('port', 'a whole number from 0 to 65535', shown(port))
}

function badValue(name: string, expected: string, got: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`${name}\` to be ${expected}`,
    got,
    fix: `change \`${name}\``,
  })
}
