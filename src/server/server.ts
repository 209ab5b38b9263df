/** The server for programs. Its framework is loaded when a server is opened. */
import type { ServerOptions } from './server-options.ts'
import type { NearsameServer } from './start-server.ts'

/**
 * Listens from then on, while the collections of the catalogue are opened.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE (also for a port that is taken, and for an address that others can
 * reach without API keys), SOLR_CONFIG
 */
export async function openServer(given: ServerOptions): Promise<NearsameServer> {
  const { startServer } = await import('./start-server.ts')
  return startServer(given)
}
