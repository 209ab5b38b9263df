/**
 * Half-open connections: those that have not sent all headers of a first request, with a quota for each address.
 *
 * Without it, one client that connects and sends nothing could occupy all connections until the headers time out.
 */
import type { Socket } from 'node:net'

/**
 * How long a connection beyond the quota has for its headers. Clients accepted in one turn of the event loop may have
 * sent theirs, but the server has not read them yet.
 */
const hasteMs = 100

/** Closes further half-open connections of an address that has `quota` of them. */
export class HalfOpenConnections {
  readonly #quota: number
  readonly #counts = new Map<string, number>()
  readonly #ends = new Map<Socket, () => void>()

  constructor(quota: number) {
    this.#quota = quota
  }

  /** Takes a new connection. */
  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    const late = count > this.#quota ? setTimeout(() => socket.destroy(), hasteMs).unref() : undefined
    const end = () => {
      if (!this.#ends.delete(socket)) return
      clearTimeout(late)
      const left = (this.#counts.get(address) as number) - 1
      if (left === 0) this.#counts.delete(address)
      else this.#counts.set(address, left)
    }
    this.#ends.set(socket, end)
    socket.once('close', end)
  }

  /** Takes the headers of a request, of which only the first of its connection counts. */
  complete(socket: Socket): void {
    this.#ends.get(socket)?.()
  }
}
