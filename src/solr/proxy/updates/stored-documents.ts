/**
 * Stored documents: what Solr holds of documents that the proxy has just added, with their versions.
 *
 * Real-time get finds documents before they are committed. In SolrCloud it looks on the shard of the id, and with the
 * parameter `_route_` on that of the route. A document that is not found, or has another signature, has been replaced
 * by a newer one since: it replaces nothing any more.
 *
 * Solr looks for the documents of one request in its log, and in a searcher that it opens at the first which is not
 * there. A deletion by query empties the log meanwhile, so that later documents are looked for in a searcher that is
 * older than they are. The searcher of the next request has them, so documents that are missing are asked for twice.
 *
 * Source: Solr Reference Guide, "RealTime Get".
 */

import { exactNumber } from '../../../ground/json/exact-json.ts'
import { ownValue } from '../../../ground/json/field.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import { type SignedId, type StoredId, termsQuery } from './duplicate-query.ts'
import type { UpdateSender } from './update-sender.ts'

/** The fields of a document that count. */
interface Fields {
  readonly uniqueKey: string
  readonly signatureField: string
}

/**
 * Those of the adds that Solr holds now, in their order.
 *
 * @param route the parameter `_route_` of the update
 * @throws ProxyFault 502, 504
 */
export async function arrivedOf(
  sender: UpdateSender,
  target: Target,
  { adds, fields, route }: { adds: readonly SignedId[]; fields: Fields; route: string | null },
): Promise<StoredId[]> {
  const got = (params: URLSearchParams) => documentsFrom(sender, target, '/get', { params, fields })
  const known = await got(idsOf(adds))
  // Again without a route, because of Solr's own race; then with it.
  for (const shard of [null, ...(route === null ? [] : [route])]) {
    const params = idsOf(adds.filter(({ id }) => !known.has(id)))
    if (params.size === 0) break
    if (shard !== null) params.set('_route_', shard)
    for (const [id, document] of await got(params)) known.set(id, document)
  }
  return adds.flatMap(({ id, signature }) => {
    const found = known.get(id)
    if (found === undefined) return []
    if (found.signatures === undefined) throw unusable(target, `does not return ${fields.signatureField}`)
    if (found.version === undefined) throw unusable(target, 'gives documents no _version_')
    return found.signatures.includes(signature) ? [{ id, signature, version: found.version }] : []
  })
}

/** Committed documents with one of the signatures. @throws ProxyFault 502, 504 */
export async function committedWith(
  sender: UpdateSender,
  target: Target,
  signatures: readonly string[],
  fields: Fields,
): Promise<StoredId[]> {
  const q = termsQuery(fields.signatureField, signatures)
  const params = new URLSearchParams({ q, rows: '1000000' })
  const found = await documentsFrom(sender, target, '/select', { params, fields })
  return [...found].flatMap(([id, { signatures: has = [], version }]) =>
    version === undefined
      ? []
      : has.filter(one => signatures.includes(one)).map(signature => ({ id, signature, version })),
  )
}

function idsOf(adds: readonly SignedId[]): URLSearchParams {
  return new URLSearchParams([...new Set(adds.map(({ id }) => id))].map(id => ['id', id]))
}

type Found = Map<string, { signatures: string[] | undefined; version: bigint | undefined }>

async function documentsFrom(
  sender: UpdateSender,
  target: Target,
  handler: '/get' | '/select',
  { params, fields }: { params: URLSearchParams; fields: Fields },
): Promise<Found> {
  const shown = `${fields.uniqueKey},${fields.signatureField},_version_`
  const asked = new URLSearchParams([...params, ['wt', 'json'], ['fl', shown]])
  const { status, body } = await sender.ask(target, handler, asked)
  if (status !== 200) throw unusable(target, `answers ${status} when asked for added documents`)
  // Solr answers a single id with `doc`, which is null if the document is missing.
  const { doc, response } = JSON.parse(Buffer.from(body).toString(), exactNumber)
  const documents: Readonly<Record<string, unknown>>[] = response?.docs ?? (doc ? [doc] : [])
  return new Map(
    documents.map(found => {
      const signatures = ownValue(found, fields.signatureField)
      const version = found._version_ as bigint | number | undefined
      return [
        String(ownValue(found, fields.uniqueKey)),
        {
          signatures: signatures === undefined ? undefined : [signatures].flat().map(String),
          version: version === undefined ? undefined : BigInt(version),
        },
      ]
    }),
  )
}

/** Without the version and the signature of the new document, a deletion could remove the last of its duplicates. */
function unusable({ path }: Target, problem: string): ProxyFault {
  const needs =
    'replacing duplicates needs an updateLog, the field _version_, and a signature field that is stored'
  return new ProxyFault(
    502,
    `the documents were added, but no duplicates deleted: ${path} ${problem}; ${needs}`,
  )
}
