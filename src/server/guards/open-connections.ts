/**
 * Open connections: tracks those with requests in progress, and ends broken ones with a last answer.
 *
 * Does four things that Node does not. Node's idle connections leave out those that never sent a whole request, which
 * would delay closing. Node reports bytes that are not HTTP at once, but a client pairs answers with requests by order,
 * so earlier requests must be answered first. And after answering a request, Node reads the rest of its body without a
 * time limit. And Node cuts a silent connection also while the client waits for a long answer.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { ServerLimits } from '../rules/server-limits.ts'

interface Connection {
  /** Unsent answers. */
  readonly answers: Set<ServerResponse>
  /** The answer to the last request. */
  last?: ServerResponse
  /** Ends the connection once they are sent; the server reads no more from it. */
  end?: () => void
  /** Ends the connection unless the body of the last request, already answered, ends in time. */
  late?: NodeJS.Timeout
}

export class OpenConnections {
  readonly #open = new Map<Duplex, Connection>()
  readonly #bodyTimeoutMs: number
  readonly #silenceTimeoutMs: number
  readonly #silent = new WeakSet<Duplex>()
  /** Requests whose answers have begun. */
  readonly #answered = new WeakSet<object>()

  constructor({
    bodyTimeoutMs,
    silenceTimeoutMs,
  }: Pick<ServerLimits, 'bodyTimeoutMs' | 'silenceTimeoutMs'>) {
    this.#bodyTimeoutMs = bodyTimeoutMs
    this.#silenceTimeoutMs = silenceTimeoutMs
  }

  watch(server: Server): void {
    server.on('connection', socket => {
      this.#open.set(socket, { answers: new Set() })
      socket.once('close', () => {
        clearTimeout(this.#open.get(socket)?.late)
        this.#open.delete(socket)
      })
    })
    server.on('timeout', socket => {
      this.#silent.add(socket)
      socket.destroy()
    })
    server.on('request', (request, response) => {
      const { socket, headers } = request
      const isBodiless =
        headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
      if (isBodiless) this.awaitClient(request, false)
      else request.once('end', () => this.#answered.has(request) || this.awaitClient(request, false))
      const connection = this.#open.get(socket)
      if (connection === undefined) return
      clearTimeout(connection.late)
      connection.answers.add(response)
      connection.last = response
      response.once('close', () => {
        connection.answers.delete(response)
        if (connection.last === response && !socket.destroyed) this.#awaitBody(response, connection)
        if (connection.last === response && response.req.complete) delete connection.last
        if (connection.answers.size === 0) connection.end?.()
      })
    })
  }

  /** From now on the server waits for the client to read the answer. */
  answer(request: IncomingMessage): void {
    this.#answered.add(request)
    this.awaitClient(request, true)
  }

  /** Silence of a client counts only while the server waits for it: for its body, or for it to read the answer. */
  awaitClient(request: Readable, isWaiting: boolean): void {
    const { socket } = request as Partial<IncomingMessage>
    socket?.setTimeout(isWaiting ? this.#silenceTimeoutMs : 0)
  }

  /** Whether a connection was cut because its client was silent. */
  wasSilent(socket: Duplex): boolean {
    return this.#silent.has(socket)
  }

  /** A client refused before its body was read could otherwise hold the connection by sending for ever. */
  #awaitBody({ req }: ServerResponse, connection: Connection): void {
    if (req.complete) return
    const cut = () => {
      if (!req.complete) req.socket.destroy()
    }
    connection.late = setTimeout(cut, this.#bodyTimeoutMs).unref()
  }

  /** Closes those without a request in progress. */
  closeIdle(): void {
    for (const [socket, { answers }] of this.#open) if (answers.size === 0) socket.destroy()
  }

  /**
   * Ends a connection with unreadable input, after the answers to the requests before it.
   *
   * @param cut the error of the body being read, if any
   * @param lastWords the last answer, sent if no request awaits one
   */
  end(socket: Duplex, cut: Error, lastWords: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.end !== undefined) return
    const { answers, last } = connection
    const isWithinBody = last?.req.complete === false
    connection.end = isWithinBody ? () => socket.end() : lastWords
    if (answers.size === 0) connection.end()
    else if (isWithinBody) setImmediate(cutBody, last, cut)
  }
}

/** Reports `cut` to the reader of the body, which answers; truncates an answer that has begun. */
function cutBody(answer: ServerResponse, cut: Error): void {
  if (answer.writableEnded) return
  answer.shouldKeepAlive = false
  if (answer.headersSent) answer.destroy()
  else if (answer.req.listenerCount('error') > 0) answer.req.emit('error', cut)
}
