/**
 * The proxy's own answers, in the form of Elasticsearch's.
 *
 *     {"error": {"root_cause": [{"type", "reason"}], "type", "reason"}, "status"}
 *
 * Source: Elasticsearch Guide, its examples of failed requests.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { ProxyFault } from '../proxy/upstream/proxy-fault.ts'
import type { WholeAnswer } from '../proxy/upstream/upstream.ts'

/** A request that is refused with this status. */
export class ElasticRefusal extends Error {
  readonly status: number

  constructor(status: 400 | 406, message: string) {
    super(message)
    this.name = 'ElasticRefusal'
    this.status = status
  }
}

/** The answer for a thrown error. */
export function elasticFailure(error: unknown): WholeAnswer {
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const cause = causeOf(status, message)
  const body = Buffer.from(JSON.stringify({ error: { root_cause: [cause], ...cause }, status }))
  return { status, headers: { 'content-type': 'application/json' }, body }
}

/** What went wrong, of a request or of one of its items. */
export function causeOf(status: number, message: string): { type: string; reason: string } {
  const reason = status === 500 ? `unexpected ${message}. Please report this.` : message
  const type = status < 500 ? 'illegal_argument_exception' : 'exception'
  return { type, reason: reason.startsWith('nearsame: ') ? reason : `nearsame: ${reason}` }
}

function statusOf(error: unknown): number {
  if (error instanceof ProxyFault || error instanceof ElasticRefusal) return error.status
  if (isNearsameError(error)) return error.httpStatus
  return isJavaException(error) ? (error.code ?? 500) : 500
}
