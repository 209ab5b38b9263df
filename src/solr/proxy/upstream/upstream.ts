/**
 * Upstream: requests to the Solr behind the proxy.
 *
 * Connections are reused and limited in number. A request is retried only if it cannot have had an effect: the
 * connection was refused, or it is a GET or HEAD. An unreachable Solr is a 502, one that is too slow a 504. Silence
 * counts only while it is Solr's turn: not while the client is slow to send or to read.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProxyFault } from './proxy-fault.ts'
import type { ProxyLimits } from './proxy-options.ts'

/** One request. `body` is sent at once, `source` as it arrives. */
interface Call {
  readonly origin: string
  readonly method: string
  /** Path with the query. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Uint8Array
  readonly source?: Readable
  readonly signal?: AbortSignal | undefined
  /** Whether the client has not read the data so far, so that silence is not Solr's fault. */
  readonly isClientSlow?: () => boolean
}

/** A complete answer. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** Delays before retries. */
const retryDelaysMs = [50, 250]
/** Idle connections are closed before Solr closes them (its servers wait at least 30 seconds). */
const idleMs = 5_000
/** Answers to updates are short; a longer one is not from Solr. */
const maxAnswerBytes = 64 * 2 ** 20

export class Upstream {
  readonly #limits: ProxyLimits
  readonly #service: string
  readonly #agents: { http: Agent; https: SecureAgent }

  /** @param service name of what is behind the proxy, in messages */
  constructor(limits: ProxyLimits, service = 'Solr') {
    this.#limits = limits
    this.#service = service
    const options = {
      keepAlive: true,
      maxSockets: limits.maxRequests,
      maxFreeSockets: 64,
      timeout: idleMs,
    }
    this.#agents = { http: new Agent(options), https: new SecureAgent(options) }
  }

  close(): void {
    this.#agents.http.destroy()
    this.#agents.https.destroy()
  }

  /** The complete answer. @throws ProxyFault 502, 504 */
  async send(call: Call): Promise<WholeAnswer> {
    const answer = await this.open(call)
    const pieces: Uint8Array[] = []
    let bytes = 0
    try {
      for await (const piece of answer) {
        pieces.push(piece)
        bytes += piece.length
        if (bytes > maxAnswerBytes) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`)
      }
    } catch (error) {
      throw this.#faultOf(error, call.origin)
    }
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(pieces) }
  }

  /** The answer, once its head has arrived. @throws ProxyFault 502, 504 */
  async open(call: Call): Promise<IncomingMessage> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call)
      } catch (error) {
        const delayMs = retryDelaysMs[attempt]
        if (delayMs === undefined || !mayRepeat(error, call)) throw this.#faultOf(error, call.origin)
        await sleep(delayMs)
      }
    }
  }

  /** The fault reported to the client for a failed request. */
  #faultOf(error: unknown, origin: string): ProxyFault {
    if (error instanceof ProxyFault) return error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const status = error instanceof SilenceError ? 504 : 502
    return new ProxyFault(status, `no answer from ${this.#service} at ${origin}: ${reason}`, error)
  }

  #attempt(call: Call): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { protocol, hostname, port } = new URL(call.origin)
    const isSecure = protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: call.method,
      path: call.path,
      headers: call.headers,
      agent: isSecure ? this.#agents.https : this.#agents.http,
      signal: call.signal,
    })
    request.on('error', reject)
    request.once('response', resolve)
    this.#watch(request, call, isSecure)
    return promise
  }

  /** Sends the body once connected, and watches for silence. */
  #watch(request: ClientRequest, call: Call, isSecure: boolean): void {
    const { connectTimeoutMs, responseTimeoutMs } = this.#limits
    let connecting: NodeJS.Timeout | undefined
    let isSent = call.source === undefined
    const begin = () => {
      clearTimeout(connecting)
      if (call.source === undefined) {
        request.end(call.body)
        return
      }
      call.source.once('end', () => {
        isSent = true
      })
      call.source.once('error', error => request.destroy(error))
      call.source.pipe(request)
    }
    request.once('close', () => clearTimeout(connecting))
    request.once('socket', socket => {
      if (!socket.connecting) return begin()
      const giveUp = () => request.destroy(new SilenceError('connect', connectTimeoutMs))
      connecting = setTimeout(giveUp, connectTimeoutMs)
      socket.once(isSecure ? 'secureConnect' : 'connect', begin)
    })
    request.setTimeout(responseTimeoutMs, () => {
      if (!isSent || call.isClientSlow?.()) request.setTimeout(responseTimeoutMs)
      else request.destroy(new SilenceError('answer', responseTimeoutMs))
    })
  }
}

class SilenceError extends Error {
  constructor(what: 'connect' | 'answer', ms: number) {
    super(what === 'connect' ? `no connection within ${ms} ms` : `silence for ${ms} ms`)
    this.name = 'SilenceError'
  }
}

/** Refused connections carried nothing; reading changes nothing. A streamed body may have lost a part already. */
function mayRepeat(error: unknown, call: Call): boolean {
  if (call.signal?.aborted || error instanceof SilenceError) return false
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ECONNREFUSED') return true
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  return isRead && call.source === undefined && (code === 'ECONNRESET' || code === 'EPIPE')
}
