/** Options of a client, checked once and completed. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown, shown } from '../../ground/options/resolve.ts'

export interface ClientOptions {
  /** Address of the server, such as `http://127.0.0.1:8080`; a path before `/v1` is kept. */
  readonly url: string
  /** Key to send as `Authorization: Bearer …`. Default: none. */
  readonly apiKey?: string | undefined
  /** Function that sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How long one attempt may take, in milliseconds; streams have no limit but their `signal`. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /**
   * How often the client sends a repeatable request again, in [0, 100]. Default: 7, with 13 to 25 seconds of pauses,
   * enough for a server to restart.
   */
  readonly retries?: number | undefined
  /**
   * How `addEach` and `checkEach` send: `stream` gets each result as soon as it is there, `batches` sends arrays one
   * after the other and repeats them like single requests. Default: `stream` where the runtime can send and receive
   * at the same time (Node, Deno, Bun), `batches` in browsers.
   */
  readonly transport?: 'stream' | 'batches' | undefined
}

export interface ResolvedClientOptions {
  /** Without a slash at the end. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly transport: 'stream' | 'batches'
}

const names = ['url', 'apiKey', 'fetch', 'timeoutMs', 'retries', 'transport']

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, which never shows a key */
export function resolveClientOptions(given: ClientOptions): ResolvedClientOptions {
  checkObject('options', given)
  refuseUnknown(names, Object.keys(given), 'library')
  const { apiKey, fetch = globalThis.fetch, timeoutMs = 30_000, retries = 7 } = given
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)))
    throw refused('apiKey', 'a text of visible ASCII characters', 'something else, which is not shown')
  if (typeof fetch !== 'function') throw refused('fetch', 'a function like the global one', shown(fetch))
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 2 ** 31 - 1)
    throw refused('timeoutMs', 'a whole number of milliseconds from 1', shown(timeoutMs))
  if (!Number.isInteger(retries) || retries < 0 || retries > 100)
    throw refused('retries', 'a whole number in [0, 100]', shown(retries))
  const { transport = canStream() ? 'stream' : 'batches' } = given
  if (transport !== 'stream' && transport !== 'batches')
    throw refused('transport', 'one of stream, batches', shown(transport))
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  return { base: baseOf(given.url), headers, fetch, timeoutMs, retries, transport }
}

function baseOf(given: unknown): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === undefined || !isHttp) {
    // An unreadable address may still contain a password.
    const got = shown(given).includes('@') ? 'something else, which is not shown' : shown(given)
    throw refused('url', 'an address such as http://127.0.0.1:8080', got)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refused('url', 'an address without account, query and fragment', 'one of these in it')
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** Browsers send streams only over HTTP/2, and read no answer before they have sent everything. */
function canStream(): boolean {
  return /^(Node\.js|Deno|Bun)\//.test(globalThis.navigator?.userAgent ?? '')
}

function refused(name: string, expected: string, got: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `${name} to be ${expected}`,
    got,
    fix: `change ${name}${name === 'url' ? '' : ', or leave it out for its default'}`,
  })
}
