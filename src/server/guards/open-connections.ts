/**
 * Open connections: which of them have a request in work.
 *
 * What Node calls idle leaves out connections that never sent a whole request, which would hold up the end.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export class OpenConnections {
  /** Requests in work of each. */
  readonly #inWork = new Map<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#inWork.set(socket, 0)
      socket.once('close', () => this.#inWork.delete(socket))
    })
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#add(socket, 1)
      response.once('close', () => this.#add(socket, -1))
    })
  }

  /** Closes those without a request in work. */
  closeIdle(): void {
    for (const [socket, count] of this.#inWork) if (count === 0) socket.destroy()
  }

  #add(socket: Socket, count: number): void {
    const before = this.#inWork.get(socket)
    if (before !== undefined) this.#inWork.set(socket, before + count)
  }
}
