/**
 * Guards: check whether a client may ask, before reading anything else of the request.
 *
 * 1. Without API keys the server listens on this machine only, and `Host` must name it. This refuses a page whose name
 *    resolves to 127.0.0.1 (DNS rebinding). The authority of an absolute target counts instead of `Host`.
 * 2. A browser names the asking page in `Origin`. Pages of other origins are refused, with and without keys.
 * 3. With API keys, every route except `/healthz` needs one, and changes need a key with the scope `write`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4 } from 'node:net'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ApiKey, findKey, type Scope } from './api-keys.ts'

/** @example isLoopback('127.0.0.2') // => true */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** The host of a `Host` header without its port. @example hostNameOf('[::1]:80') // => '[::1]' */
export function hostNameOf(header: string): string {
  return header.replace(/:\d*$/, '')
}

/**
 * The host and port that a request names: those of an absolute target, else those of `Host`. Source: RFC 9112, 3.2.2.
 *
 * @example namedHost('http://a:80/v1', 'b') // => 'a:80'
 * @example namedHost('/v1', 'b') // => 'b'
 */
export function namedHost(target: string, header: string | undefined): string | undefined {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i.exec(target)?.[1] ?? header
}

/** @param host the host that the request names. @throws NearsameError REQUEST_ORIGIN */
export function checkHost(host: string | undefined): void {
  if (host !== undefined && isLoopback(hostNameOf(host))) return
  throw new NearsameError('REQUEST_ORIGIN', {
    expected:
      'a Host header, or an absolute target, that names this machine, because the server has no API keys',
    got: host === undefined ? 'none' : JSON.stringify(host),
    fix: 'ask localhost or 127.0.0.1, or start the server with API keys',
  })
}

/**
 * HTTP/1.1 requires one `Host` line, whatever it names, and no version allows two, because each program on the way
 * could pick another one. Source: RFC 9112, 3.2.
 *
 * @param rawHeaders alternating names and values as received; `headers` has only the first of two lines
 * @throws NearsameError REQUEST_SYNTAX
 */
export function checkHostLines(rawHeaders: readonly string[], httpVersion: string): void {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i].toLowerCase() === 'host') count++
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return
  throw new NearsameError('REQUEST_SYNTAX', {
    expected: 'exactly one Host header',
    got: count === 0 ? 'none' : `${count}`,
    fix: 'name the server in Host, once',
  })
}

/** @param host the host that the request names. @throws NearsameError REQUEST_ORIGIN */
export function checkOrigin(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  host: string | undefined,
): void {
  // A page that only embeds an image or a script sends no Origin, but the browser sends Sec-Fetch-Site.
  const isForeign = origin === undefined ? site === 'cross-site' : !isSameHost(origin, host)
  if (!isForeign) return
  throw new NearsameError('REQUEST_ORIGIN', {
    expected: 'a request from a program, or from a page of this server',
    got: `one from a page of ${origin === undefined ? 'another site' : JSON.stringify(origin)}`,
    fix: 'send it from a program of yours, which passes the answer on to the page',
  })
}

function isSameHost(origin: string, host: string | undefined): boolean {
  try {
    return new URL(origin).host === host?.toLowerCase()
  } catch {
    return false
  }
}

/** The key that a request carries; undefined for none. */
export function keyOf(keys: readonly ApiKey[], headers: IncomingHttpHeaders): ApiKey | undefined {
  const given = givenKey(headers)
  return given === undefined ? undefined : findKey(keys, given)
}

function givenKey({ authorization, 'x-api-key': header }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return typeof header === 'string' ? header : undefined
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** @throws NearsameError KEY_MISSING, KEY_SCOPE */
export function checkKey(key: ApiKey | undefined, needed: Scope): void {
  if (key === undefined) {
    throw new NearsameError('KEY_MISSING', {
      expected: 'an API key in `Authorization: Bearer KEY` or `X-API-Key: KEY`',
      got: 'none, or one that the server does not know',
      fix: 'send one of the keys given to the server at its start',
    })
  }
  if (needed === 'read' || key.scope !== 'read') return
  throw new NearsameError('KEY_SCOPE', {
    expected: 'a key with the scope `write`',
    got: 'a key with the scope `read`',
    fix: 'use a key with this scope',
  })
}
