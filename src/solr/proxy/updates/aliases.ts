/**
 * Aliases: which collection behind the proxy an update for another name is for.
 *
 * An alias of one collection is that collection. Documents for an alias of several, for one that routes by time or
 * category, and for any name that is no alias would be stored unsigned, so they are refused.
 *
 * Source: Solr Reference Guide, "Aliases": LISTALIASES.
 */

import type { OutgoingHttpHeaders } from 'node:http'
import { ownValue } from '../../../ground/json/field.ts'
import { newSolrException } from '../../../methods/java/java-exception.ts'
import { nameOfTarget, type Target } from '../upstream/solr-paths.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** An alias may stand for an alias. */
const mostSteps = 10

interface Aliases {
  readonly aliases?: Readonly<Record<string, string>>
  readonly properties?: Readonly<Record<string, object>>
}

/**
 * The target that a name stands for. Asked each time, because an alias may change.
 *
 * @param headers those of the client, such as its authorisation
 * @throws JavaException 400 if it is none; ProxyFault
 */
export async function targetOfAlias(
  upstream: Upstream,
  targets: readonly [Target, ...Target[]],
  name: string,
  headers: OutgoingHttpHeaders,
): Promise<Target> {
  const [{ origin, path }] = targets
  const context = path.slice(0, path.lastIndexOf('/'))
  const known = name === '' ? {} : await aliasesOf(upstream, { origin, path: context }, headers)
  const behind = collectionBehind(name, known)
  const target = targets.find(one => one.origin === origin && nameOfTarget(one) === behind)
  if (target !== undefined) return target
  const problem =
    name === ''
      ? 'the path names no collection'
      : `${context}/${name} is neither one of its collections nor an alias of one`
  const names = targets.map(one => one.path).join(', ')
  throw newSolrException(
    400,
    `nearsame: ${problem}, so documents would be stored unsigned: send them to ${names}, or to Solr itself`,
  )
}

/** Undefined if it is no alias of one collection. */
function collectionBehind(name: string, { aliases = {}, properties = {} }: Aliases): string | undefined {
  let at: string | undefined = name
  for (let step = 0; step < mostSteps && at !== undefined && Object.hasOwn(aliases, at); step++) {
    const isRouted: boolean = Object.keys(ownValue(properties, at) ?? {}).some(key =>
      key.startsWith('router.'),
    )
    at = isRouted || aliases[at].includes(',') ? undefined : aliases[at]
  }
  return at
}

/** No aliases where Solr has none: outside SolrCloud it answers 400. */
async function aliasesOf(
  upstream: Upstream,
  { origin, path }: Target,
  headers: OutgoingHttpHeaders,
): Promise<Aliases> {
  const { status, body } = await upstream.send({
    origin,
    method: 'GET',
    path: `${path}/admin/collections?action=LISTALIASES&wt=json`,
    headers,
  })
  return status === 200 ? JSON.parse(Buffer.from(body).toString()) : {}
}
