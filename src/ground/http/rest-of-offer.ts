/** The rest of a body whose client also offered another protocol. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the rest of an answered body is read. */
export const drainMs = 5_000

/**
 * Reads the rest of a body before the answer, if the client also offered another protocol, as Java's HttpClient does
 * with every request (`Upgrade: h2c`). Node's parser drops what it receives together with the end of such a request;
 * a client that has its answer may send the next request there, which would never be answered.
 */
export async function readRestOfOffer(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || request.headers.upgrade === undefined) return
  request.unpipe()
  request.resume()
  const patience = new AbortController()
  const late = sleep(drainMs, undefined, patience).catch(() => {})
  await Promise.race([new Promise(resolve => request.once('close', resolve)), late])
  patience.abort()
}
