/** Options of the server, checked once and completed. */
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { checkArgument, checkObject, clockOf } from '../ground/options/arguments.ts'
import { type Given, Refusal } from '../ground/options/declare.ts'
import { hasMethod } from '../ground/options/own-names.ts'
import { refusedValue, refuseUnknown, resolve, shown } from '../ground/options/resolve.ts'
import type { Catalogue } from '../online/store/catalogue.ts'
import type { SolrOptions } from '../solr/routes/solr-options.ts'
import { type ApiKey, parseApiKeys } from './guards/api-keys.ts'
import { isLoopback } from './guards/request-guards.ts'
import { type ServerLimits, serverLimits } from './rules/server-limits.ts'
import type { OpenIndex } from './state/collections.ts'
import type { LoggerOption } from './state/request-log.ts'

export interface ServerOptions extends LoggerOption {
  /** The collections; the caller closes it after the server. */
  readonly catalogue: Catalogue
  /** Address to listen on; one that other machines can reach needs API keys. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /** Port to listen on, in [0, 65535]; 0 takes a free one. Default: 0. */
  readonly port?: number | undefined
  /** API keys such as `read:KEY,write:KEY`; docs/guide/server.md has all forms. Default: none. */
  readonly apiKeys?: string | undefined
  /** Maximum sizes, counts and times of requests. Default: those of docs/reference/server.md. */
  readonly limits?: Given<typeof serverLimits> | undefined
  /** Mounts Solr's update chain under `/solr/{core}/update`. Default: not mounted. */
  readonly solr?: SolrOptions | undefined
  /** Directory of uploads and runs; made if missing. Default: none, and no routes for them. */
  readonly runs?: string | undefined
  /** Clock, in milliseconds since 1970. Default: that of this machine. */
  readonly now?: (() => number) | undefined
  /** Function that opens indexes, for tests. Default: openIndex of nearsame/online. */
  readonly openIndex?: OpenIndex | undefined
}

export interface ResolvedServerOptions {
  readonly host: string
  readonly port: number
  readonly keys: readonly ApiKey[]
  readonly limits: ServerLimits
  readonly now: () => number
}

const names = [
  'catalogue',
  'host',
  'port',
  'apiKeys',
  'limits',
  'logger',
  'solr',
  'runs',
  'now',
  'openIndex',
]

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveServerOptions(given: ServerOptions): ResolvedServerOptions {
  checkObject('options', given)
  refuseUnknown(names, Object.keys(given), 'library')
  checkServices(given)
  const { host = '127.0.0.1', port = 0, apiKeys = '', runs, now = Date.now } = given
  if (typeof host !== 'string' || host === '')
    throw refusedValue('host', host, new Refusal('an address or a name'))
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535
  if (!isPort) throw refusedValue('port', port, new Refusal('a whole number from 0 to 65535'))
  if (typeof apiKeys !== 'string')
    throw refusedValue('apiKeys', typeof apiKeys, new Refusal('a text such as `read:KEY,write:KEY`'))
  if (runs !== undefined && (typeof runs !== 'string' || runs === ''))
    throw refusedValue('runs', runs, new Refusal('the name of a directory'))
  const keys = parseApiKeys(apiKeys)
  if (keys.length === 0 && !isLoopback(host)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: 'API keys, because other machines can reach the address',
      got: `the host ${shown(host)} and no keys`,
      fix: 'set NEARSAME_API_KEYS (the option `apiKeys`), or listen on 127.0.0.1',
    })
  }
  return { host, port, keys, limits: resolve(serverLimits, given.limits ?? {}), now: clockOf(now) }
}

/** Checks the options that are objects or functions. */
function checkServices({ catalogue, limits = {}, solr, now, openIndex }: ServerOptions): void {
  const isCatalogue = ['list', 'find', 'store', 'ping'].every(part => hasMethod(catalogue, part))
  checkArgument(isCatalogue, 'catalogue', catalogue, 'a catalogue, such as that of memoryCatalogue()')
  checkObject('limits', limits)
  if (solr !== undefined) checkObject('solr', solr)
  for (const [name, value] of Object.entries({ now, openIndex }))
    checkArgument(value === undefined || typeof value === 'function', name, value, 'a function')
}
