/**
 * Two protocols: one port for HTTP/1.1 and HTTP/2 without encryption, which SolrJ's `Http2SolrClient` speaks.
 *
 * An HTTP/2 client with prior knowledge begins with a preface, `PRI * HTTP/2.0`, unlike any HTTP/1 method. The first
 * bytes are examined and put back, then the connection goes to the server for its protocol. Both servers call the same
 * handler, because Node's HTTP/2 compatibility API has the shape of HTTP/1.
 *
 * Source: RFC 9113, section 3.4, for the preface.
 */
import {
  createServer as createServer1,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createServer2, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { HalfOpenConnections } from '../../../ground/http/half-open.ts'
import { KnownClients } from '../../../ground/http/known-clients.ts'

/** A request of either protocol. */
export type ClientRequest = IncomingMessage
/** Its response. */
export type ClientResponse = ServerResponse
type Handler = (request: ClientRequest, response: ClientResponse) => void

const preface = Buffer.from('PRI * HTTP/2.0')
/** A connection that is silent this long is closed; so is an idle one after an answer. */
const idleMs = 75_000
/** How often idle connections are closed while the server closes. */
const idleCheckMs = 20
/** Long queries come in the first line. */
const maxHeaderBytes = 2 ** 16

/** Whether a client has not read the data sent to it. In HTTP/2 the stream knows, not the response. */
export function isSlow(response: ClientResponse): boolean {
  const stream = 'stream' in response ? (response.stream as ClientResponse) : response
  return stream.writableNeedDrain
}

/** Whether a request with this status makes its client known: not one that was refused, as for a wrong password. */
const isAccepted = (status: number): boolean => status < 400

/** Maximum numbers of connections. */
interface ConnectionLimits {
  /** A tenth is for addresses that have completed a request. */
  readonly maxConnections: number
  /** Those of one address without a first request. */
  readonly halfOpenConnections: number
}

export class TwoProtocols {
  /** Listens for both protocols. */
  readonly #server1: Server
  readonly #server2: Http2Server
  readonly #sockets = new Set<Socket>()
  /** Connections whose protocol is still unknown. */
  readonly #unknown = new Set<Socket>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #halfOpen: HalfOpenConnections
  readonly #clients: KnownClients

  constructor(handler: Handler, { maxConnections, halfOpenConnections }: ConnectionLimits) {
    this.#halfOpen = new HalfOpenConnections(halfOpenConnections)
    this.#clients = new KnownClients(maxConnections)
    // An update may take hours; silence is watched where bodies are read.
    const limits = {
      requestTimeout: 0,
      keepAliveTimeout: idleMs,
      maxHeaderSize: maxHeaderBytes,
      noDelay: true,
    }
    this.#server1 = createServer1(limits, (request, response) => {
      this.#halfOpen.complete(request.socket)
      response.once('finish', () => {
        if (isAccepted(response.statusCode)) this.#clients.know(request.socket)
      })
      handler(request, response)
    })
    this.#server1.maxConnections = maxConnections
    const [serve1] = this.#server1.listeners('connection')
    this.#server1.removeAllListeners('connection')
    this.#server1.on('connection', socket => this.#accept(socket, () => serve1.call(this.#server1, socket)))
    this.#server2 = createServer2(
      { settings: { maxHeaderListSize: maxHeaderBytes } },
      (request, response) =>
        handler(request as unknown as ClientRequest, response as unknown as ClientResponse),
    )
    this.#server2.on('session', session => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  /** @returns the port in use. @throws the system's error if it is taken */
  async listen(host: string, port: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server1.once('error', reject)
    this.#server1.listen(port, host, resolve)
    await promise
    const address = this.#server1.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /** Accepts no new connections, lets requests finish for `graceMs`, then cuts the rest. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server1.close(() => resolve()))
    for (const session of this.#sessions) session.close()
    for (const socket of this.#unknown) socket.destroy()
    // A connection is idle as soon as its answer is sent.
    const idle = setInterval(() => this.#server1.closeIdleConnections(), idleCheckMs)
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, graceMs)
    await closed
    clearInterval(idle)
    clearTimeout(cut)
  }

  #accept(socket: Socket, serve1: () => void): void {
    if (!this.#clients.accept(socket)) return
    this.#sockets.add(socket)
    this.#halfOpen.accept(socket)
    this.#unknown.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#unknown.delete(socket)
    })
    // The servers add their own handlers; before that, a broken connection needs no report.
    socket.on('error', () => {})
    const giveUp = () => socket.destroy()
    socket.setTimeout(idleMs, giveUp)
    // A port probe sends nothing and disconnects.
    socket.once('end', giveUp)
    let first: Buffer = Buffer.alloc(0)
    const look = (piece: Buffer) => {
      first = Buffer.concat([first, piece])
      const length = Math.min(first.length, preface.length)
      const isHttp2 = preface.subarray(0, length).equals(first.subarray(0, length))
      // A single P may become a POST.
      if (isHttp2 && length < preface.length) return
      this.#unknown.delete(socket)
      // Zero also removes the listener.
      socket.setTimeout(0, giveUp)
      socket.removeListener('end', giveUp)
      socket.removeListener('data', look)
      socket.pause()
      socket.unshift(first)
      if (isHttp2) this.#serve2(socket)
      else serve1()
      process.nextTick(() => socket.resume())
    }
    socket.on('data', look)
  }

  #serve2(socket: Socket): void {
    // Emitted while the server takes the connection; the session has another object for the socket.
    this.#server2.once('session', session => {
      session.once('stream', () => this.#halfOpen.complete(socket))
      session.on('stream', stream =>
        stream.once('finish', () => {
          if (isAccepted(Number(stream.sentHeaders?.[':status']))) this.#clients.know(socket)
        }),
      )
    })
    this.#server2.emit('connection', socket)
  }
}
