/**
 * Paths of an Elasticsearch or OpenSearch: which requests bring documents, and how.
 *
 *     /_bulk  /news/_bulk                          bulk lines
 *     /news/_doc  /news/_doc/1  /news/_create/1    one document
 *     /news/_update/1                              one update
 *
 * Quickwit has these below `/api/v1/_elastic`.
 *
 * Only POST and PUT bring documents. Paths are compared as the server reads them: decoded part by part, without empty
 * parts. Every other way to store documents is refused, and so is sniffing, by which a client finds the nodes behind
 * the proxy and writes past it. All else passes.
 *
 * Source: Elasticsearch Guide, "REST APIs"; OpenSearch documentation, "Streaming bulk"; Quickwit documentation,
 * "Elasticsearch compatible API".
 */

/** What a request brings. */
export type Brought =
  | { readonly kind: 'nothing' | 'bulk' | 'update' }
  | { readonly kind: 'document'; readonly hasId: boolean }
  | { readonly kind: 'refused'; readonly reason: string }

const nothing: Brought = { kind: 'nothing' }

/** @param url request target, from its first slash */
export function broughtBy(method: string, url: string): Brought {
  const parts = partsOf(url)
  if (parts === undefined) return refused('its path cannot be decoded')
  if (parts[0] === '_nodes' && parts.at(-1) === 'http') {
    return refused(
      'a client that sniffs would find the nodes and write past the proxy: switch sniffing off',
    )
  }
  if (method !== 'POST' && method !== 'PUT') return nothing
  return byName(parts) ?? nothing
}

/** The index that the path of a bulk request names. */
export function indexOf(url: string): string | undefined {
  const [index] = partsOf(url) ?? []
  return index?.startsWith('_') ? undefined : index
}

function byName(parts: readonly string[]): Brought | undefined {
  const [index, name, id] = parts
  const bulk = parts.indexOf('_bulk')
  if (bulk >= 0)
    return bulk === parts.length - 1 ? { kind: 'bulk' } : refused('only whole bulk bodies can be signed')
  if (index === '_reindex' || name === '_update_by_query') {
    return refused('the server makes its documents by itself: send it to the server')
  }
  if (index === '_otlp' || index === '_prometheus' || (name === 'analytics' && parts[3] === 'event')) {
    return refused('its documents have another form than JSON: send them to the server')
  }
  if (index?.startsWith('_') || name === undefined) return undefined
  if (!name.startsWith('_')) return byType(parts)
  const isOne = parts.length <= 3
  if (name === '_update') return isOne ? { kind: 'update' } : unknownForm
  if (name !== '_doc' && name !== '_create') return undefined
  return isOne ? { kind: 'document', hasId: id !== undefined } : unknownForm
}

const unknownForm = refused('documents are sent to /{index}/_doc, /_create, /_update or /_bulk')

/** Documents under the name of a type, as until version 7. */
function byType(parts: readonly string[]): Brought | undefined {
  const last = parts.at(-1) ?? ''
  const isDocument = !last.startsWith('_') || last === '_update' || last === '_create'
  return isDocument ? unknownForm : undefined
}

function refused(reason: string): Brought {
  return { kind: 'refused', reason }
}

/** Below which Quickwit has the paths. */
const longPrefix = ['api', 'v1', '_elastic']

/** Decoded parts, without the prefix of Quickwit; undefined if one cannot be decoded. */
function partsOf(url: string): string[] | undefined {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '')
  try {
    const parts = path
      .split('/')
      .filter(part => part !== '')
      .map(decodeURIComponent)
    return parts.slice(0, longPrefix.length).join() === longPrefix.join()
      ? parts.slice(longPrefix.length)
      : parts
  } catch {
    return undefined
  }
}
