/**
 * Known clients: keeps a tenth of the connections for those whose request was accepted before.
 *
 * Without it, clients of many addresses that send nothing, or nothing of use, could occupy all connections.
 */
import type { Socket } from 'node:net'

/** Addresses remembered; the one that was longest silent is forgotten first. */
const mostAddresses = 10_000

export class KnownClients {
  readonly #mostUnknown: number
  readonly #unknown = new Set<Socket>()
  readonly #addresses = new Set<string>()

  /** @param connections maximum number of connections, of known and unknown clients */
  constructor(connections: number) {
    this.#mostUnknown = Math.ceil(0.9 * connections)
  }

  /** Takes a new connection, or closes it if there are too many of unknown clients. @returns whether it is open */
  accept(socket: Socket): boolean {
    if (this.#addresses.has(socket.remoteAddress ?? '')) return true
    if (this.#unknown.size >= this.#mostUnknown) {
      socket.destroy()
      return false
    }
    this.#unknown.add(socket)
    socket.once('close', () => this.#unknown.delete(socket))
    return true
  }

  /** A request of the connection was accepted. */
  know(socket: Socket): void {
    this.#unknown.delete(socket)
    const address = socket.remoteAddress ?? ''
    this.#addresses.delete(address)
    this.#addresses.add(address)
    if (this.#addresses.size <= mostAddresses) return
    const [oldest] = this.#addresses
    this.#addresses.delete(oldest)
  }
}
