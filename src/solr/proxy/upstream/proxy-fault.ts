/** Faults of the proxy itself, which Solr could not have: an unreachable Solr, a limit, a silent client. */
import { isNearsameError } from '../../../ground/errors/nearsame-error.ts'
import { isJavaException } from '../../../methods/java/java-exception.ts'
import type { SolrFailure } from './solr-answer.ts'

/** Becomes an answer with this HTTP status. */
export class ProxyFault extends Error {
  readonly status: number
  /** The header `WWW-Authenticate` of a 401 of Solr. */
  challenge: string | undefined

  constructor(status: 401 | 403 | 408 | 413 | 500 | 502 | 503 | 504, message: string, cause?: unknown) {
    super(`nearsame: ${message}`, { cause })
    this.name = 'ProxyFault'
    this.status = status
  }
}

/** The failure reported to a client for a thrown error. A Java exception without a code is a 500, as in Solr. */
export function solrFailureOf(error: unknown): SolrFailure {
  const cause = isNearsameError(error) ? error.parts.cause : error
  if (isJavaException(cause)) {
    return { status: cause.code ?? 500, message: cause.message, className: cause.className }
  }
  if (error instanceof ProxyFault) {
    const { status, message, challenge } = error
    return { status, message, ...(challenge !== undefined && { challenge }) }
  }
  if (isNearsameError(error)) return { status: error.httpStatus, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { status: 500, message: `nearsame: unexpected ${message}. Please report this.` }
}
