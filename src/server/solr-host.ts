/** What Solr's routes use of the server. */
import type { SolrHost } from '../solr/routes/solr-routes.ts'
import { checkIdLength, checkTextLengths } from './bodies/document-items.ts'
import { bodyTooLong, publicError } from './rules/problem.ts'
import { notFound } from './state/collection-faults.ts'
import type { ServerContext } from './state/server-context.ts'

export function solrHost({ collections, limits }: ServerContext): SolrHost {
  return {
    limits,
    collection: name => collections.get(name),
    checkDocument(document, { text }) {
      checkTextLengths(document, text, limits)
      if (typeof document.id === 'string') checkIdLength(document.id, limits)
    },
    bodyTooLong: () => bodyTooLong(limits.bodyBytes),
    notFound,
    publicError,
  }
}
