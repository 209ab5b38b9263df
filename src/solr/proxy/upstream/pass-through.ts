/**
 * Pass-through: forwards a request to Solr and returns its answer unchanged, in pieces, in both directions at once.
 *
 * Only headers of a single connection are dropped (RFC 9110, section 7.6.1). Bodies are not decoded. A side that
 * does not read makes the other wait.
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { drainMs, readRestOfOffer } from '../../../ground/http/rest-of-offer.ts'
import { type ClientRequest, type ClientResponse, isSlow } from './two-protocols.ts'
import type { Upstream } from './upstream.ts'

const hopByHop = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that may be forwarded, without the pseudo-headers of HTTP/2 and those that `connection` names. */
export function endToEndHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !hopByHop.has(name) && !named.includes(name),
  )
  return Object.fromEntries(kept)
}

/** Headers of a request for Solr. */
export function forwardedHeaders(headers: IncomingHttpHeaders, origin: string): OutgoingHttpHeaders {
  const via = [headers.via, '1.1 nearsame'].filter(entry => entry !== undefined).join(', ')
  return { ...endToEndHeaders(headers), host: new URL(origin).host, via }
}

/** Headers that belong to the client's body, or would make Solr compress its answers. */
const bodyHeaders = ['accept-encoding', 'content-encoding', 'content-length', 'content-type']

/** Headers of a request of the proxy itself on behalf of a client, such as its authorisation. */
export function readingHeaders(headers: IncomingHttpHeaders, origin: string): OutgoingHttpHeaders {
  const kept = forwardedHeaders(headers, origin)
  for (const name of bodyHeaders) delete kept[name]
  return kept
}

export function hasBody({ headers, httpVersionMajor, method }: ClientRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  if (headers['content-length'] !== undefined) return headers['content-length'] !== '0'
  // HTTP/2 has no header for it.
  return httpVersionMajor === 2 && method !== 'GET' && method !== 'HEAD'
}

/**
 * Reads the rest of an answered request. Closing at once would discard the answer while the client is still sending;
 * an unread rest would block the next request on the connection.
 */
export function readRest(request: ClientRequest): void {
  request.unpipe()
  request.resume()
  if (request.complete) return
  const timer = setTimeout(() => request.destroy(), drainMs)
  request.once('close', () => clearTimeout(timer))
}

/**
 * Forwards a request and returns its answer.
 *
 * @param to path with the query, and headers added to the answer
 * @returns the status of Solr's answer, once the whole answer has been sent
 * @throws ProxyFault if Solr does not answer; once the answer has begun, the connection is cut instead
 */
export async function passThrough(
  upstream: Upstream,
  { origin, path, told }: { origin: string; path: string; told?: OutgoingHttpHeaders },
  request: ClientRequest,
  response: ClientResponse,
): Promise<number> {
  const headers = forwardedHeaders(request.headers, origin)
  const isStreamed = hasBody(request)
  if (isStreamed && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer = await upstream.open({
    origin,
    path,
    method: request.method ?? 'GET',
    headers,
    ...(isStreamed && { source: request }),
    signal: gone.signal,
    isClientSlow: () => isSlow(response),
  })
  const status = answer.statusCode ?? 502
  await readRestOfOffer(request)
  response.writeHead(status, { ...endToEndHeaders(answer.headers), ...told })
  await pipeline(answer, response).catch(() => response.destroy())
  // Solr may answer before it has read everything.
  readRest(request)
  return status
}
