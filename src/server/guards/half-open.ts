/**
 * Half-open connections: those that have not sent all headers of a first request, with a quota for each address.
 *
 * Without it, one client that connects and sends nothing could occupy all connections until the headers time out.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How long a connection beyond the quota has for its headers. Clients accepted in one turn of the event loop may have
 * sent theirs, but the server has not read them yet.
 */
const hasteMs = 100

/** Closes further half-open connections of an address that has `quota` of them. */
export function limitHalfOpen(server: Server, quota: number): void {
  const counts = new Map<string, number>()
  const ends = new Map<Socket, () => void>()
  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    const late = count > quota ? setTimeout(() => socket.destroy(), hasteMs).unref() : undefined
    const end = () => {
      if (!ends.delete(socket)) return
      clearTimeout(late)
      const left = (counts.get(address) as number) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    }
    ends.set(socket, end)
    socket.once('close', end)
  })
  server.on('request', ({ socket }) => ends.get(socket)?.())
}
