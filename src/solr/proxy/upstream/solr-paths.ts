/**
 * Paths of a Solr: which collection a request is for, and whether it brings documents.
 *
 *     /solr/dedupe/update/json?commit=true        as at Solr itself
 *     /update/json?commit=true                    short: the first collection
 *
 * Paths are compared as Solr's own server reads them: decoded, without `;parameters`, with `.` and `..` resolved. Every
 * way around the signature is refused: version 2 of the API, handlers that make documents themselves, the state of the
 * cluster, with which clients find the nodes behind the proxy. Updates for other names are for `aliases.ts`.
 */
import { newSolrException } from '../../../methods/java/java-exception.ts'
import { parseUpstreamUrl } from './upstream-url.ts'

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
  /** Present if they may, and the collection is none of the targets; it may be an alias of one. */
  readonly stranger?: { readonly name: string; readonly handler: UpdateHandler }
}

/**
 * The collection that a URL names, such as `http://host:8983/solr/dedupe`.
 *
 * @example parseTarget('http://localhost:8983/solr/dedupe/').path // => '/solr/dedupe'
 * @returns `undefined` for any other URL
 */
export function parseTarget(url: string): Target | undefined {
  const parsed = parseUpstreamUrl(url)
  if (parsed === undefined) return undefined
  const { path } = parsed
  const parts = partsOf(path)
  // Behind the URL of its handler an update would not be seen as one, and pass unsigned.
  const namesHandler = parts.slice(2).includes('update')
  const namesCollection = parts.length > 1 && !path.includes('//') && !namesHandler
  return namesCollection ? parsed : undefined
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
  refuseClusterState(whole, query)
  refuseHandlerParameter(query)
  const target = targets.find(candidate => startsWith(whole, partsOf(candidate.path)))
  if (target === undefined) {
    const from = whole[1] === 'update' ? 1 : 2
    const handler = handlerOf(whole.slice(from))
    const name = from === 1 ? '' : whole[1]
    return { origin: first.origin, path, query, ...(handler && { stranger: { name, handler } }) }
  }
  const { origin } = target
  const handler = handlerOf(whole.slice(partsOf(target.path).length))
  if (handler === undefined) return { origin, path, query }
  refuseOtherCollection(query, target)
  return { origin, path, query, update: { target, handler } }
}

/** @param rest the path below a collection. @throws JavaException 400 for an update that cannot be signed */
function handlerOf(rest: readonly string[]): UpdateHandler | undefined {
  if (rest[0] !== 'update') return undefined
  const handler = updateHandlers.find(known => known === rest.join('/'))
  if (handler !== undefined) return handler
  throw newSolrException(
    400,
    `Documents sent to /${rest.join('/')} cannot be signed: send JSON, XML or CSV to /update`,
  )
}

/** The name of a target's collection, behind the context. */
export function nameOfTarget({ path }: Target): string {
  return partsOf(path).at(-1) ?? ''
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
  const isKnownKind = kind === 'c' || kind === 'cores' || kind === 'collections'
  if (!isKnownKind || handler !== 'update') return
  const target = targets.find(known => nameOfTarget(known) === name) ?? targets[0]
  throw newSolrException(
    400,
    `Documents sent to version 2 of the API cannot be signed: send them to ${target.path}/update`,
  )
}

/** In SolrCloud the parameter `collection` is stronger than the path. */
function refuseOtherCollection(query: string, target: Target): void {
  const names = new URLSearchParams(query).getAll('collection')
  if (names.every(name => name === nameOfTarget(target))) return
  throw newSolrException(
    400,
    `Documents for the parameter collection=${names.join()} cannot be signed: name the collection in the path`,
  )
}

/** A client that knows the nodes of a cluster sends its documents to them, past the proxy. */
function refuseClusterState(parts: readonly string[], query: string): void {
  const [context, first, second, third] = parts
  const action = new URLSearchParams(query).get('action') ?? ''
  const isVersion1 = first === 'admin' && second === 'collections' && /^clusterstatus$/i.test(action)
  const isVersion2 = context === 'api' && first === 'cluster' && second === undefined
  const isOldVersion2 = first === '____v2' && second === 'cluster' && third === undefined
  if (!isVersion1 && !isVersion2 && !isOldVersion2) return
  throw newSolrException(
    400,
    'nearsame: with the state of the cluster, clients such as CloudSolrClient send documents to its nodes, past this ' +
      'proxy and unsigned: use a client for one URL, such as Http2SolrClient, or ask Solr itself',
  )
}
