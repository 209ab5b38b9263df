/**
 * Paths of a Solr: which collection a request is for, and whether it brings documents.
 *
 *     /solr/dedupe/update/json?commit=true        as at Solr itself
 *     /update/json?commit=true                    short: the first collection
 *
 * Paths are compared as Solr's own server reads them: decoded, without `;parameters`, with `.` and `..` resolved. Every
 * way around the signature is refused: version 2 of the API, handlers that make documents themselves.
 */
import { newSolrException } from '../../../ground/java/java-exception.ts'

/** A collection or core of a Solr behind the proxy. */
export interface Target {
  /** Such as `http://127.0.0.1:8983`. */
  readonly origin: string
  /** Such as `/solr/dedupe`, without a slash at the end. */
  readonly path: string
}

/** Decides the format of an update; under `/update` the content type does. */
export const updateHandlers = ['update', 'update/json', 'update/json/docs', 'update/csv'] as const

export type UpdateHandler = (typeof updateHandlers)[number]

interface Route {
  readonly origin: string
  /** Path for Solr, as the client wrote it. */
  readonly path: string
  /** Query with its question mark, or empty. */
  readonly query: string
  /** Present if documents may come with the request. */
  readonly update?: { readonly target: Target; readonly handler: UpdateHandler }
}

/**
 * The collection that a URL names, such as `http://host:8983/solr/dedupe`.
 *
 * @example parseTarget('http://localhost:8983/solr/dedupe/').path // => '/solr/dedupe'
 * @returns `undefined` for any other URL
 */
export function parseTarget(url: string): Target | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin, pathname, search, hash, username } = new URL(url)
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  const isPlain =
    (protocol === 'http:' || protocol === 'https:') && search === '' && hash === '' && username === ''
  return isPlain && path !== '' ? { origin, path } : undefined
}

/**
 * @param url request target, from its first slash
 * @param targets the collections; short paths go to the first
 * @throws JavaException 400 for an update that cannot be signed, 404 for a path that cannot be read
 */
export function routeOf(url: string, targets: readonly Target[]): Route {
  const [written, query] = splitUrl(url)
  const parts = resolvedParts(written)
  const [first] = targets
  const [context] = partsOf(first.path)
  const isWhole = parts[0] === context || parts[0] === 'api'
  const whole = isWhole ? parts : [...partsOf(first.path), ...parts]
  const path = isWhole ? written : `${first.path}${written}`
  refuseOtherWays(whole, targets)
  const target = targets.find(candidate => startsWith(whole, partsOf(candidate.path)))
  const rest = target === undefined ? [] : whole.slice(partsOf(target.path).length)
  const origin = target?.origin ?? first.origin
  if (target === undefined) return { origin, path, query }
  refuseHandlerParameter(query)
  if (rest[0] !== 'update') return { origin, path, query }
  const handler = updateHandlers.find(known => known === rest.join('/'))
  if (handler === undefined) {
    throw newSolrException(
      400,
      `Documents sent to /${rest.join('/')} cannot be signed: send JSON, XML or CSV to /update`,
    )
  }
  return { origin, path, query, update: { target, handler } }
}

function splitUrl(url: string): [path: string, query: string] {
  const absolute = /^https?:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url
  const at = absolute.indexOf('?')
  const path = at < 0 ? absolute : absolute.slice(0, at)
  return [path.startsWith('/') ? path : `/${path}`, at < 0 ? '' : absolute.slice(at)]
}

/** The parts of a path as Solr's server sees them. */
function resolvedParts(path: string): string[] {
  const resolved: string[] = []
  for (const written of path.split('/')) {
    for (const part of decodedPart(written.replace(/;.*$/, '')).split('/')) {
      if (part === '..') resolved.pop()
      else if (part !== '' && part !== '.') resolved.push(part)
    }
  }
  return resolved
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw newSolrException(404, `Can not read the path segment ${part}`)
  }
}

function partsOf(path: string): string[] {
  return path.split('/').slice(1).map(decodedPart)
}

function startsWith(parts: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((part, i) => parts[i] === part)
}

/** Old configurations let `/select?qt=/update` reach the update handler. */
function refuseHandlerParameter(query: string): void {
  const handlers = new URLSearchParams(query).getAll('qt')
  if (!handlers.some(handler => /^\/*update/.test(handler))) return
  throw newSolrException(400, 'Documents sent with the parameter qt cannot be signed: send them to /update')
}

/** Version 2 of the API, `/api/cores/dedupe/update` or `/solr/____v2/…`, takes documents in other shapes. */
function refuseOtherWays(parts: readonly string[], targets: readonly Target[]): void {
  const from = parts[0] === 'api' ? 1 : parts[1] === '____v2' ? 2 : 0
  if (from === 0) return
  const [kind, name, handler] = parts.slice(from)
  const target = targets.find(({ path }) => partsOf(path).at(-1) === name)
  const isKnownKind = kind === 'c' || kind === 'cores' || kind === 'collections'
  if (target === undefined || !isKnownKind || handler !== 'update') return
  throw newSolrException(
    400,
    `Documents sent to version 2 of the API cannot be signed: send them to ${target.path}/update`,
  )
}
