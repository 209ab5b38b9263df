/** Ids of requests: the client's where it is valid, else a generated one. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The id of a request, from its headers. */
export type RequestIds = (request: { readonly headers: IncomingHttpHeaders }) => string

export function requestIds(): RequestIds {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w.:@/+=-]{1,128}$/.test(given)) return given
    return `${start}-${(count++).toString(36)}`
  }
}
