/**
 * Open connections: which of them have requests in work, and what is said on one that cannot go on.
 *
 * What Node calls idle leaves out connections that never sent a whole request, which would hold up the end. And it
 * tells of bytes that are no HTTP at once, although the requests before them are answered first: a client pairs answers
 * with requests by their order. And it reads what is left of a body whose request is answered for as long as it comes.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ServerLimits } from '../rules/server-limits.ts'

interface Connection {
  /** Answers that are not out yet. */
  readonly answers: Set<ServerResponse>
  /** The answer to the last request. */
  last?: ServerResponse
  /** What ends the connection when they are out; nothing of it is read any more. */
  end?: () => void
  /** Ends the connection unless the body of the last request ends, which has its answer. */
  late?: NodeJS.Timeout
}

export class OpenConnections {
  readonly #open = new Map<Duplex, Connection>()
  readonly #bodyTimeoutMs: number

  constructor({ bodyTimeoutMs }: Pick<ServerLimits, 'bodyTimeoutMs'>) {
    this.#bodyTimeoutMs = bodyTimeoutMs
  }

  watch(server: Server): void {
    server.on('connection', socket => {
      this.#open.set(socket, { answers: new Set() })
      socket.once('close', () => {
        clearTimeout(this.#open.get(socket)?.late)
        this.#open.delete(socket)
      })
    })
    server.on('request', ({ socket }, response) => {
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

  /** Refused without a look at its body, a client could hold its connection by sending that for ever. */
  #awaitBody({ req }: ServerResponse, connection: Connection): void {
    if (req.complete) return
    const cut = () => {
      if (!req.complete) req.socket.destroy()
    }
    connection.late = setTimeout(cut, this.#bodyTimeoutMs).unref()
  }

  /** Closes those without a request in work. */
  closeIdle(): void {
    for (const [socket, { answers }] of this.#open) if (answers.size === 0) socket.destroy()
  }

  /**
   * Ends a connection on which nothing more is understood, after the answers to what was.
   *
   * @param cut what is wrong with the body that was being read, if one was
   * @param lastWords said where no request is left without an answer
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

/** Who reads the body is told, and answers; of an answer that has begun the end is missing. */
function cutBody(answer: ServerResponse, cut: Error): void {
  if (answer.writableEnded) return
  answer.shouldKeepAlive = false
  if (answer.headersSent) answer.destroy()
  else if (answer.req.listenerCount('error') > 0) answer.req.emit('error', cut)
}
