/**
 * Update parameters: those of the client's request, sorted by where they belong once it becomes several requests.
 *
 * Commits and rollbacks go with the last request; parameters about reading the body are used up; the name of the
 * chain is replaced. The rest, such as `overwrite`, `commitWithin` or `_route_`, goes with every request.
 *
 * Source: Apache Solr 9.10.1 for the names.
 */
import { newSolrException } from '../../../methods/java/java-exception.ts'
import type { AddedProcessors } from '../../chain/config.ts'
import type { BodyFormat } from '../bodies/update-content.ts'
import type { ResponseWriter } from '../upstream/solr-answer.ts'

const finalNames = new Set([
  'commit',
  'expungeDeletes',
  'maxSegments',
  'openSearcher',
  'optimize',
  'prepareCommit',
  'rollback',
  'softCommit',
  'waitFlush',
  'waitSearcher',
])

const readingNames = new Set([
  'fieldnames',
  'header',
  'json.command',
  'keepEmpty',
  'post-processor',
  'processor',
  'separator',
  'update.chain',
])

/** Parameters that make Solr read other documents from the body than the proxy reads. */
const transformingNames: Readonly<Partial<Record<BodyFormat, readonly string[]>>> = {
  xml: ['tr'],
  'json-documents': ['df', 'echo', 'f', 'mapUniqueKeyOnly', 'split', 'srcField'],
}

/** Parameters for documents outside the body. */
const streamNames = ['stream.body', 'stream.file', 'stream.url']

/** Parameters that choose the processors of a chain. */
const chainNames = ['update.chain', 'processor', 'post-processor']

/** Processors that a request adds to its chain. */
export function addedProcessors(params: URLSearchParams): AddedProcessors {
  return {
    processor: params.get('processor') ?? undefined,
    postProcessor: params.get('post-processor') ?? undefined,
  }
}

/**
 * @param forwardChain Solr's chain for the documents; `undefined` for its default
 * @throws JavaException 400 for parameters under which documents cannot be signed
 */
export function sortParameters(
  params: URLSearchParams,
  format: BodyFormat,
  forwardChain: string | undefined,
) {
  refuseStreams(params)
  for (const name of transformingNames[format] ?? []) {
    if (params.has(name))
      throw newSolrException(400, `Documents made with the parameter ${name} cannot be signed`)
  }
  const everywhere = new URLSearchParams()
  const final = new URLSearchParams()
  for (const [name, value] of params) {
    if (finalNames.has(name)) final.append(name, value)
    else if (!isUsedUp(name, format)) everywhere.append(name, value)
  }
  if (forwardChain !== undefined) everywhere.set('update.chain', forwardChain)
  // Without wt Solr answers in the format of the body, which is now JSON.
  if (!params.has('wt')) everywhere.set('wt', defaultWriter(format))
  return { everywhere, final }
}

/** Whether a parameter says how to read the body. */
function isUsedUp(name: string, format: BodyFormat): boolean {
  return readingNames.has(name) || (format === 'csv' && (name === 'split' || name.startsWith('f.')))
}

/** @throws JavaException 400 for documents in parameters, which few Solr servers allow, and unknown parameters */
export function refuseStreams(params: URLSearchParams): void {
  const name = streamNames.find(candidate => params.has(candidate))
  if (name !== undefined) throw newSolrException(400, `Documents in the parameter ${name} cannot be signed`)
  if (!params.has('useParams')) return
  throw newSolrException(
    400,
    'Documents sent with the parameter useParams cannot be signed: it may name a chain',
  )
}

/** Solr's answer format for a body of this format without `wt`. */
export function defaultWriter(format: BodyFormat): ResponseWriter {
  return format === 'xml' || format === 'javabin' ? format : 'json'
}

/** The query of a request forwarded unchanged, except for its chain. */
export function replaceChain(query: string, forwardChain: string | undefined): string {
  const params = new URLSearchParams(query)
  if (!chainNames.some(name => params.has(name)) && forwardChain === undefined) return query
  for (const name of chainNames) params.delete(name)
  if (forwardChain !== undefined) params.set('update.chain', forwardChain)
  return params.size === 0 ? '' : `?${params}`
}
