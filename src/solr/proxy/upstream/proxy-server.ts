/** Proxy server: listens for both protocols, hands requests to what answers them, and sends whole answers. */
import { cannotListen } from '../../../ground/errors/cannot-listen.ts'
import { readRestOfOffer } from '../../../ground/http/rest-of-offer.ts'
import { endToEndHeaders, readRest } from './pass-through.ts'
import { type ProxyLimits, resolvePlace } from './proxy-options.ts'
import { type ClientRequest, type ClientResponse, TwoProtocols } from './two-protocols.ts'
import type { WholeAnswer } from './upstream.ts'

/** A listening proxy. */
export interface ProxyServer {
  /** Such as `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Finishes the requests in progress, then closes everything. */
  close(): Promise<void>
}

/** What answers requests. */
export interface Relay {
  /** Answers a request. Never throws. */
  take(request: ClientRequest, response: ClientResponse): Promise<void>
  close(): void
}

/** @throws NearsameError OPTION_VALUE for a wrong port, or one in use */
export async function listenAsProxy(
  relay: Relay,
  given: Parameters<typeof resolvePlace>[0],
  limits: ProxyLimits,
): Promise<ProxyServer> {
  const { host, port: wanted } = resolvePlace(given)
  const server = new TwoProtocols((request, response) => void relay.take(request, response), limits)
  const port = await server.listen(host, wanted).catch((cause: unknown) => {
    throw cannotListen(host, wanted, cause)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    async close() {
      await server.close(limits.closeGraceMs)
      relay.close()
    },
  }
}

/** Sends an answer, or cuts the connection if another one has begun. */
export async function sendAnswer(
  answer: WholeAnswer,
  request: ClientRequest,
  response: ClientResponse,
): Promise<void> {
  await readRestOfOffer(request)
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const headers = { ...endToEndHeaders(answer.headers), 'content-length': String(answer.body.length) }
  if (answer.status === 503) Object.assign(headers, { 'retry-after': '1' })
  response.writeHead(answer.status, headers)
  response.end(request.method === 'HEAD' ? undefined : answer.body)
  readRest(request)
}
